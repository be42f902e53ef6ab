import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** Outcome of the requests of all clients. */
export interface Tally {
  answered: number;
  /** Number of connections that the system refused because nobody listened; the server never accepted them. */
  refused: number;
  /** Number of requests that were sent and not answered completely, by reason. */
  lost: Map<string, number>;
  /** Number of answers by status. */
  statuses: Map<number, number>;
}

interface Client {
  path: string;
  headers: Record<string, string>;
  /** Whether the client keeps its connection. */
  isKept: boolean;
  /** Number of bytes that the client reads in a second; undefined: as fast as they come. */
  bytesPerSecond?: number;
}

const WEEK_READERS = 4;
const SLOW_BYTES_PER_SECOND = 300_000;
const RETRY_MS = 20;

function clientsOf(token: string, tracked: number): Client[] {
  const base = '/api/v1/interference';
  const headers = { authorization: `Bearer ${token}` };
  const week = (i: number): string => `${base}/timeseries?tracked_satellite_id=${tracked}&lat=${10 * i}&lon=20`;
  const point = `${base}/at_point?tracked_satellite_id=${tracked}&lat=1&lon=1&timestamp=${new Date().toISOString()}`;
  const readers = Array.from({ length: WEEK_READERS }, (_, i): Client[] => [
    { path: week(i), headers: { ...headers, 'accept-encoding': 'gzip' }, isKept: true },
    { path: week(i), headers, isKept: false, bytesPerSecond: SLOW_BYTES_PER_SECOND },
  ]);
  return [
    ...readers.flat(),
    ...Array.from({ length: 4 }, (): Client => ({ path: point, headers, isKept: true })),
    ...Array.from({ length: 4 }, (): Client => ({ path: point, headers, isKept: false })),
    { path: '/health/ready', headers: {}, isKept: true },
    { path: '/health/live', headers: {}, isKept: false },
  ];
}

/** Lets all clients send requests over and over until the signal. */
export async function askUntil(port: number, token: string, tracked: number, signal: AbortSignal): Promise<Tally> {
  const tally: Tally = { answered: 0, refused: 0, lost: new Map(), statuses: new Map() };
  await Promise.all(
    clientsOf(token, tracked).map(async (client) => {
      const agent = new Agent({ keepAlive: client.isKept, maxSockets: 1 });
      while (!signal.aborted) {
        const outcome = await ask(port, client, agent);
        if (typeof outcome === 'number') {
          tally.answered++;
          tally.statuses.set(outcome, (tally.statuses.get(outcome) ?? 0) + 1);
        } else if (outcome === 'ECONNREFUSED') {
          tally.refused++;
          await pause(RETRY_MS);
        } else {
          const what = `${outcome} ${client.path.split('?', 1)[0]}${client.isKept ? ', kept' : ''}`;
          tally.lost.set(what, (tally.lost.get(what) ?? 0) + 1);
        }
      }
      agent.destroy();
    }),
  );
  return tally;
}

/** Sends one request; returns the status if the answer came completely, else the reason why it did not. */
function ask(port: number, { path, headers, bytesPerSecond }: Client, agent: Agent): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = request({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      response.on('data', (chunk: Buffer) => {
        if (bytesPerSecond === undefined) return;
        response.pause();
        setTimeout(() => response.resume(), (1000 * chunk.length) / bytesPerSecond);
      });
      response.once('end', () => resolve(response.complete ? (response.statusCode ?? 0) : 'cut'));
      response.once('error', (error: NodeJS.ErrnoException) => resolve(`cut: ${error.code ?? error.message}`));
    });
    asked.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    asked.end();
  });
}
