import { Duplex } from 'node:stream';
import { callbackify } from 'node:util';
import { inTurns } from '../../core/inTurns.js';
import type { Pieces } from '../../core/pieces.js';
import type { Backend } from './backend.js';

/** First byte of the protocol's Terminate message. */
const TERMINATE = 'X'.charCodeAt(0);

/**
 * Makes streams that stand in for the driver's socket: they pass messages of the protocol to PGlite, and its answers
 * back. PGlite has one session, so a stream waits until the stream before it has ended and reset the session.
 *
 * The host must not send COPY FROM STDIN: PGlite's loop does not come back from it.
 */
export function sessionStreams(backend: Backend): () => Duplex {
  let previous = Promise.resolve();
  return () => {
    const turn = previous;
    const stream = sessionStream(backend, turn);
    previous = new Promise((resolve) => {
      stream.once('close', resolve);
    });
    return stream;
  };
}

function sessionStream(backend: Backend, turn: Promise<void>): Duplex {
  let begun = false;

  const reset = async (): Promise<void> => {
    if (!begun || !backend.isOpen) return;
    begun = false;
    await backend.send(simpleQuery('ROLLBACK'));
    await backend.send(simpleQuery('DISCARD ALL'));
  };

  const forward = callbackify(async (written: Buffer[]) => {
    const messages = written.filter((message) => message[0] !== TERMINATE);
    if (messages.length === 0) return;
    begun = true;
    const answer = await backend.send(joined(messages));
    await inTurns(pushing(stream, answer));
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
  // Methods of a socket that the driver calls besides.
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

/** Hands over the parts of an answer; the driver reads each at once. */
function* pushing(stream: Duplex, answer: readonly Uint8Array[]): Pieces<void> {
  for (const data of answer) {
    stream.push(data);
    yield;
  }
}

/** Copies the messages into a buffer that can be given away: small ones of Node share theirs with others. */
export function joined(messages: readonly Buffer[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(messages.reduce((bytes, { length }) => bytes + length, 0));
  let at = 0;
  for (const message of messages) {
    all.set(message, at);
    at += message.length;
  }
  return all;
}

export function simpleQuery(sql: string): Uint8Array<ArrayBuffer> {
  const message = Buffer.alloc(sql.length + 6);
  message.write('Q');
  message.writeInt32BE(sql.length + 5, 1);
  message.write(sql, 5, 'latin1');
  return joined([message]);
}
