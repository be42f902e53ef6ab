import { Duplex } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { callbackify } from 'node:util';
import type { PGlite } from '@electric-sql/pglite';

/** First byte of the protocol's Terminate message. */
const TERMINATE = 'X'.charCodeAt(0);

/**
 * The socket's stand-in for the driver: what is written to a stream goes to the PGlite as protocol messages, what it
 * answers comes back. PGlite has one session, so a stream waits until the one before it has ended and reset it.
 *
 * The host must not send COPY FROM STDIN: PGlite's loop does not come back from it.
 */
export function sessionStreams(pglite: PGlite): () => Duplex {
  let previous = Promise.resolve();
  return () => {
    const turn = previous;
    const stream = sessionStream(pglite, turn);
    previous = new Promise((resolve) => {
      stream.once('close', resolve);
    });
    return stream;
  };
}

function sessionStream(pglite: PGlite, turn: Promise<void>): Duplex {
  let begun = false;

  const send = async (messages: Uint8Array): Promise<Uint8Array[]> => {
    // PGlite computes on this thread; without this turn of the event loop a row of statements starves everything else.
    await setImmediate();
    const answer: Uint8Array[] = [];
    // The data is a view of PGlite's memory, which the next message overwrites.
    await pglite.execProtocolRawStream(messages, { onRawData: (data) => answer.push(Uint8Array.from(data)) });
    return answer;
  };

  const reset = async (): Promise<void> => {
    if (!begun || pglite.closed) return;
    begun = false;
    await send(simpleQuery('ROLLBACK'));
    await send(simpleQuery('DISCARD ALL'));
  };

  const forward = callbackify(async (written: Buffer[]) => {
    const messages = written.filter((message) => message[0] !== TERMINATE);
    if (messages.length === 0) return;
    begun = true;
    for (const data of await send(Buffer.concat(messages))) stream.push(data);
  });
  const resetCallback = callbackify(reset);
  const stream = new Duplex({
    read: () => undefined,
    writev: (chunks, callback) =>
      forward(
        chunks.map<Buffer>(({ chunk }) => chunk),
        callback,
      ),
    final: callbackify(async () => {
      await reset();
      stream.push(null);
    }),
    destroy: (error, callback) => resetCallback((failure) => callback(error ?? failure)),
  });
  // What the driver calls on a socket besides.
  return Object.assign(stream, {
    connect: () => {
      void turn.then(() => stream.emit('connect'));
    },
    setNoDelay: () => stream,
    setKeepAlive: () => stream,
    ref: () => stream,
    unref: () => stream,
  });
}

function simpleQuery(sql: string): Buffer {
  const message = Buffer.alloc(sql.length + 6);
  message.write('Q');
  message.writeInt32BE(sql.length + 5, 1);
  message.write(sql, 5, 'latin1');
  return message;
}
