/** Room for text that is sent, until it is. */
export interface TextRoom {
  readonly bytes: Buffer;
  /** May be called more than once; nobody may read the bytes afterwards. */
  release(): void;
}

/** Shorter ones are made anew each time. */
const WORTH_KEEPING_BYTES = 65_536;
/** Rooms that are kept for the next text. */
const MOST_IDLE = 16;

/**
 * Lends rooms of up to `largest` bytes and keeps them: a new one costs some 0.1 ms more, as the system has to find its
 * pages. There may be any number of them; whoever sends bounds that.
 */
export function createTexts(largest: number): { room(bytes: number): TextRoom } {
  const idle: Buffer[] = [];
  return {
    room(bytes) {
      if (bytes > largest) throw new RangeError(`${bytes} bytes of text: at most ${largest} fit`);
      if (bytes < WORTH_KEEPING_BYTES) return { bytes: Buffer.allocUnsafe(bytes), release: () => undefined };
      const whole = idle.pop() ?? Buffer.allocUnsafeSlow(largest);
      let lent = true;
      return {
        bytes: whole.subarray(0, bytes),
        release: () => {
          if (lent && idle.length < MOST_IDLE) idle.push(whole);
          lent = false;
        },
      };
    },
  };
}
