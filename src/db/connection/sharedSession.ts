import { rmSync } from 'node:fs';
import { Server, type Socket } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Knex } from 'knex';
import type { Backend } from './backend.js';
import { withConnection } from './connections.js';
import { resetSession, TERMINATE } from './embeddedStream.js';

/** Name of the socket in the data directory, as the driver and psql look for it: `psql -h DIRECTORY -U postgres`. */
export const SOCKET = '.s.PGSQL.5432';

/** Longest time for which a client's transaction may keep all others waiting. */
const HOLD_MS = 120_000;

interface SharedParts {
  backend: Backend;
  /** Pool of the only connection, which a client holds during its turn. */
  knex: Knex;
}

/**
 * Lets other processes of the same user query the embedded database over a Unix socket, in turns with this process: a
 * client has the only session from its first message until it is outside of a transaction again.
 *
 * @returns function that closes the socket and cuts off its clients
 */
export async function shareSession(dataDir: string, parts: SharedParts): Promise<() => Promise<void>> {
  const path = join(dataDir, SOCKET);
  // This process holds the directory's lock, so an existing socket is left from a killed process.
  rmSync(path, { force: true });
  const sockets = new Set<Socket>();
  const server = new Server((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // An error without a listener would end the process; serveClient itself notices that the client is gone.
    socket.on('error', () => undefined);
    void serveClient(socket, parts);
  });
  // Only this user may connect to the socket.
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

async function serveClient(socket: Socket, { backend, knex }: SharedParts): Promise<void> {
  const received = messagesOf(socket);
  /**
   * Passes on a client's messages, and their answers, until the session is outside of a transaction or the client is
   * gone.
   */
  const takeTurn = async (first: Buffer[]): Promise<void> => {
    const timer = setTimeout(() => socket.destroy(), HOLD_MS);
    let isOver = false;
    try {
      for (let messages: Buffer[] | undefined = first; messages && !isOver;) {
        const answer = Buffer.concat(await backend.send(messages));
        if (!socket.write(answer)) await once(socket, 'drain', { signal: AbortSignal.timeout(HOLD_MS) });
        isOver = isIdle(answer);
        if (!isOver) messages = (await received.next()).value;
      }
    } finally {
      clearTimeout(timer);
      if (!isOver) await resetSession(backend);
    }
  };
  try {
    for await (const messages of received) await withConnection(knex, () => takeTurn(messages));
  } catch {
    // The socket broke, or the database has ended; in both cases the client is cut off.
  } finally {
    socket.destroy();
  }
}

// The part of Postgres' protocol 3.0 (PostgreSQL 15, chapter 55) that passing its messages on needs.

const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** Largest message that is accepted: a batch of an import has some 300 kB. */
const MOST_BYTES = 64 * 2 ** 20;

/**
 * Yields a client's messages as soon as they are whole, without Terminate. Every message but the first begins with a
 * byte for its type, before its length.
 */
async function* messagesOf(socket: Socket): AsyncGenerator<Buffer[], undefined> {
  let rest: Buffer = Buffer.alloc(0);
  let typeBytes = 0;
  for await (const chunk of socket) {
    rest = Buffer.concat([rest, chunk as Buffer]);
    const messages: Buffer[] = [];
    while (rest.length >= typeBytes + 4) {
      const bytes = typeBytes + rest.readInt32BE(typeBytes);
      if (bytes < typeBytes + 4 || bytes > MOST_BYTES) throw new RangeError(`a message of ${bytes} bytes`);
      if (rest.length < bytes) break;
      if (typeBytes === 0 || rest[0] !== TERMINATE) messages.push(rest.subarray(0, bytes));
      rest = rest.subarray(bytes);
      typeBytes = 1;
    }
    if (messages.length > 0) yield messages;
  }
  return undefined;
}

/** Whether the session, after this answer, is outside of a transaction and waits for the next statement. */
function isIdle(answer: Buffer): boolean {
  let status: number | undefined;
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === READY) status = answer[at + 5];
  }
  return status === IDLE;
}
