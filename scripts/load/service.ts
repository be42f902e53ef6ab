/**
 * The service in a process of its own, for scripts that load it: the public catalogue where two files name one, else the
 * bundled one, with two accounts that track a satellite of each class, and without limits on calls.
 *
 *     tsx scripts/load/service.ts [ADDRESS [CATALOGUE TRANSMITTERS]]
 *
 * On the database of DATABASE_URL, which must be empty; else on an embedded one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readCatalogue } from '../../src/catalogue/sources/source.js';
import { readConfig } from '../../src/config.js';
import { BASE_PATH } from '../../src/spec.js';
import { startSmallService } from '../../test/helpers/smallService.js';
import { asOfToday } from '../operations/omm.js';

/** What the parent is told. */
export interface LoadedService {
  url: string;
  metricsUrl: string;
  window: { start: string };
  /** Two accounts, with their tracked satellites by class. */
  accounts: { token: string; tracked: { LEO: number; GEO: number } }[];
}

const SECOND = 'grace@example.org';
/** Ground stations of the second account. */
const STATIONS = 100;
const GEO_NAMES = /^(ASTRA|EUTELSAT|INTELSAT|SES)/;

const [host = '127.0.0.1', catalogue, transmitters] = process.argv.slice(2);
const directory = mkdtempSync(join(tmpdir(), 'sidelobe-load-'));
process.once('exit', () => rmSync(directory, { recursive: true, force: true }));

const config = readConfig({
  HOST: host,
  PORT: '0',
  METRICS_PORT: '0',
  SIDELOBE_DATA_DIR: directory,
  DATABASE_URL: process.env['DATABASE_URL'] ?? '',
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
});
const elsets = catalogue === undefined ? undefined : asOfToday((await readCatalogue(catalogue)).elsets);
const service = await startSmallService(config, pino({ level: 'error' }, pino.destination(2)), {
  every: 1,
  members: [{ email: SECOND, plan: 'enterprise', stations: STATIONS }],
  ...(elsets && { elsets }),
  ...(transmitters !== undefined && { transmitters }),
});

async function call<T>(path: string, token: string | undefined, body?: object): Promise<T> {
  const headers = {
    'content-type': 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };
  const response = await fetch(service.url + BASE_PATH + path, {
    headers,
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer.data;
}

const { token: second } = await call<{ token: string }>('/auth', undefined, {
  email: SECOND,
  password: service.password,
});
const geo = service.catalogue.find(
  ({ name, meanMotionRevPerDay: n }) => Math.abs(n - 1.0027) < 0.001 && GEO_NAMES.test(name ?? ''),
);
if (geo === undefined) throw new Error('the catalogue has no geostationary satellite of a known operator');
const accounts: LoadedService['accounts'] = [];
const idOf = async (norad: number, token: string): Promise<number> =>
  (await call<{ id: number }>('/tracked_satellites', token, { norad_number: norad })).id;
for (const token of [service.token, second]) {
  accounts.push({ token, tracked: { LEO: await idOf(service.norad, token), GEO: await idOf(geo.noradNumber, token) } });
}
const start = new Date(service.window()?.startMs ?? 0).toISOString();
process.send?.({
  url: service.url,
  metricsUrl: service.metricsUrl ?? '',
  window: { start },
  accounts,
} satisfies LoadedService);
process.once('disconnect', () => void service.stop().finally(() => process.exit()));
