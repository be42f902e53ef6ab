/**
 * Measures how the requests of one account, which asks for more than the service can compute, slow another's:
 *
 *     npm run trial overload -- [--postgres]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { type Account, withTwoAccounts } from './harness/filled.js';
import { onNewDatabase, type RunningServer } from './harness/installation.js';
import { askApart, type Order, rateOf, type Tally, told } from './harness/load.js';
import { print, quantile } from './harness/report.js';

const BESIDE_MS = 12_000;
const ALONE_MS = 4_000;
const SETTLED_MS = 2_000;
/**
 * Bounds while the first account asks over 256 connections: the largest p99, in ms, of the second account and of
 * refusals, and the second account's least rate, as a share of its rate alone.
 */
const NEIGHBOUR = { p99Ms: 100, share: 0.4 };
const BERLIN = 'lat=52.52&lon=13.405';

const PLAIN = { 'accept-encoding': 'identity' };

export function trial({ postgres }: Options): Promise<boolean> {
  return onNewDatabase(postgres, (settings, directory) => withTwoAccounts({ settings, directory }, beside));
}

/**
 * Measures one account's warm point while another account asks over 256 connections; returns whether NEIGHBOUR holds.
 */
async function beside({ url }: RunningServer, first: Account, second: Account): Promise<boolean> {
  const week = (satellite: number, where: string): string =>
    `/interference/timeseries?tracked_satellite_id=${satellite}&${where}`;
  const ask = ({ token }: Account, path: string, order: Pick<Order, 'ms'> & Partial<Order>): Promise<Tally> => {
    const calls = [{ name: 'call', weight: 1, path }];
    return askApart({ url: url + BASE_PATH, token, connections: 1, calls, ...order });
  };
  const now = `timestamp=${new Date().toISOString().slice(0, 16)}:00Z`;
  const point = `/interference/at_point?tracked_satellite_id=${second.geo}&${BERLIN}&${now}`;
  await ask(second, point, { ms: SETTLED_MS });
  let isWithin = true;
  for (const [name, path, headers] of [
    ['the same week', week(first.geo, BERLIN), {}],
    ['the same week, not compressed', week(first.geo, BERLIN), PLAIN],
    ['a new LEO week', week(first.leo, '{place}'), {}],
    ['a new GEO week', week(first.geo, '{place}'), {}],
  ] as const) {
    const before = await ask(second, point, { ms: ALONE_MS });
    const weeks = ask(first, path, { ms: BESIDE_MS + 2 * SETTLED_MS, connections: 256, headers });
    await pause(SETTLED_MS);
    const while256 = await ask(second, point, { ms: BESIDE_MS });
    const others = await weeks;
    const after = await ask(second, point, { ms: ALONE_MS });
    const share = rateOf(while256) / ((rateOf(before) + rateOf(after)) / 2);
    const p99Ms = quantile(while256.answered['call'] ?? [], 0.99);
    const refusedMs = others.refused.length > 0 ? quantile(others.refused, 0.99) : 0;
    isWithin &&= p99Ms < NEIGHBOUR.p99Ms && share >= NEIGHBOUR.share && refusedMs < NEIGHBOUR.p99Ms;
    print(`a warm point alone: before ${told(before)}, after ${told(after)}`);
    print(`  beside 256 connections that ask for ${name}: ${told(while256)}; ${share.toFixed(2)} of its rate alone`);
    print(`  those: ${told(others)}`);
  }
  return isWithin;
}
