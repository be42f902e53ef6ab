import { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { inTurns, type Pieces } from '../../core/pieces.js';
import type { Backend } from './backend.js';

/** First byte of the protocol's Terminate message. */
export const TERMINATE = 'X'.charCodeAt(0);

/**
 * Makes a stream that stands in for the driver's socket: it passes messages of the protocol to PGlite, and PGlite's
 * answers back. PGlite has only one session. A stream that connects resets it, so that nothing is left of the
 * connection before, which the pool has closed by then.
 *
 * No query may be COPY FROM STDIN: PGlite would never return from it.
 */
export function sessionStream(backend: Backend): Duplex {
  const forward = callbackify(async (written: readonly Buffer[]) => {
    const messages = written.filter((message) => message[0] !== TERMINATE);
    if (messages.length > 0) await inTurns(pushing(stream, await backend.send(messages)));
  });
  const stream = new Duplex({
    read: () => undefined,
    writev: (chunks, callback) =>
      forward(
        chunks.map<Buffer>(({ chunk }) => chunk),
        callback,
      ),
    final: (callback) => {
      stream.push(null);
      callback();
    },
  });
  // Stand-ins for the other methods of a socket that the driver calls.
  return Object.assign(stream, {
    connect: () => {
      resetSession(backend).then(
        () => stream.emit('connect'),
        (error: Error) => stream.destroy(error),
      );
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  });
}

/** Hands the parts of an answer to the driver, which reads each at once; other work may run between two parts. */
function* pushing(stream: Duplex, answer: readonly Uint8Array[]): Pieces<void> {
  for (const data of answer) {
    stream.push(data);
    yield;
  }
}

/** Rolls back an open transaction, and drops settings, temporary tables and locks of the session. */
export async function resetSession(backend: Backend): Promise<void> {
  // Each statement is a message of its own: DISCARD ALL refuses to run beside another statement.
  await Promise.all(['ROLLBACK', 'DISCARD ALL'].map((sql) => backend.send([simpleQuery(sql)])));
}

function simpleQuery(sql: string): Buffer {
  const message = Buffer.alloc(sql.length + 6);
  message.write('Q');
  message.writeInt32BE(sql.length + 5, 1);
  message.write(sql, 5, 'latin1');
  return message;
}
