import { rmSync } from 'node:fs';
import { Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { joined, simpleQuery } from './embeddedStream.js';
import { createFramer, isIdle } from './protocol.js';

/** Name of the socket in the data directory, as the driver and psql look for it: `psql -h DIRECTORY -U postgres`. */
export const SOCKET = '.s.PGSQL.5432';

/** Longest time for which a client may keep everybody else waiting: a transaction that it does not end. */
const HOLD_MS = 120_000;

export interface SharedParts {
  backend: Backend;
  /** Waits until nobody in this process uses the session, and keeps it until the returned function is called. */
  hold: () => Promise<() => Promise<void>>;
}

/**
 * Lets other processes of the same user speak to the embedded database over a Unix socket, in turns with this process:
 * a client has the only session from its first message until it is outside of a transaction again.
 *
 * @returns closes the socket and cuts off its clients
 */
export async function shareSession(dataDir: string, parts: SharedParts): Promise<() => Promise<void>> {
  const path = join(dataDir, SOCKET);
  // That of a process that was killed: the directory's lock is ours.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = new Server((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // A client that goes away is seen by its loop.
    socket.on('error', () => undefined);
    void serveClient(socket, parts);
  });
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await once(server, 'listening');
  server.unref();
  return async () => {
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
}

async function serveClient(socket: Socket, { backend, hold }: SharedParts): Promise<void> {
  const framer = createFramer();
  let release: (() => Promise<void>) | undefined;
  const end = async (): Promise<void> => {
    const given = release;
    release = undefined;
    await given?.();
  };
  let timer: NodeJS.Timeout | undefined;
  try {
    for await (const chunk of socket) {
      const messages = framer.add(chunk as Buffer);
      if (messages.length === 0) continue;
      if (release === undefined) {
        release = await hold();
        timer = setTimeout(() => socket.destroy(), HOLD_MS);
      }
      if (!(await passOn(socket, backend, messages))) continue;
      clearTimeout(timer);
      await end();
    }
  } catch {
    // The socket broke, or the database has ended: either way the client is gone.
  } finally {
    clearTimeout(timer);
    socket.destroy();
    if (release !== undefined && backend.isOpen) await backend.send(simpleQuery('ROLLBACK')).catch(() => undefined);
    await end().catch(() => undefined);
  }
}

/** Passes messages on; returns whether the session is outside of a transaction then. */
async function passOn(socket: Socket, backend: Backend, messages: readonly Buffer[]): Promise<boolean> {
  const answer = Buffer.concat(await backend.send(joined(messages)));
  if (!socket.write(answer)) await once(socket, 'drain', { signal: AbortSignal.timeout(HOLD_MS) });
  return isIdle(answer);
}
