import { rmSync } from 'node:fs';
import { Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Backend } from './backend.js';
import { resetSession, TERMINATE } from './embeddedStream.js';

/** Name of the socket in the data directory, as the driver and psql look for it: `psql -h DIRECTORY -U postgres`. */
export const SOCKET = '.s.PGSQL.5432';

/** Longest time for which a client's transaction may keep all others waiting. */
const HOLD_MS = 120_000;

export interface SharedParts {
  backend: Backend;
  /** Waits until this process does not use the session, and keeps it until the returned function is called. */
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
    if (release !== undefined) await resetSession(backend).catch(() => undefined);
    await end().catch(() => undefined);
  }
}

/** Passes messages on; returns whether the session is outside of a transaction then. */
async function passOn(socket: Socket, backend: Backend, messages: readonly Buffer[]): Promise<boolean> {
  const answer = Buffer.concat(await backend.send(messages));
  if (!socket.write(answer)) await once(socket, 'drain', { signal: AbortSignal.timeout(HOLD_MS) });
  return isIdle(answer);
}

// The part of Postgres' protocol 3.0 (PostgreSQL 15, chapter 55) that is needed to pass its messages on.

/** Splits the bytes of a client into whole messages. */
interface Framer {
  /** Adds bytes; returns the messages that are complete now, but for Terminate. */
  add(chunk: Buffer): Buffer[];
}

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** Largest message that is taken: a batch of an import has some 300 kB. */
const MOST_BYTES = 64 * 2 ** 20;

/** The first message has no type, only its length. */
function createFramer(): Framer {
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  return {
    add(chunk) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      const messages: Buffer[] = [];
      for (;;) {
        const typeBytes = isFirst ? 0 : 1;
        if (rest.length < typeBytes + 4) return messages;
        const bytes = typeBytes + rest.readInt32BE(typeBytes);
        if (bytes < typeBytes + 4 || bytes > MOST_BYTES) throw new RangeError(`a message of ${bytes} bytes`);
        if (rest.length < bytes) return messages;
        const message = rest.subarray(0, bytes);
        rest = rest.subarray(bytes);
        if (isFirst || message[0] !== TERMINATE) messages.push(message);
        isFirst = false;
      }
    },
  };
}

/** Whether the session is outside of a transaction after an answer, and waits for the next statement. */
function isIdle(answer: Buffer): boolean {
  let status: number | undefined;
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === READY) status = answer[at + 5];
  }
  return status === IDLE;
}
