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

/**
 * Makes buffers of up to `largest` bytes, and uses them again: a new one costs some 0.1 ms more, as the system has to
 * find its pages. Their number is not bounded here: http bounds the bytes that clients have not read yet.
 */
export function createTextBuffers(largest: number): { acquire(bytes: number): TextBuffer } {
  const idle: Buffer[] = [];
  return {
    acquire(bytes) {
      if (bytes > largest) throw new RangeError(`${bytes} bytes of text: at most ${largest} fit`);
      if (bytes < WORTH_KEEPING_BYTES) return { bytes: Buffer.allocUnsafe(bytes), release: () => undefined };
      const whole = idle.pop() ?? Buffer.allocUnsafeSlow(largest);
      let held = true;
      return {
        bytes: whole.subarray(0, bytes),
        release: () => {
          if (held && idle.length < MOST_IDLE) idle.push(whole);
          held = false;
        },
      };
    },
  };
}
