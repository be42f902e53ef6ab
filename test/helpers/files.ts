import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ExecutionContext } from 'ava';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Creates an empty directory, which is removed after the test; returns its path. */
export function temporaryDirectory(t: Pick<ExecutionContext, 'teardown'>): string {
  const path = mkdtempSync(join(tmpdir(), 'sidelobe-test-'));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Creates a file with this content, which is removed after the test; returns its path. */
export function temporaryFile(t: ExecutionContext, name: string, content: string | Uint8Array): string {
  const path = join(temporaryDirectory(t), name);
  writeFileSync(path, content);
  return path;
}

/**
 * Range of ports, below those that the system hands out (32,768 and more on Linux), so that no other program gets one
 * by chance.
 */
const [LOWEST, HIGHEST] = [11_000, 32_000] as const;

/** Returns the first TCP port of 127.0.0.1, from the given one on, at which nobody listens. */
export async function freePort(from = LOWEST + (process.pid % (HIGHEST - LOWEST))): Promise<number> {
  for (let port = from; port <= HIGHEST; port++) {
    const server = createServer();
    const [outcome] = await Promise.race([
      once(server.listen(port, '127.0.0.1'), 'listening').then(() => ['free']),
      once(server, 'error'),
    ]);
    if (outcome !== 'free') continue;
    server.close();
    await once(server, 'close');
    return port;
  }
  throw new Error(`no port from ${from} to ${HIGHEST} is free`);
}

/** Reads a JSON file of test/golden, by its path there without the ending. */
export function golden(path: string): unknown {
  return JSON.parse(readFileSync(new URL(`../golden/${path}.json`, import.meta.url), 'utf8'));
}
