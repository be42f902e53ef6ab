import { randomBytes } from 'node:crypto';
import type { Knex } from 'knex';
import { FIRST_GENERATED_NUMBER } from '../catalogue/reference/bundled.js';
import { createAccount, findUserByEmail, setPlan } from '../db/accounts/accounts.js';
import { hashPassword, mintToken } from '../db/accounts/credentials.js';
import { lockCatalogue } from '../db/catalogue/imports.js';
import { catalogueStatus, firstNamed } from '../db/catalogue/satellites.js';
import { insertStation, listStations } from '../db/analysis/stations.js';
import { replacePassword } from '../db/accounts/newPassword.js';
import { addToken, revokeTokens } from '../db/accounts/tokens.js';
import { listTracked, track, untrack } from '../db/analysis/tracked.js';
import { UserError } from '../errors.js';
import { TOKENS_PER_USER } from '../spec.js';
import { loadBundledCatalogue } from './import/importCatalogue.js';

/** Account with which a first-time user asks a question. */
export interface Demo {
  email: string;
  password: string;
  token: string;
  tracked: { id: number; noradNumber: number; name: string }[];
  /** Whether the bundled catalogue answers: no other has been imported. */
  bundled: boolean;
}

const EMAIL = 'demo@example.com';
const TOKEN_NAME = 'demo';

/**
 * Name prefixes of the tracked satellites, of LEO, MEO and GEO: the catalogued satellite with the lowest number is
 * taken for each.
 */
const TRACKED = ['ISS (ZARYA)', 'NAVSTAR', 'ASTRA', 'STARLINK', 'IRIDIUM'];

/** Public ground stations with rounded coordinates. */
const STATIONS = [
  { name: 'Svalbard', latitudeDeg: 78.23, longitudeDeg: 15.39, elevationMeters: 450 },
  { name: 'Weilheim', latitudeDeg: 47.88, longitudeDeg: 11.08, elevationMeters: 600 },
  { name: 'Hartebeesthoek', latitudeDeg: -25.89, longitudeDeg: 27.69, elevationMeters: 1415 },
  { name: 'Punta Arenas', latitudeDeg: -52.94, longitudeDeg: -70.86, elevationMeters: 30 },
];

/**
 * Makes a fresh installation answer: loads the bundled catalogue if there is none, and makes an Enterprise account with
 * tracked satellites and stations. Password and token are new at every call; the ones of the call before stop working,
 * with the user's sessions and tokens of sign-ins.
 *
 * @throws UserError if the account is disabled, or has too many tokens
 */
export async function prepareDemo(knex: Knex, today: Date): Promise<Demo> {
  const password = randomBytes(12).toString('base64url');
  const passwordHash = await hashPassword(password);
  const { token, hash } = mintToken();
  return knex.transaction(async (trx) => {
    // Two services may start on one database: the second waits for the lock, and finds the account that the first has
    // made.
    await lockCatalogue(trx);
    const { satellites, bundled } = await catalogueStatus(trx);
    if (satellites === 0) await loadBundledCatalogue(trx, today.getTime() * 1000);
    const { accountId, userId } = await demoAccount(trx, passwordHash);
    await setPlan(trx, accountId, 'enterprise');
    await revokeTokens(trx, userId, { name: TOKEN_NAME });
    const newToken = { accountId, userId, name: TOKEN_NAME, hash, origin: 'cli' } as const;
    if ((await addToken(trx, newToken, TOKENS_PER_USER)) === undefined) {
      throw new UserError(
        `${EMAIL} has ${TOKENS_PER_USER} tokens, the most that a user may: \`sidelobe token revoke\` some`,
      );
    }
    const generated = bundled || satellites === 0;
    if (!generated) await untrackGenerated(trx, accountId);
    await trackOneOfEach(trx, { accountId, userId, generated });
    if ((await listStations(trx, accountId)).length === 0) {
      for (const station of STATIONS) await insertStation(trx, { accountId, ...station });
    }
    const tracked = await listTracked(trx, accountId);
    return {
      email: EMAIL,
      password,
      token,
      tracked: tracked.map(({ id, noradNumber, name }) => ({ id, noradNumber, name })),
      bundled: generated,
    };
  });
}

async function demoAccount(db: Knex, passwordHash: string): Promise<{ accountId: number; userId: number }> {
  const user = await findUserByEmail(db, EMAIL);
  if (user === undefined) {
    return createAccount(db, { email: EMAIL, passwordHash, firstName: 'Demo', lastName: 'User', plan: 'enterprise' });
  }
  if (user.disabledAt !== null) throw new UserError(`the account ${EMAIL} is disabled: serve without --demo`);
  await replacePassword(db, user.id, passwordHash);
  return { accountId: user.accountId, userId: user.id };
}

/** Stops tracking generated satellites, which windows of an imported catalogue do not hold. */
async function untrackGenerated(db: Knex, accountId: number): Promise<void> {
  for (const { id, noradNumber } of await listTracked(db, accountId)) {
    if (noradNumber >= FIRST_GENERATED_NUMBER) await untrack(db, accountId, id);
  }
}

async function trackOneOfEach(
  db: Knex,
  { accountId, userId, generated }: { accountId: number; userId: number; generated: boolean },
): Promise<void> {
  for (const prefix of TRACKED) {
    const number = await firstNamed(db, prefix, generated ? Number.MAX_SAFE_INTEGER : FIRST_GENERATED_NUMBER);
    if (number !== undefined) await track(db, accountId, number, userId);
  }
}
