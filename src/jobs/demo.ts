import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { createAccount, findUserByEmail, setPassword } from '../db/accounts.js';
import { hashPassword, mintToken } from '../db/credentials.js';
import { catalogueStatus, listNames } from '../db/satellites.js';
import { insertStation, listStations } from '../db/stations.js';
import { insertToken, revokeTokensByName } from '../db/tokens.js';
import { listTracked, track } from '../db/tracked.js';
import { loadBundledCatalogue } from './importCatalogue.js';

/** What a first-time user needs to ask a question. */
export interface Demo {
  email: string;
  password: string;
  token: string;
  tracked: { id: number; name: string }[];
}

const EMAIL = 'demo@example.com';
const TOKEN_NAME = 'demo';

/** One of each orbital class: the first catalogued satellite whose name begins so. */
const TRACKED = ['ISS (ZARYA)', 'NAVSTAR', 'ASTRA', 'STARLINK', 'IRIDIUM'];

/** Public ground stations; rounded coordinates. */
const STATIONS = [
  { name: 'Svalbard', latitudeDeg: 78.23, longitudeDeg: 15.39, elevationMeters: 450 },
  { name: 'Weilheim', latitudeDeg: 47.88, longitudeDeg: 11.08, elevationMeters: 600 },
  { name: 'Hartebeesthoek', latitudeDeg: -25.89, longitudeDeg: 27.69, elevationMeters: 1415 },
  { name: 'Punta Arenas', latitudeDeg: -52.94, longitudeDeg: -70.86, elevationMeters: 30 },
];

/**
 * Makes a fresh installation answer: loads the bundled catalogue where there is none, and an Enterprise account with
 * tracked satellites and stations. Password and token are new at every call; those of the call before stop working.
 */
export async function prepareDemo(knex: Knex, today: Date): Promise<Demo> {
  if ((await catalogueStatus(knex)).satellites === 0) await loadBundledCatalogue(knex, today.getTime() * 1000);
  const password = randomBytes(12).toString('base64url');
  const { accountId, userId } = await demoAccount(knex, await hashPassword(password));
  await revokeTokensByName(knex, userId, TOKEN_NAME);
  const { token, hash } = mintToken();
  await insertToken(knex, { accountId, userId, name: TOKEN_NAME, hash, origin: 'cli' });
  if ((await listTracked(knex, accountId)).length === 0) await trackOneOfEach(knex, accountId, userId);
  if ((await listStations(knex, accountId)).length === 0) {
    for (const station of STATIONS) await insertStation(knex, { accountId, ...station });
  }
  return { email: EMAIL, password, token, tracked: await listTracked(knex, accountId) };
}

async function demoAccount(knex: Knex, passwordHash: string): Promise<{ accountId: number; userId: number }> {
  const user = await findUserByEmail(knex, EMAIL);
  if (user === undefined) {
    return createAccount(knex, { email: EMAIL, passwordHash, firstName: 'Demo', lastName: 'User', plan: 'enterprise' });
  }
  await setPassword(knex, user.id, passwordHash);
  return { accountId: user.accountId, userId: user.id };
}

async function trackOneOfEach(knex: Knex, accountId: number, userId: number): Promise<void> {
  const names = await listNames(knex);
  for (const prefix of TRACKED) {
    const satellite = names.find(({ name }) => name.startsWith(prefix));
    if (satellite !== undefined) await track(knex, accountId, satellite.noradNumber, userId);
  }
}
