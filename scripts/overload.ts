/**
 * Measures what a service does with more work than it can do, and what one account's work does to another's:
 *
 *     tsx scripts/overload.ts [PARTS [CATALOGUE TRANSMITTERS]]
 *
 * PARTS are some of ladder, beside, burst, stations, with commas between; all where absent. Each client is a process of its own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { startLoadedService } from './load/client.js';
import type { LoadedService } from './load/service.js';
import type { Call, Order, Tally } from './overload/client.js';

const LADDER = [1, 4, 16, 64, 256];
const STEP_MS = 8_000;
const BESIDE_MS = 12_000;
/** Before that, and again after it. */
const ALONE_MS = 4_000;
const SETTLED_MS = 2_000;
/** Weeks of an account within the default limits, all at once. */
const BURST = 100;
/** Clock ticks in a second, as proc(5) counts them on Linux. */
const TICKS_PER_SECOND = 100;
const PLACES_APART = 1_000_000;

const [parts = 'ladder,beside,burst,stations', ...files] = process.argv.slice(2);
const service = await startLoadedService(['127.0.0.1', ...files]);
const [first, second] = service.accounts;
if (first === undefined || second === undefined) throw new Error('two accounts are needed');
type Account = LoadedService['accounts'][number];
const clients: ChildProcess[] = [];
let places = 0;

/** Asks in a process of its own; resolves when it has ended. */
async function asking(account: Account, order: Partial<Order> & { calls: Call[]; ms: number }): Promise<Tally> {
  const client = fork(fileURLToPath(new URL('./overload/client.ts', import.meta.url)));
  clients.push(client);
  client.send({
    url: service.url,
    token: account.token,
    connections: 1,
    firstPlace: (places += PLACES_APART),
    ...order,
  });
  const [tally] = (await once(client, 'message')) as [Tally];
  client.disconnect();
  return tally;
}

function callsOf({ tracked: { LEO, GEO } }: Account): Record<string, Call> {
  const call = (name: string, weight: number, path: string): [string, Call] => [name, { name, weight, path }];
  const over = (satellite: number, place: string): string => `tracked_satellite_id=${satellite}&${place}`;
  const berlin = 'lat=52.52&lon=13.405';
  return Object.fromEntries([
    call('point', 40, `/interference/at_point?${over(GEO, berlin)}&timestamp=${service.window.start}`),
    call('week', 15, `/interference/timeseries?${over(GEO, berlin)}`),
    call('me', 15, '/me'),
    call('new LEO week', 12, `/interference/timeseries?${over(LEO, '{place}')}`),
    call('new GEO week', 6, `/interference/timeseries?${over(GEO, '{place}')}`),
    call('new point', 10, `/interference/at_point?${over(LEO, '{place}')}&timestamp=${service.window.start}`),
    call('all stations', 2, `/interference/all_ground_stations?tracked_satellite_id=${LEO}`),
  ]);
}

try {
  const [own, others] = [callsOf(second), callsOf(first)];
  const point = [own['point'] as Call];
  const all = Object.values(others);
  await asking(second, { calls: point, ms: SETTLED_MS });

  if (parts.includes('ladder')) {
    print(`mixed calls of one account (${all.map(({ name, weight }) => `${weight} ${name}`).join(', ')})`);
    for (const stubborn of [false, true]) {
      for (const connections of LADDER) {
        const before = spent();
        const tally = await asking(first, { calls: all, ms: STEP_MS, connections, stubborn });
        const after = spent();
        const [whole, main] = [after.process - before.process, after.main - before.main];
        print(`  ${stubborn ? 'at once again, ' : ''}${connections} connections: ${told(tally)}`);
        print(
          `    ${(answers(tally) / whole).toFixed(0)} answers a second of processor time, of which the main thread had ${Math.round((100 * main) / whole)} %`,
        );
      }
    }
  }
  if (parts.includes('beside')) {
    for (const name of ['week', 'new LEO week', 'new GEO week']) {
      const alone = await asking(second, { calls: point, ms: ALONE_MS });
      const weeks = asking(first, { calls: [others[name] as Call], ms: BESIDE_MS + 2 * SETTLED_MS, connections: 256 });
      await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
      const beside = await asking(second, { calls: point, ms: BESIDE_MS });
      await weeks;
      const again = await asking(second, { calls: point, ms: ALONE_MS });
      print(`a warm point alone: before ${told(alone)}, after ${told(again)}`);
      print(
        `  beside 256 connections that ask for each a ${name}: ${told(beside)}; of its rate alone ${share(beside, [alone, again])}`,
      );
      print(`  those: ${told(await weeks)}`);
    }
  }
  if (parts.includes('burst')) {
    const burst = asking(first, {
      calls: [others['new GEO week'] as Call],
      ms: 60_000,
      connections: BURST,
      most: BURST,
    });
    const beside = await asking(second, { calls: [own['point'] as Call, own['new point'] as Call], ms: 5_000 });
    print(`${BURST} new GEO weeks at once: ${told(await burst)}`);
    print(`  points of another account meanwhile: ${told(beside)}`);
  }
  if (parts.includes('stations')) {
    const tally = await asking(second, {
      calls: [{ name: 'all stations', weight: 1, path: own['all stations']?.path ?? '' }],
      ms: BESIDE_MS,
      connections: 256,
    });
    print(`all stations over 256 connections: ${told(tally)}`);
  }
} finally {
  for (const client of clients) client.kill();
  service.process.disconnect();
}

/** Seconds of processor time that the service's process, and its main thread, have had. */
function spent(): { process: number; main: number } {
  const { pid } = service.process;
  const [whole = 0, main = 0] = [`/proc/${pid}/stat`, `/proc/${pid}/task/${pid}/stat`].map((file) => {
    const fields = readFileSync(file, 'latin1')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  });
  return { process: whole, main };
}

function answers({ answered }: Tally): number {
  return Object.values(answered).reduce((sum, { length }) => sum + length, 0);
}

function at(times: readonly number[], part: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  const found = sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))];
  return found === undefined ? '-' : `${found.toFixed(found < 10 ? 1 : 0)} ms`;
}

function told(tally: Tally): string {
  const { answered, refused, failed, seconds } = tally;
  const names = Object.keys(answered);
  const each = names.map((name) => {
    const times = answered[name] as number[];
    return `${names.length > 1 ? `${name} ` : ''}${times.length} p50 ${at(times, 0.5)} p99 ${at(times, 0.99)} longest ${at(times, 1)}`;
  });
  const refusals = `refused ${refused.length}${refused.length > 0 ? ` p50 ${at(refused, 0.5)} p99 ${at(refused, 0.99)}` : ''}`;
  const failures = Object.keys(failed).length > 0 ? `, failed ${JSON.stringify(failed)}` : '';
  return `${(answers(tally) / seconds).toFixed(0)}/s (${each.join('; ')}), ${refusals}${failures}`;
}

/** Rate of points beside others, as a part of the mean of the rates alone. */
function share(beside: Tally, alone: readonly Tally[]): string {
  const rate = ({ answered, seconds }: Tally): number => (answered['point']?.length ?? 0) / seconds;
  const mean = alone.reduce((sum, tally) => sum + rate(tally), 0) / alone.length;
  return (rate(beside) / mean).toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
