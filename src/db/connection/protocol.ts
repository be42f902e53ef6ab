/** Postgres' protocol 3.0 (PostgreSQL 15, chapter 55), as far as whoever passes it on has to know it. */

/** Takes what a client sends apart into whole messages. */
export interface Framer {
  /** Adds bytes; returns the messages that are complete now, but for Terminate. */
  add(chunk: Buffer): Buffer[];
}

const TERMINATE = 'X'.charCodeAt(0);
const READY = 'Z'.charCodeAt(0);
const IDLE = 'I'.charCodeAt(0);
/** Largest message that is taken: a batch of an import has some 300 kB. */
const MOST_BYTES = 64 * 2 ** 20;

/** The first message has no type, only its length. */
export function createFramer(): Framer {
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
export function isIdle(answer: Buffer): boolean {
  let status: number | undefined;
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    if (answer[at] === READY) status = answer[at + 5];
  }
  return status === IDLE;
}
