/**
 * Load on a service: calls over kept-alive connections, one after the other on each. Run as a process of its own, this
 * file receives an Order as a message and answers with a Tally.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { placeQuery } from './demo.js';
import { quantile } from './report.js';

/** Call of the API; `{place}` in its path is replaced by a new place each time. */
export interface Call {
  name: string;
  path: string;
  /** Relative frequency of this call: a call of weight 2 is made twice as often as one of weight 1. */
  weight: number;
}

export interface Order {
  /** Address that the paths of the calls follow. */
  url: string;
  token?: string;
  /** Further headers of each request; without an accept-encoding among them, answers come gzipped. */
  headers?: Readonly<Record<string, string>>;
  connections: number;
  calls: readonly Call[];
  /** Milliseconds after which no further call begins. */
  ms: number;
  /** Largest number of calls; unlimited if absent. */
  most?: number;
  /** Status of a right answer, by default 200. */
  status?: number;
  /** Whether a refused caller tries again at once, without waiting for the time of Retry-After. */
  isStubborn?: boolean;
  /** Index, for `placeQuery`, of the first place to ask about. */
  firstPlace?: number;
  /** Whether each call has a connection of its own. */
  isApart?: boolean;
  /** Number of bytes that a caller reads in a second; undefined: as fast as they come. */
  bytesPerSecond?: number;
}

/** Moments of a load, for callers in the same process. */
interface Moments {
  /** Called when all connections are there, before the first call. */
  connected?: () => void;
  /** Ends the load before its time. */
  signal?: AbortSignal;
}

/** Results of a load; times are in milliseconds. */
export interface Tally {
  /** Times of the calls answered rightly, by the call's name. */
  answered: Record<string, number[]>;
  /** Times of the calls refused with 503. */
  refused: number[];
  /**
   * Number of calls that ended otherwise: by the status, or by why the connection broke (`cut`, `ECONNREFUSED`,
   * `connecting`: a new one was reset before anything came over it).
   */
  failed: Record<string, number>;
  /** Seconds from the first call to the last answer. */
  seconds: number;
}

/** Milliseconds until a caller whose connection broke tries again. */
const BROKEN_MS = 20;
const PLACES_APART = 1_000_000;
let orders = 0;

/** Makes the calls of an order in a child process. No two orders of one parent ask about the same place. */
export async function askApart(order: Order): Promise<Tally> {
  const child = fork(fileURLToPath(import.meta.url));
  child.send({ firstPlace: ++orders * PLACES_APART, ...order });
  const [tally] = (await once(child, 'message')) as [Tally];
  child.disconnect();
  return tally;
}

export async function askFor(order: Order, { connected, signal }: Moments = {}): Promise<Tally> {
  const { connections, calls, ms, most = Infinity, status: right = 200, isStubborn = false, firstPlace = 0 } = order;
  const [first] = calls;
  if (first === undefined) throw new Error('there is nothing to ask for');
  const agent = new Agent({ keepAlive: order.isApart !== true, maxSockets: connections });
  const tally: Tally = { answered: {}, refused: [], failed: {}, seconds: 0 };
  const weights = calls.reduce((total, { weight }) => total + weight, 0);
  let [asked, place] = [0, firstPlace];
  // Connecting is not measured.
  await Promise.all(Array.from({ length: connections }, () => get(order, '/health/live', agent)));
  connected?.();
  const begunMs = performance.now();
  const endMs = begunMs + ms;
  const isOver = (): boolean => performance.now() >= endMs || asked >= most || signal?.aborted === true;
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      // Steps of the golden ratio choose the call, so that in any stretch of calls each is made about as often as its
      // weight says.
      let at = ((asked++ * 0.618034) % 1) * weights;
      const { name, path } = calls.find(({ weight }) => (at -= weight) < 0) ?? first;
      const fromMs = performance.now();
      const { status, retryAfterSeconds } = await get(
        order,
        path.replace('{place}', () => placeQuery(place++)),
        agent,
      );
      const tookMs = performance.now() - fromMs;
      if (status === right) (tally.answered[name] ??= []).push(tookMs);
      else if (status === 503) tally.refused.push(tookMs);
      else tally.failed[status] = (tally.failed[status] ?? 0) + 1;
      const waitMs = typeof status === 'string' ? BROKEN_MS : isStubborn ? 0 : 1000 * retryAfterSeconds;
      if (status !== right) await sleep(Math.max(0, Math.min(waitMs, endMs - performance.now())));
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  tally.seconds = (performance.now() - begunMs) / 1000;
  return tally;
}

/** Sends one request. Resolves to the status when the whole answer has come, else to a cause as in Tally's `failed`. */
function get(
  { url, token, headers, bytesPerSecond }: Order,
  path: string,
  agent: Agent,
): Promise<{ status: number | string; retryAfterSeconds: number }> {
  return new Promise((resolve) => {
    const fail = (status: string): void => resolve({ status, retryAfterSeconds: 0 });
    const credentials = token !== undefined && { authorization: `Bearer ${token}` };
    const sent = { 'accept-encoding': 'gzip', ...credentials, ...headers };
    const asked = request(url + path, { agent, headers: sent }, (answer) => {
      const retryAfterSeconds = Number(answer.headers['retry-after'] ?? 0);
      answer.on('data', (chunk: Buffer) => {
        if (bytesPerSecond === undefined) return;
        answer.pause();
        setTimeout(() => answer.resume(), (1000 * chunk.length) / bytesPerSecond);
      });
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfterSeconds }));
      answer.once('error', ({ code = 'cut' }: NodeJS.ErrnoException) => fail(code));
    });
    asked.once('error', ({ code = 'cut' }: NodeJS.ErrnoException) =>
      fail(code === 'ECONNRESET' && !asked.reusedSocket ? 'connecting' : code),
    );
    asked.end();
  });
}

export function rateOf({ answered, seconds }: Tally): number {
  return Object.values(answered).reduce((sum, { length }) => sum + length, 0) / seconds;
}

export function told(tally: Tally): string {
  const times = (name: string, ms: readonly number[]): string =>
    `${name} ${ms.length}, p50 ${quantile(ms, 0.5).toFixed(1)} ms, p99 ${quantile(ms, 0.99).toFixed(1)} ms`;
  const each = Object.entries(tally.answered).map(([name, ms]) => times(name, ms));
  if (tally.refused.length > 0) each.push(times('refused', tally.refused));
  if (Object.keys(tally.failed).length > 0) each.push(`failed ${JSON.stringify(tally.failed)}`);
  return `${rateOf(tally).toFixed(0)}/s: ${each.join('; ')}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.on('message', (order: Order) => void askFor(order).then((tally) => process.send?.(tally)));
  process.once('disconnect', () => process.exit());
}
