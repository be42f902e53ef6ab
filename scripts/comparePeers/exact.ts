/**
 * Which cells a point lies in, by integers of 256 binary places and the plane of HEALPix (Calabretta and Roukema 2007): none
 * of the arithmetic that is judged.
 */
const PLACES = 256n;
const ONE = 1n << PLACES;

const times = (a: bigint, b: bigint): bigint => (a * b) >> PLACES;
const absolute = (a: bigint): bigint => (a < 0n ? -a : a);

/** A number as it is, in every bit. */
export function exactly(x: number): bigint {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const exponent = (high >>> 20) & 0x7ff;
  const fraction = (BigInt(high & 0xf_ffff) << 32n) | BigInt(bits.getUint32(4));
  const digits = exponent === 0 ? fraction : fraction | (1n << 52n);
  const shift = PLACES + BigInt(Math.max(exponent, 1) - 1075);
  const size = shift >= 0n ? digits << shift : digits >> -shift;
  return x < 0 ? -size : size;
}

function arctangentOfInverse(n: bigint): bigint {
  let [sum, power] = [0n, ONE / n];
  for (let k = 1n; power !== 0n; k += 2n) {
    sum += k % 4n === 1n ? power / k : -power / k;
    power /= n * n;
  }
  return sum;
}

/** Machin's formula. */
const PI = 16n * arctangentOfInverse(5n) - 4n * arctangentOfInverse(239n);

function sine(x: bigint): bigint {
  let [sum, term] = [0n, x];
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += term;
    term = -times(times(term, x), x) / ((k + 1n) * (k + 2n));
  }
  return sum;
}

function root(x: bigint): bigint {
  const square = x << PLACES;
  if (square === 0n) return 0n;
  let guess = 1n << BigInt(2 * square.toString(16).length + 1);
  for (;;) {
    const next = (guess + square / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

const ROOT_OF_6 = root(6n * ONE);

/** A point in the plane: a quarter of the sphere is 2 wide, the belt reaches to 1, the poles are at 2. */
export interface InPlane {
  /** Longitude, 0 to below 8. */
  u: bigint;
  /** Height, -2 to 2. */
  v: bigint;
  /** Width of a quarter at that height, by its width in the belt. */
  width: bigint;
}

export function inPlane(theta: number, phi: number): InPlane {
  const [colatitude, longitude] = [exactly(theta), exactly(phi)];
  const turned = ((longitude * 4n) << PLACES) / PI;
  const u = ((turned % (8n * ONE)) + 8n * ONE) % (8n * ONE);
  const z = sine(PI / 2n - colatitude);
  if (absolute(z) * 3n <= 2n * ONE) return { u, v: (3n * z) / 2n, width: ONE };
  const width = times(ROOT_OF_6, absolute(sine((z > 0n ? colatitude : PI - colatitude) / 2n)));
  return { u, v: z > 0n ? 2n * ONE - width : width - 2n * ONE, width };
}

/** Middle of a cell in the plane, both in units of 1 / nside, and half its diagonal, 1 of these. */
interface Middle {
  x: bigint;
  y: bigint;
}

function middleOfNested(nside: bigint, cell: bigint): Middle {
  const face = cell / (nside * nside);
  let [i, j, rest] = [0n, 0n, cell % (nside * nside)];
  for (let bit = 0n; rest !== 0n; bit++, rest >>= 2n) {
    i |= (rest & 1n) << bit;
    j |= ((rest >> 1n) & 1n) << bit;
  }
  const row = face / 4n;
  const eastOf = 2n * (face % 4n) + (row === 1n ? 0n : 1n);
  return { x: eastOf * nside + i - j, y: (1n - row) * nside + i + j + 1n - nside };
}

function middleOfRing(nside: bigint, cell: bigint): Middle {
  const cap = 2n * nside * (nside - 1n);
  const count = 12n * nside * nside;
  if (cell >= count - cap) {
    const { x, y } = middleOfRing(nside, count - 1n - cell);
    return { x: 8n * nside - x, y: -y };
  }
  if (cell >= cap) {
    const ring = nside + (cell - cap) / (4n * nside);
    const place = (cell - cap) % (4n * nside);
    return { x: 2n * place + ((ring - nside) % 2n === 0n ? 1n : 0n), y: 2n * nside - ring };
  }
  // 2 ring (ring - 1) cells are in the rings before.
  let ring = 1n + BigInt(Math.floor(Math.sqrt(Number(cell / 2n))));
  while (2n * ring * (ring - 1n) > cell) ring--;
  while (2n * ring * (ring + 1n) <= cell) ring++;
  const place = cell - 2n * ring * (ring - 1n);
  return { x: (1n + 2n * (place / ring)) * nside + 2n * (place % ring) + 1n - ring, y: 2n * nside - ring };
}

/** Distance from an edge, 2e-15 nside cells, within which cells on both sides hold a point. */
const NEAR = exactly(4e-15);

/** Whether a cell holds a point. */
export function holds(nside: number, scheme: 'nested' | 'ring', cell: bigint, { u, v, width }: InPlane): boolean {
  const n = BigInt(nside);
  if (cell < 0n || cell >= 12n * n * n) return false;
  const { x, y } = scheme === 'nested' ? middleOfNested(n, cell) : middleOfRing(n, cell);
  const [atX, atY] = [(x * ONE) / n, (y * ONE) / n];
  // Beyond the belt a point is drawn in the quarter of the cell, or lies outside of it.
  const quarter = width === ONE ? atX : 2n * (atX / (2n * ONE)) * ONE + ONE;
  const away = ((((u - quarter) % (8n * ONE)) + 12n * ONE) % (8n * ONE)) - 4n * ONE;
  const outside = width === ONE ? 0n : times(absolute(away) - ONE, width);
  const across = times(away, width) + quarter - atX;
  return outside <= NEAR && absolute(across) + absolute(v - atY) <= ONE / n + NEAR;
}
