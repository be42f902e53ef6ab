import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../../src/catalogue/reference/bundled.js';
import { generateShell, SHELLS } from '../../../src/catalogue/reference/walker.js';
import { type Ask, asking, untilStatus } from './callers.js';
import { hasEnded, type Installation, installation, type RunningServer, type Settings } from './installation.js';

export const PASSWORD = 'tarnished copper kettle';
/** Names of the satellites that every account tracks: one in a low orbit, a GPS and a geostationary one. */
const TRACKED = [/^ISS \(ZARYA\)/, /^(NAVSTAR|GPS B)/, /^(ASTRA|EUTELSAT|INTELSAT|SES)/];

interface Contents {
  /** Imports every n-th satellite, and those that are tracked. */
  every: number;
  /** Email addresses of the accounts to create, all with the Enterprise plan. */
  emails: readonly string[];
}

export const SMALL: Contents = { every: 100, emails: ['ada@example.org'] };

/**
 * Account with a token that does not expire. It tracks three satellites: ids 1, 2, 3 for the first account, 4, 5, 6 for
 * the next, and so on.
 */
export interface Account {
  email: string;
  token: string;
  /** Ids of the account's tracked satellites. */
  leo: number;
  gps: number;
  geo: number;
}

/**
 * Fills a new database by commands: imports the bundled catalogue, and creates accounts that track satellites of it.
 */
export async function fill(installed: Installation, directory: string, contents: Contents): Promise<Account[]> {
  const elsets = bundled(Date.now());
  const firsts = TRACKED.map((names) => elsets.find(({ name }) => names.test(name ?? '')));
  const some = elsets.filter((elset, i) => i % contents.every === 0 || firsts.includes(elset));
  await installed.command(['catalogue', 'import', ommFile(directory, some)]);
  const norads = firsts.map((elset) => elset?.noradNumber).join(',');
  const accounts: Account[] = [];
  for (const [i, email] of contents.emails.entries()) {
    await createAccount(installed, email, 'enterprise');
    await installed.command(['track', '--email', email, '--norad', norads]);
    const token = await installed.command(['token', 'create', '--email', email, '--name', 'trial']);
    accounts.push({ email, token, leo: 3 * i + 1, gps: 3 * i + 2, geo: 3 * i + 3 });
  }
  return accounts;
}

/** Creates an account with PASSWORD, which all trials use. */
export async function createAccount(
  installed: Installation,
  email: string,
  plan: 'free' | 'enterprise',
): Promise<void> {
  const person = ['--email', email, '--first-name', 'Ada', '--last-name', 'Lovelace', '--plan', plan];
  await installed.command(['account', 'create', ...person, '--password-stdin'], PASSWORD);
}

/** Element sets of the bundled catalogue, every n-th of them, all with one epoch. */
export function bundled(epochMs: number, every = 1): Elset[] {
  return bundledCatalogue(epochMs * 1000).filter((_, i) => i % every === 0);
}

/** Catalogue number of the first satellite that `grown` adds. */
const FIRST_ADDED_NUMBER = 800_000_001;
/** Constellations that `grown` makes denser. */
const BROADBAND = new Set(['starlink', 'starlink-dtc', 'oneweb', 'kuiper', 'qianfan', 'guowang', 'bluebird', 'o3b']);
/** Kilometres by which added satellites fly above their shells, so that none is at the place of a bundled one. */
const ADDED_KM = 5;

/**
 * Makes `count` element sets: all of the bundled catalogue, even if `count` is less, and as many others as needed,
 * evenly in the planes of the broadband shells.
 */
export function grown(epochMs: number, count: number): Elset[] {
  const elsets = bundled(epochMs);
  const [template] = elsets;
  const shells = SHELLS.filter(({ constellation }) => BROADBAND.has(constellation));
  const total = shells.reduce((sum, { walker }) => sum + Number.parseInt(walker), 0);
  const wanted = count - elsets.length;
  const times = Math.ceil(wanted / total);
  const added = shells.flatMap(({ walker, ...shell }) => {
    const [satellites = 0, planes = 0, phasing = 0] = walker.split('/').map(Number);
    const denser = `${satellites * times}/${planes}/${phasing}` as const;
    return generateShell(
      { ...shell, walker: denser, altitudeKm: shell.altitudeKm + ADDED_KM, every: 1 },
      epochMs * 1000,
    );
  });
  const some = added.filter(
    (_, i) => Math.floor((i * wanted) / added.length) !== Math.floor(((i + 1) * wanted) / added.length),
  );
  const orbits = some.map(({ name, orbit }, i) => ({
    ...orbit,
    name,
    noradNumber: FIRST_ADDED_NUMBER + i,
    objectId: '',
  }));
  return [...elsets, ...orbits.map((orbit) => ({ ...(template as Elset), ...orbit }))];
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

/** Path of a request for a satellite's week at a fixed place; the service keeps the week in memory. */
export const WEEK = '/interference/timeseries?tracked_satellite_id=1&lat=52&lon=13';

/** Server of a trial, its commands, and the accounts in its database. */
export interface Filled {
  installed: Installation;
  server: RunningServer;
  accounts: Account[];
  /** Sends requests of the first account. */
  ask: Ask;
}

/** Runs a job with a server on a new database that `fill` fills. @throws Error if the server ends meanwhile */
export async function withServer<T>(
  given: {
    settings: Settings;
    directory: string;
    /** By default a small catalogue and one account. */
    contents?: Contents;
    /** Settings of the server alone, if it reaches the database differently from commands. */
    served?: Settings;
  },
  job: (filled: Filled) => Promise<T>,
): Promise<T> {
  const { settings, directory, contents = SMALL, served = {} } = given;
  // Errors that a trial causes on purpose would fill the log.
  const installed = installation('.', { LOG_LEVEL: 'silent', ...settings });
  const accounts = await fill(installed, directory, contents);
  const server = await installed.serve([], served);
  try {
    const ask = asking(() => server.url, accounts[0]?.token ?? '');
    await untilStatus(() => ask(WEEK), 200);
    const result = await job({ installed, server, accounts, ask });
    if (hasEnded(server.process)) throw new Error(`the server ended with ${server.process.exitCode}`);
    return result;
  } finally {
    await server.stop();
  }
}

/** Runs a job with a server over the whole catalogue, and two accounts, one of which asks beside the other. */
export function withTwoAccounts<T>(
  given: { settings: Settings; directory: string; served?: Settings },
  job: (server: RunningServer, first: Account, second: Account) => Promise<T>,
): Promise<T> {
  const contents = { every: 1, emails: ['ada@example.org', 'grace@example.org'] };
  const settings = { LOG_LEVEL: 'error', ...given.settings };
  return withServer({ ...given, settings, contents }, ({ server, accounts: [first, second] }) => {
    if (first === undefined || second === undefined) throw new Error('two accounts are needed');
    return job(server, first, second);
  });
}
