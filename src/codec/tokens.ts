/**
 * Occupancies as tokens. Most occupancies equal the one before, the others differ by little. A token is a byte: its
 * upper four bits are a number n, and its lower four bits tell what n stands for:
 *
 *   0        16 x 2^n numbers that equal the one before
 *   1 to 14  n numbers that equal the one before, then one that differs; differences -1, 1, -2, 2, … are 1, 2, 3, 4, …
 *   15       as 1 to 14, with the number of the difference in the next two bytes, the lower byte first
 *
 * The number before the first one is 0. Numbers after the last token equal the one before.
 */
const LARGE = 15;
/** Number of numbers in which changes are found at a time. */
const CHUNK = 4096;
const SHORTEST_RUN = 16;
const LONGEST_RUN_LOG2 = 19;

/** Most bytes of a token, and so of each number. */
export const TOKEN_BYTES = 3;

/** Encodes occupancies as tokens, in the form that the top of this file describes. */
export function toTokens(numbers: Uint16Array): Uint8Array {
  const tokens = Buffer.allocUnsafe(TOKEN_BYTES * numbers.length);
  const changes = new Uint32Array(CHUNK);
  let at = 0;
  let next = 0;
  for (let from = 0; from < numbers.length; from += CHUNK) {
    const count = findChanges(numbers, from, changes);
    for (let i = 0; i < count; i++) {
      const change = changes[i] as number;
      let equal = change - next;
      next = change + 1;
      while (equal >= SHORTEST_RUN) {
        const log2 = Math.min(LONGEST_RUN_LOG2, 31 - Math.clz32(equal));
        tokens[at++] = (log2 - 4) << 4;
        equal -= 1 << log2;
      }
      const before = change === 0 ? 0 : (numbers[change - 1] as number);
      const difference = (((numbers[change] as number) - before) << 16) >> 16;
      const folded = (difference << 1) ^ (difference >> 31);
      tokens[at++] = (equal << 4) | Math.min(folded, LARGE);
      if (folded >= LARGE) {
        tokens[at++] = folded;
        tokens[at++] = folded >> 8;
      }
    }
  }
  return tokens.subarray(0, at);
}

/**
 * Writes to `changes` the indexes of the next numbers that differ from the one before; returns how many. No branch
 * depends on a number: a processor would guess many wrong, and take twice the time.
 */
function findChanges(numbers: Uint16Array, from: number, changes: Uint32Array): number {
  const to = Math.min(numbers.length, from + changes.length);
  let count = 0;
  let before = from === 0 ? 0 : (numbers[from - 1] as number);
  for (let i = from; i < to; i++) {
    const number = numbers[i] as number;
    changes[count] = i;
    count += ((number - before) | (before - number)) >>> 31;
    before = number;
  }
  return count;
}

/** Decodes tokens into `numbers`; damaged tokens cannot write beyond its end. */
export function fromTokens(tokens: Uint8Array, numbers: Uint16Array): void {
  numbers.fill(0);
  let at = 0;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as number;
    const count = token >> 4;
    let folded = token & LARGE;
    if (folded === 0) {
      at += SHORTEST_RUN << count;
      continue;
    }
    if (folded === LARGE) folded = (tokens[++i] as number) | ((tokens[++i] as number) << 8);
    at += count;
    numbers[at++] = (folded >>> 1) ^ -(folded & 1);
  }
  let number = 0;
  for (let i = 0; i < numbers.length; i++) {
    number = (number + (numbers[i] as number)) & 0xffff;
    numbers[i] = number;
  }
}
