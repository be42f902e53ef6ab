/**
 * Asks a service from a process of its own, over kept-alive connections, one call after the other on each. Each message is an
 * Order; the answer is a Tally.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createClient, placeOf } from '../load/client.js';

/** What is asked for; `{place}` stands for a place that was never asked about. */
export interface Call {
  name: string;
  path: string;
  /** How often it is asked for, beside the others. */
  weight: number;
}

export interface Order {
  url: string;
  token: string;
  connections: number;
  calls: Call[];
  /** Ends after so long. */
  ms: number;
  /** Ends after so many calls, where given. */
  most?: number;
  /** Whether who is refused comes back at once, and not when told to. */
  stubborn?: boolean;
  /** First of the places. */
  firstPlace: number;
}

/** Milliseconds of each call, by what came of it. */
export interface Tally {
  answered: Record<string, number[]>;
  refused: number[];
  /** Answers of other statuses, and broken ones: 0. */
  failed: Record<string, number>;
  /** Seconds from the first call to the last answer. */
  seconds: number;
}

async function ask(order: Order): Promise<Tally> {
  const [first] = order.calls;
  if (first === undefined) throw new Error('nothing to ask for');
  const { connections, calls, ms, most = Infinity, stubborn = false } = order;
  const client = createClient(order.url, order.token, connections);
  const tally: Tally = { answered: {}, refused: [], failed: {}, seconds: 0 };
  const sum = calls.reduce((total, { weight }) => total + weight, 0);
  let asked = 0;
  let place = order.firstPlace;
  // What it takes to connect is nobody's answer.
  await Promise.all(Array.from({ length: connections }, () => client.get('/health/live')));
  const begunMs = performance.now();
  const endMs = begunMs + ms;
  const worker = async (): Promise<void> => {
    while (performance.now() < endMs && asked < most) {
      // Low discrepancy: any stretch of calls has each as often as its weight says.
      let at = ((asked++ * 0.618034) % 1) * sum;
      const call = calls.find(({ weight }) => (at -= weight) < 0) ?? first;
      const fromMs = performance.now();
      const { status, retryAfterSeconds } = await client
        .get(
          call.path.replace('{place}', () => placeOf(place++)),
          { 'accept-encoding': 'gzip' },
        )
        .catch(() => ({ status: 0, retryAfterSeconds: 1 }));
      const tookMs = performance.now() - fromMs;
      if (status === 200) (tally.answered[call.name] ??= []).push(tookMs);
      else if (status === 503) tally.refused.push(tookMs);
      else tally.failed[status] = (tally.failed[status] ?? 0) + 1;
      if (status !== 200 && !stubborn) {
        await sleep(Math.max(0, Math.min(1000 * retryAfterSeconds, endMs - performance.now())));
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  client.close();
  tally.seconds = (performance.now() - begunMs) / 1000;
  return tally;
}

process.on('message', (order: Order) => void ask(order).then((tally) => process.send?.(tally)));
process.once('disconnect', () => process.exit());
