import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { readCatalogue } from '../../../src/catalogue/sources/source.js';
import { bundledCatalogue } from '../../../src/catalogue/reference/bundled.js';
import { DAY_MS } from '../../../src/spec.js';
import { type Ask, asking, untilStatus } from './callers.js';
import { hasEnded, type Installation, installation, type Settings } from './installation.js';

const PASSWORD = 'tarnished copper kettle';
/** Satellites that every account tracks: a low orbit, GPS, and a geostationary one. */
const TRACKED = [/^ISS \(ZARYA\)/, /^(NAVSTAR|GPS B)/, /^(ASTRA|EUTELSAT|INTELSAT|SES)/];

interface Contents {
  /** One of so many satellites is imported, and those that are tracked. */
  every: number;
  /** Addresses of the accounts, all with Enterprise. */
  emails: readonly string[];
  /** Files of a catalogue and of transmitters; the bundled catalogue without. */
  catalogue?: string | undefined;
  transmitters?: string | undefined;
}

/** Account with a token that stays. Its tracked satellites are the ids 1, 2, 3, or 4, 5, 6 of the next account, and so on. */
export interface Account {
  email: string;
  token: string;
  /** Ids of its tracked satellites. */
  leo: number;
  gps: number;
  geo: number;
}

/** Fills a new database by commands. */
export async function fill(installed: Installation, directory: string, contents: Contents): Promise<Account[]> {
  const { catalogue, transmitters } = contents;
  const elsets = catalogue === undefined ? bundled(Date.now()) : asOfToday((await readCatalogue(catalogue)).elsets);
  const firsts = TRACKED.map((names) => elsets.find(({ name }) => names.test(name ?? '')));
  const some = elsets.filter((elset, i) => i % contents.every === 0 || firsts.includes(elset));
  await installed.command(['catalogue', 'import', ommFile(directory, some)]);
  if (transmitters !== undefined) await installed.command(['transmitters', 'import', transmitters]);
  const norads = firsts.map((elset) => elset?.noradNumber).join(',');
  const accounts: Account[] = [];
  for (const [i, email] of contents.emails.entries()) {
    const person = ['--email', email, '--first-name', 'Ada', '--last-name', 'Lovelace', '--plan', 'enterprise'];
    await installed.command(['account', 'create', ...person, '--password-stdin'], PASSWORD);
    await installed.command(['track', '--email', email, '--norad', norads]);
    const token = await installed.command(['token', 'create', '--email', email, '--name', 'trial']);
    accounts.push({ email, token, leo: 3 * i + 1, gps: 3 * i + 2, geo: 3 * i + 3 });
  }
  return accounts;
}

/** Bundled catalogue with its epochs at a time, or one of so many of its satellites. */
export function bundled(epochMs: number, every = 1): Elset[] {
  return bundledCatalogue(epochMs * 1000).filter((_, i) => i % every === 0);
}

/** Writes element sets as OMM JSON, as publishers do; returns the file's path. */
export function ommFile(directory: string, elsets: readonly Elset[]): string {
  const file = join(directory, 'catalogue.json');
  writeFileSync(file, ommOf(elsets));
  return file;
}

export function ommOf(elsets: readonly Elset[]): string {
  return JSON.stringify(
    elsets.map((elset) => ({
      OBJECT_NAME: elset.name,
      OBJECT_ID: elset.objectId,
      EPOCH: new Date(elset.epochUs / 1000).toISOString().slice(0, -1),
      MEAN_MOTION: elset.meanMotionRevPerDay,
      ECCENTRICITY: elset.eccentricity,
      INCLINATION: elset.inclinationDeg,
      RA_OF_ASC_NODE: elset.raanDeg,
      ARG_OF_PERICENTER: elset.argPerigeeDeg,
      MEAN_ANOMALY: elset.meanAnomalyDeg,
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: elset.noradNumber,
      ELEMENT_SET_NO: 999,
      REV_AT_EPOCH: 1,
      BSTAR: elset.bstar,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    })),
  );
}

/** Element sets moved by whole days, so that the window of today takes them. */
function asOfToday(elsets: readonly Elset[]): Elset[] {
  const epochs = elsets.map(({ epochUs }) => epochUs).sort((a, b) => a - b);
  const days = Math.round((Date.now() - (epochs[epochs.length >> 1] ?? 0) / 1000) / DAY_MS);
  return elsets.map((elset) => ({ ...elset, epochUs: elset.epochUs + days * DAY_MS * 1000 }));
}

/** Week of a satellite at a place, which the service has in memory. */
export const WEEK = '/interference/timeseries?tracked_satellite_id=1&lat=52&lon=13';

/**
 * Runs a job with a server over a small catalogue. @throws Error where the server ends meanwhile
 *
 * @param served settings of the server, where it reaches the database by another way than commands do
 */
export async function withServer(
  settings: Settings,
  directory: string,
  job: (ask: Ask, installed: Installation) => Promise<void>,
  served: Settings = {},
): Promise<void> {
  const installed = installation('.', { ...settings, LOG_LEVEL: 'silent' });
  const [account] = await fill(installed, directory, { every: 100, emails: ['ada@example.org'] });
  const server = await installed.serve([], served);
  try {
    const ask = asking(() => server.url, account?.token ?? '');
    await untilStatus(() => ask(WEEK), 200);
    await job(ask, installed);
    if (hasEnded(server.process)) throw new Error(`the server ended with ${server.process.exitCode}`);
  } finally {
    await server.stop();
  }
}
