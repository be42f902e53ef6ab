const WORD = 2 ** 32;
const BLOCK_BYTES = 64;
const ROUNDS = 64;

const PRIMES = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: Math.floor(Math.sqrt(n)) - 1 }, (_, k) => k + 2).some((k) => n % k === 0),
);
const fraction = (x: number): number => Math.floor((x - Math.floor(x)) * WORD);
const INITIAL = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)) | 0);

/**
 * SHA-256 of a text (FIPS 180-4), as hexadecimal digits. Synchronous and everywhere, which neither Node's nor a browser's
 * is.
 */
export function sha256(text: string): string {
  const state = Int32Array.from(INITIAL, (word) => word | 0);
  const blocks = padded(new TextEncoder().encode(text));
  const schedule = new Int32Array(ROUNDS);
  for (let at = 0; at < blocks.byteLength; at += BLOCK_BYTES) {
    for (let i = 0; i < 16; i++) schedule[i] = blocks.getInt32(at + 4 * i);
    compress(state, schedule);
  }
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
}

/** A bit, zeros and the length in bits behind the bytes. */
function padded(bytes: Uint8Array): DataView {
  const length = Math.ceil((bytes.length + 9) / BLOCK_BYTES) * BLOCK_BYTES;
  const all = new Uint8Array(length);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setBigUint64(length - 8, 8n * BigInt(bytes.length));
  return view;
}

function compress(state: Int32Array, w: Int32Array): void {
  for (let i = 16; i < ROUNDS; i++) {
    const [a, b] = [w[i - 15] as number, w[i - 2] as number];
    const low = rotated(a, 7) ^ rotated(a, 18) ^ (a >>> 3);
    const high = rotated(b, 17) ^ rotated(b, 19) ^ (b >>> 10);
    w[i] = (w[i - 16] as number) + low + (w[i - 7] as number) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < ROUNDS; i++) {
    const choice = (e & f) ^ (~e & g);
    const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = h + mixed + choice + (CONSTANTS[i] as number) + (w[i] as number);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word;
}

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}
