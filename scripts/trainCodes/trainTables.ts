/** Rounds after which hardly a row changes its table any more. */
const ROUNDS = 12;
/** Count given to a symbol that no row of a table has: it gets a code too. */
const RARE = 1 / 16;
const ESCAPE_BITS = 16;

type Histogram = Uint32Array;

interface Tables {
  lengths: number[][];
  /** Bits that the histogram takes with the best of the tables. */
  bitsOf(histogram: Histogram): number;
}

/** Lloyd's rounds: a table out of the rows that take it, then each row takes the table with which it is shortest. */
export function trainTables(
  rows: readonly Histogram[],
  count: number,
  codeLengths: (weights: readonly number[]) => number[],
): Tables {
  let members = inOrderOfBits(rows, count);
  let lengths: number[][] = [];
  for (let round = 0; round < ROUNDS; round++) {
    lengths = members.map((own) => codeLengths(weightsOf(own, rows[0]?.length ?? 0)));
    members = lengths.map(() => []);
    for (const row of rows) members[best(lengths, row).table]?.push(row);
  }
  return { lengths, bitsOf: (histogram) => best(lengths, histogram).bits };
}

/** The rows from quiet to lively, in as many parts that take about the same room. */
function inOrderOfBits(rows: readonly Histogram[], count: number): Histogram[][] {
  const sorted = rows.map((row) => ({ row, bits: entropyBits(row) })).sort((a, b) => a.bits - b.bits);
  const total = sorted.reduce((sum, { bits }) => sum + bits, 0);
  const parts = Array.from({ length: count }, (): Histogram[] => []);
  let before = 0;
  for (const { row, bits } of sorted) {
    parts[Math.min(count - 1, Math.floor((count * before) / total))]?.push(row);
    before += bits;
  }
  return parts;
}

function entropyBits(histogram: Histogram): number {
  const total = histogram.reduce((sum, times) => sum + times, 0);
  return histogram.reduce((sum, times) => sum + (times === 0 ? 0 : times * Math.log2(total / times)), 0);
}

function weightsOf(rows: readonly Histogram[], symbols: number): number[] {
  return Array.from({ length: symbols }, (_, s) => rows.reduce((sum, row) => sum + (row[s] ?? 0), RARE));
}

function best(lengths: readonly (readonly number[])[], histogram: Histogram): { table: number; bits: number } {
  let found = { table: 0, bits: Infinity };
  lengths.forEach((own, table) => {
    const escapes = ESCAPE_BITS * (histogram[histogram.length - 1] ?? 0);
    const bits = histogram.reduce((sum, times, symbol) => sum + times * (own[symbol] ?? 0), escapes);
    if (bits < found.bits) found = { table, bits };
  });
  return found;
}
