import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { BASE_PATH } from '../../src/spec.js';
import type { LoadedService } from './service.js';

/** Starts the service of service.ts with its arguments; it ends with this process. */
export async function startLoadedService(args: readonly string[]): Promise<LoadedService & { process: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./service.ts', import.meta.url)), args);
  const [service] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error('the service did not start'))),
  ])) as [LoadedService];
  return { ...service, process: child };
}

/** A client with so many kept-alive connections. */
export interface Client {
  get(path: string, headers?: Record<string, string>): Promise<{ status: number; retryAfterSeconds: number }>;
  close(): void;
}

export function createClient(url: string, token: string, connections: number): Client {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  return {
    get: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const asked = request(
          url + BASE_PATH + path,
          { agent, headers: { authorization: `Bearer ${token}`, ...headers } },
          (answer) => {
            answer.resume();
            answer.once('end', () => {
              resolve({
                status: answer.statusCode ?? 0,
                retryAfterSeconds: Number(answer.headers['retry-after'] ?? 0),
              });
            });
          },
        );
        asked.once('error', reject).end();
      }),
    close: () => agent.destroy(),
  };
}

export interface Outcome {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  failures: number;
  refused: number;
}

/** Asks one after the other over each connection until the time is over; who is refused comes back when told to. */
export async function load(client: Client, connections: number, ms: number, pathOf: () => string): Promise<Outcome> {
  const endMs = performance.now() + ms;
  const times: number[] = [];
  let failures = 0;
  let refused = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < endMs) {
      const fromMs = performance.now();
      const { status, retryAfterSeconds } = await client
        .get(pathOf())
        .catch(() => ({ status: 0, retryAfterSeconds: 1 }));
      if (status === 200) times.push(performance.now() - fromMs);
      else {
        if (status === 503) refused++;
        else failures++;
        await sleep(Math.min(1000 * retryAfterSeconds, endMs - performance.now()));
      }
    }
  };
  await Promise.all(Array.from({ length: connections }, worker));
  times.sort((a, b) => a - b);
  const at = (part: number): number => times[Math.min(times.length - 1, Math.floor(part * times.length))] ?? Number.NaN;
  return { perSecond: (1000 * times.length) / ms, p50Ms: at(0.5), p99Ms: at(0.99), failures, refused };
}

export function told({ perSecond, p50Ms, p99Ms, failures, refused }: Outcome): string {
  const [p50, p99] = [p50Ms, p99Ms].map((ms) => ms.toFixed(1));
  return `${perSecond.toFixed(1)}/s, p50 ${p50} ms, p99 ${p99} ms, failed ${failures}, refused ${refused}`;
}

/** Powers of the inverse of the plastic number: no two of the points fall together (the R2 sequence of M. Roberts). */
const STEPS = [0.7548776662466927, 0.5698402909980532] as const;

/** The i-th of places that are all over the Earth, none twice. */
export function placeOf(i: number): string {
  const [x, y] = STEPS.map((step) => (i * step) % 1) as [number, number];
  const lat = (180 / Math.PI) * Math.asin(x * 1.9 - 0.95);
  return `lat=${lat.toFixed(4)}&lon=${(360 * y - 180).toFixed(4)}`;
}
