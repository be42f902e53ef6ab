import type { Logger } from 'pino';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import type { Config } from '../../src/config.js';
import { createAccount } from '../../src/db/accounts/accounts.js';
import { hashPassword, mintToken } from '../../src/db/accounts/credentials.js';
import { insertStation } from '../../src/db/analysis/stations.js';
import { insertToken } from '../../src/db/accounts/tokens.js';
import { track } from '../../src/db/analysis/tracked.js';
import { importFile } from '../../src/jobs/import/importSource.js';
import { readDownlinks } from '../../src/jobs/import/importTransmitters.js';
import { type Service, startService } from '../../src/main.js';
import { withDatabase } from '../../src/service/batch.js';
import { BASE_PATH } from '../../src/spec.js';
import { importElsets } from '../db/fixtures.js';
import { today } from './clock.js';
import { until } from './until.js';

const EVERY = 100;
const SPARE_TOKENS = 50;
/** Name of a satellite that no account tracks until a test runs the examples of /docs. */
const UNTRACKED = /^CSS \(TIANHE\)/;
const TRACKED = [/^ISS \(ZARYA\)/, /^(NAVSTAR|GPS B)/];
const POLL_MS = 500;

/** Contents of a new service; by default every hundredth satellite of the bundled catalogue. */
export interface Contents {
  elsets?: Elset[];
  /** Imports only every n-th satellite, those that are tracked, and the one that UNTRACKED names. */
  every?: number;
  /** Path of a file of transmitters. */
  transmitters?: string;
  /** Further accounts, with the same password and the same tracked satellites. */
  members?: { email: string; plan: 'enterprise' | 'free'; stations?: number }[];
}

export interface SmallService extends Service {
  email: string;
  password: string;
  token: string;
  /** Further tokens, for tests that revoke them. */
  spareTokens: string[];
  tracked: number[];
  /** Catalogue number of the first tracked satellite. */
  norad: number;
  /** Element sets that were imported. */
  catalogue: readonly Elset[];
  stations: number[];
  /** Waits until a sweep has completed the run of the first tracked satellite; resolves to the run's id. */
  sweptRun(): Promise<number>;
}

/** Starts the whole service on a new database, by default over a part of a catalogue that is swept in seconds. */
export async function startSmallService(
  config: Config,
  log: Logger,
  { elsets, every = EVERY, transmitters, members = [] }: Contents = {},
): Promise<SmallService> {
  const start = await today();
  const catalogue = elsets ?? bundledCatalogue(start.getTime() * 1000);
  const firsts = TRACKED.map((names) => catalogue.findIndex(({ name }) => names.test(name)));
  const kept = new Set([...firsts, catalogue.findIndex(({ name }) => UNTRACKED.test(name))]);
  const some = catalogue.filter((_elset, index) => index % every === 0 || kept.has(index));
  const norads = firsts.map((index) => catalogue[index]?.noradNumber ?? 0);
  const prepared = await withDatabase(config, async (knex) => {
    await importElsets(knex, some);
    if (transmitters !== undefined) await importFile(knex, transmitters, readDownlinks);
    const password = 'correct horse battery staple';
    const passwordHash = await hashPassword(password);
    const email = 'ada@example.org';
    const ada = { email, firstName: 'Ada', lastName: 'Lovelace' };
    const { accountId, userId } = await createAccount(knex, { passwordHash, ...ada, plan: 'enterprise' });
    const minted: string[] = [];
    for (let i = 0; i <= SPARE_TOKENS; i++) {
      const { token, hash } = mintToken();
      await insertToken(knex, { accountId, userId, name: 'test', hash, origin: 'cli' });
      minted.push(token);
    }
    const [token = '', ...spareTokens] = minted;
    const tracked: number[] = [];
    for (const norad of norads) tracked.push((await track(knex, accountId, norad, userId))?.id ?? 0);
    const stations: number[] = [];
    for (const [name, latitudeDeg, longitudeDeg] of [
      ['Berlin', 52.52, 13.405],
      ['Quito', -0.18, -78.47],
    ] as const) {
      stations.push((await insertStation(knex, { accountId, name, latitudeDeg, longitudeDeg })).id);
    }
    for (const { email: address, plan, stations: count = 0 } of members) {
      const names = { firstName: 'Grace', lastName: 'Hopper' };
      const member = await createAccount(knex, { passwordHash, ...names, email: address, plan });
      for (const norad of norads) await track(knex, member.accountId, norad, member.userId);
      for (let i = 0; i < count; i++) {
        const place = { name: `Station ${i + 1}`, ...spread(i, count) };
        await insertStation(knex, { accountId: member.accountId, ...place });
      }
    }
    return { email, password, token, spareTokens, tracked, stations };
  });
  const service = await startService(config, log, { demo: false });

  const ask = async (path: string): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${prepared.token}` };
    const response = await fetch(service.url + BASE_PATH + path, { headers });
    const { data, ...bare } = (await response.json()) as { data?: Record<string, unknown> };
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${JSON.stringify(bare)}`);
    return data ?? bare;
  };
  return {
    ...service,
    ...prepared,
    norad: norads[0] ?? 0,
    catalogue: some,
    async sweptRun() {
      const bands = await ask(`/interference/available_frequency_bands?tracked_satellite_id=${prepared.tracked[0]}`);
      const run = Number(bands['coverage_analysis_run_id']);
      const isSwept = async () => (await ask(`/coverage_analysis_runs/${run}`))['status'] === 'completed';
      await until(isSwept, 'the sweep', POLL_MS);
      return run;
    },
  };
}

const GOLDEN_ANGLE_DEG = 180 * (3 - Math.sqrt(5));

/** Place i of `count` places that are spread evenly over the Earth. */
function spread(i: number, count: number): { latitudeDeg: number; longitudeDeg: number } {
  const latitudeDeg = (180 / Math.PI) * Math.asin(1 - (2 * i + 1) / count);
  return { latitudeDeg, longitudeDeg: ((i * GOLDEN_ANGLE_DEG) % 360) - 180 };
}
