/** Memory for text until it is sent. */
export interface TextBuffer {
  readonly bytes: Buffer;
  /** May be called more than once; nobody may read the bytes afterwards. */
  release(): void;
}

/** Size in bytes from which on buffers are kept; shorter ones are made anew each time. */
const WORTH_KEEPING_BYTES = 65_536;
/** Number of buffers that are kept for the next texts. */
const MOST_IDLE = 16;
/** Time after which those that no text has needed meanwhile are given back, in ms. */
const SPARE_MS = 10_000;

/**
 * Makes buffers of up to `largest` bytes, and uses them again: a new one costs some 0.1 ms more, as the system has to
 * find its pages. Their number is not bounded here: http bounds the bytes that clients have not read yet.
 */
export function createTextBuffers(largest: number): { acquire(bytes: number): TextBuffer } {
  const idle: Buffer[] = [];
  /** Fewest buffers that were idle since the timer began. */
  let spare = 0;
  let timer: NodeJS.Timeout | undefined;

  const giveBackSpare = (): void => {
    idle.splice(0, spare);
    spare = idle.length;
    timer = idle.length > 0 ? setTimeout(giveBackSpare, SPARE_MS).unref() : undefined;
  };

  const keep = (buffer: Buffer): void => {
    if (idle.length >= MOST_IDLE) return;
    idle.push(buffer);
    timer ??= setTimeout(giveBackSpare, SPARE_MS).unref();
  };

  return {
    acquire(bytes) {
      if (bytes > largest) throw new RangeError(`${bytes} bytes of text: at most ${largest} fit`);
      if (bytes < WORTH_KEEPING_BYTES) return { bytes: Buffer.allocUnsafe(bytes), release: () => undefined };
      const whole = idle.pop() ?? Buffer.allocUnsafeSlow(largest);
      spare = Math.min(spare, idle.length);
      let held = true;
      return {
        bytes: whole.subarray(0, bytes),
        release: () => {
          if (held) keep(whole);
          held = false;
        },
      };
    },
  };
}
