/**
 * Measures what one account's load does to another: the second asks for one warm point over and over, alone and beside the
 * first one's connections, each of which asks for weeks at places never asked about.
 *
 *     tsx scripts/neighbours.ts [CONNECTIONS [CATALOGUE TRANSMITTERS]]
 */
import { createClient, load, placeOf, startLoadedService, told } from './load/client.js';

const ALONE_MS = 8_000;
const BESIDE_MS = 20_000;
const SETTLED_MS = 2_000;

const [connections = '64', ...files] = process.argv.slice(2);
const count = Number(connections);
const service = await startLoadedService(['127.0.0.1', ...files]);
const [first, second] = service.accounts;
if (first === undefined || second === undefined) throw new Error('two accounts are needed');
const point = `/interference/at_point?tracked_satellite_id=${second.tracked.GEO}&lat=52.52&lon=13.405&timestamp=${service.window.start}`;
const neighbour = createClient(service.url, second.token, 1);
await load(neighbour, 1, SETTLED_MS, () => point);

let place = 0;
for (const name of ['GEO', 'LEO'] as const) {
  const alone = await load(neighbour, 1, ALONE_MS, () => point);
  process.stdout.write(`a warm point, alone: ${told(alone)}\n`);
  const loading = createClient(service.url, first.token, count);
  const week = (): string => `/interference/timeseries?tracked_satellite_id=${first.tracked[name]}&${placeOf(place++)}`;
  const weeks = load(loading, count, BESIDE_MS + SETTLED_MS, week);
  await load(neighbour, 1, SETTLED_MS, () => point);
  const beside = await load(neighbour, 1, BESIDE_MS - SETTLED_MS, () => point);
  process.stdout.write(`  beside ${count} connections that ask for new ${name} weeks: ${told(beside)}\n`);
  process.stdout.write(`  share of its rate alone: ${(beside.perSecond / alone.perSecond).toFixed(2)}\n`);
  process.stdout.write(`  those weeks: ${told(await weeks)}\n`);
  loading.close();
}
neighbour.close();
service.process.disconnect();
