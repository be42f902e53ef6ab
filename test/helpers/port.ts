import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that servers and connections are given (32,768 and more by Linux): nobody takes it by chance meanwhile. */
const [LOWEST, HIGHEST] = [11_000, 32_000] as const;

/** A TCP port of 127.0.0.1 at which nobody listens, until this process does. */
export async function freePort(): Promise<number> {
  for (let port = LOWEST + (process.pid % (HIGHEST - LOWEST)); port <= HIGHEST; port++) {
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
  throw new Error(`no port from ${LOWEST} to ${HIGHEST} is free`);
}
