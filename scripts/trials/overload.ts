/**
 * Measures how a service answers when it is asked for more than it can compute, and how one account's requests slow
 * another's:
 *
 *     npm run trial overload -- [--only ladder,beside,burst] [--postgres]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { type Account, withTwoAccounts } from './harness/filled.js';
import { onNewDatabase, type RunningServer } from './harness/installation.js';
import { askApart, type Call, type Order, rateOf, type Tally, told } from './harness/load.js';
import { print, quantile } from './harness/report.js';

const LADDER = [1, 16, 64, 256];
const STEP_MS = 8_000;
const BESIDE_MS = 12_000;
const ALONE_MS = 4_000;
const SETTLED_MS = 2_000;
/** Number of weeks that an account asks for at once; the default limits allow it. */
const BURST = 100;
/**
 * Bounds while the first account asks over 256 connections: the p99 in ms of the second account and of refusals, and
 * the second account's rate as a share of its rate alone.
 */
const NEIGHBOUR = { p99Ms: 100, share: 0.4 };
const BERLIN = 'lat=52.52&lon=13.405';

export function trial({ only, postgres }: Options): Promise<boolean> {
  const isAsked = (part: string): boolean => only === '' || only.split(',').includes(part);
  return onNewDatabase(postgres, (settings, directory) =>
    withTwoAccounts({ settings, directory }, async (server, first, second) => {
      const asking: Asking = ({ token }, order) =>
        askApart({ url: server.url + BASE_PATH, token, connections: 1, ...order });
      await asking(second, { calls: callsOf(second).slice(0, 1), ms: SETTLED_MS });
      if (isAsked('ladder')) await ladder(server, (order) => asking(first, order), callsOf(first));
      if (isAsked('burst')) await burst(asking, first, second);
      return !isAsked('beside') || (await beside(asking, first, second));
    }),
  );
}

type Asking = (account: Account, order: Pick<Order, 'calls' | 'ms'> & Partial<Order>) => Promise<Tally>;

/** Calls of an account with their weights; the first one is answered from memory. */
function callsOf({ leo, geo }: Account): Call[] {
  const call = (name: string, weight: number, path: string): Call => ({ name, weight, path });
  const [week, point] = ['/interference/timeseries', '/interference/at_point'];
  const now = `timestamp=${new Date().toISOString().slice(0, 16)}:00Z`;
  return [
    call('point', 40, `${point}?tracked_satellite_id=${geo}&${BERLIN}&${now}`),
    call('week', 15, `${week}?tracked_satellite_id=${geo}&${BERLIN}`),
    call('me', 15, '/me'),
    call('new LEO week', 12, `${week}?tracked_satellite_id=${leo}&{place}`),
    call('new GEO week', 6, `${week}?tracked_satellite_id=${geo}&{place}`),
    call('new point', 10, `${point}?tracked_satellite_id=${leo}&{place}&${now}`),
  ];
}

function named(account: Account, name: string): Call[] {
  return callsOf(account).filter((call) => call.name === name);
}

async function ladder(
  server: RunningServer,
  asking: (order: Pick<Order, 'calls' | 'ms'> & Partial<Order>) => Promise<Tally>,
  calls: Call[],
): Promise<void> {
  print(`mixed calls of one account (${calls.map(({ name, weight }) => `${weight} ${name}`).join(', ')})`);
  for (const isStubborn of [false, true]) {
    for (const connections of LADDER) {
      const before = cpuSeconds(server.pid);
      const tally = await asking({ calls, ms: STEP_MS, connections, isStubborn });
      const perCpuSecond = (rateOf(tally) * tally.seconds) / (cpuSeconds(server.pid) - before);
      print(`  ${isStubborn ? 'at once again, ' : ''}${connections} connections: ${told(tally)}`);
      print(`    ${perCpuSecond.toFixed(0)} answers a second of processor time`);
    }
  }
}

/**
 * Measures one account's warm point while another account asks over 256 connections; returns whether NEIGHBOUR holds.
 */
async function beside(asking: Asking, first: Account, second: Account): Promise<boolean> {
  let isWithin = true;
  for (const name of ['week', 'new LEO week', 'new GEO week']) {
    const calls = named(second, 'point');
    const before = await asking(second, { calls, ms: ALONE_MS });
    const load = { calls: named(first, name), ms: BESIDE_MS + 2 * SETTLED_MS, connections: 256 };
    const weeks = asking(first, load);
    await pause(SETTLED_MS);
    const while256 = await asking(second, { calls, ms: BESIDE_MS });
    const others = await weeks;
    const after = await asking(second, { calls, ms: ALONE_MS });
    const share = rateOf(while256) / ((rateOf(before) + rateOf(after)) / 2);
    const p99Ms = quantile(while256.answered['point'] ?? [], 0.99);
    const refusedMs = others.refused.length > 0 ? quantile(others.refused, 0.99) : 0;
    isWithin &&= p99Ms < NEIGHBOUR.p99Ms && share >= NEIGHBOUR.share && refusedMs < NEIGHBOUR.p99Ms;
    print(`a warm point alone: before ${told(before)}, after ${told(after)}`);
    print(
      `  beside 256 connections that ask for each a ${name}: ${told(while256)}; ${share.toFixed(2)} of its rate alone`,
    );
    print(`  those: ${told(others)}`);
  }
  return isWithin;
}

async function burst(asking: Asking, first: Account, second: Account): Promise<void> {
  const weeks = asking(first, { calls: named(first, 'new GEO week'), ms: 60_000, connections: BURST, most: BURST });
  const points = [...named(second, 'point'), ...named(second, 'new point')];
  const meanwhile = await asking(second, { calls: points, ms: 5_000 });
  print(`${BURST} new GEO weeks at once: ${told(await weeks)}`);
  print(`  points of another account meanwhile: ${told(meanwhile)}`);
}

/** Processor time, in seconds, that a process has used (proc(5), in hundredths; Linux only). */
function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
