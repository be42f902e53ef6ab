/** Slow twin of assembly/codec: encodes in plain steps, with lists of bits and one symbol after the other. */

export const ESCAPE = 101;
export const PACKED = 255;
const ZERO_RUNS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 16, 32, 64, 256, 1024];

interface Symbol {
  zeros: number;
  /** Difference behind the zeros; undefined for a symbol that stands for zeros alone. */
  difference?: number;
}

/** Meaning of each symbol but the escape. */
export const SYMBOLS: readonly Symbol[] = [
  ...ZERO_RUNS.map((zeros) => ({ zeros })),
  ...Array.from({ length: 20 }, (_, i) => i + 1).flatMap((magnitude) =>
    Array.from({ length: 1 + ([12, 7, 3][magnitude - 1] ?? 0) }, (_, zeros) => [
      { zeros, difference: magnitude },
      { zeros, difference: -magnitude },
    ]).flat(),
  ),
];

export interface Piece {
  symbol: number;
  /** Number that follows an escape. */
  raw?: number;
}

/**
 * Differences of rows, wrapped to -32,768 to 32,767: of the first number of a row from the first number of the row
 * before, of the others from their left neighbour.
 */
export function differencesOf(rows: readonly (readonly number[])[]): number[] {
  return rows.flatMap((row, r) =>
    row.map((number, k) => {
      const before = k > 0 ? row[k - 1] : r > 0 ? rows[r - 1]?.[0] : 0;
      return ((number - (before ?? 0)) << 16) >> 16;
    }),
  );
}

export function piecesOf(differences: readonly number[]): Piece[] {
  const pieces: Piece[] = [];
  let zeros = 0;
  const shortenTo = (most: number): void => {
    while (zeros > most) {
      const length = ZERO_RUNS.findLast((run) => run <= zeros - most) as number;
      pieces.push({ symbol: ZERO_RUNS.indexOf(length) });
      zeros -= length;
    }
  };
  for (const difference of differences) {
    if (difference === 0) {
      zeros++;
      continue;
    }
    const same = [...SYMBOLS.keys()].filter((symbol) => SYMBOLS[symbol]?.difference === difference);
    shortenTo(Math.max(0, same.length - 1));
    // `same` has the symbols of this difference, ordered by the number of zeros in front of it.
    const symbol = same[zeros];
    pieces.push(symbol === undefined ? { symbol: ESCAPE, raw: difference & 0xffff } : { symbol });
    zeros = 0;
  }
  shortenTo(0);
  return pieces;
}

/** Canonical codes of these lengths, as lists of bits, the first bit first. */
export function codesOf(lengths: readonly number[]): number[][] {
  const codes: number[][] = [];
  let next = 0;
  for (let length = 1; length <= 11; length++) {
    lengths.forEach((own, symbol) => {
      if (own === length) codes[symbol] = bitsOf(next++, length).reverse();
    });
    next *= 2;
  }
  return codes;
}

/** Bits of a number, the lowest first. */
function bitsOf(number: number, count: number): number[] {
  return Array.from({ length: count }, (_, bit) => (number >> bit) & 1);
}

function bytesOf(bits: readonly number[]): number[] {
  return Array.from({ length: Math.ceil(bits.length / 8) }, (_, byte) =>
    bits.slice(8 * byte, 8 * byte + 8).reduce((sum, bit, i) => sum + (bit << i), 0),
  );
}

export function codedWith(table: number, lengths: readonly number[], pieces: readonly Piece[]): number[] {
  const codes = codesOf(lengths);
  const bits = pieces.flatMap(({ symbol, raw }) => [
    ...(codes[symbol] as number[]),
    ...(raw === undefined ? [] : bitsOf(raw, 16)),
  ]);
  return [table, ...bytesOf(bits)];
}

export function packed(differences: readonly number[]): number[] {
  const folded = differences.map((difference) => (difference < 0 ? -2 * difference - 1 : 2 * difference));
  const out = [PACKED];
  for (let from = 0; from < folded.length; from += 16) {
    const block = Array.from({ length: 16 }, (_, i) => folded[from + i] ?? 0);
    const width = Math.max(...block).toString(2).length * Number(Math.max(...block) > 0);
    out.push(width, ...bytesOf(block.flatMap((number) => bitsOf(number, width))));
  }
  return out;
}

/** Encodes rows; returns the bytes of the encoded run. */
export function encode(rows: readonly (readonly number[])[], tables: readonly (readonly number[])[]): number[] {
  const differences = differencesOf(rows);
  const pieces = piecesOf(differences);
  const bits = tables.map((lengths) =>
    pieces.reduce((sum, { symbol, raw }) => sum + (lengths[symbol] ?? 0) + (raw === undefined ? 0 : 16), 0),
  );
  const table = bits.indexOf(Math.min(...bits));
  const best = codedWith(table, tables[table] ?? [], pieces);
  const asTheyAre = packed(differences);
  return pieces.some(({ symbol }) => symbol === ESCAPE) && asTheyAre.length < best.length ? asTheyAre : best;
}
