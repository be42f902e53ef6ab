import { canonicalCodes, LENGTHS_ORDER } from './deflateSymbols.js';

/**
 * Returns the source of a file in assembly/emit/gzip/tables, for codes of these lengths: see
 * assembly/emit/gzip/stream.ts.
 */
export function tablesSource(name: string, literals: readonly number[], distances: readonly number[]): string {
  const { bytes, bits } = header(literals, distances);
  const packed = Array.from({ length: Math.ceil(bytes.length / 4) }, (_, i) =>
    [0, 1, 2, 3].reduce((word, byte) => word + (bytes[4 * i + byte] ?? 0) * 2 ** (8 * byte), 0),
  );
  const numbers = [...words(literals), ...words(distances), bits, ...packed];
  return `/** Trained codes: see assembly/emit/gzip/stream.ts. */
export const ${name} = memory.data<u32>([${numbers.join(', ')}]);
`;
}

function words(lengths: readonly number[]): number[] {
  return canonicalCodes(lengths).map((code, symbol) => {
    const length = lengths[symbol] as number;
    return reversed(code, length) | (length << 16);
  });
}

function reversed(code: number, length: number): number {
  let bits = 0;
  for (let i = 0; i < length; i++) bits |= ((code >> i) & 1) << (length - 1 - i);
  return bits;
}

/**
 * Header of a DEFLATE block, not the last one, with codes of these lengths (RFC 1951, 3.2.7), and its number of bits.
 */
function header(literals: readonly number[], distances: readonly number[]): { bytes: number[]; bits: number } {
  const runs = runLengths([...literals, ...distances]);
  const weights = Array.from({ length: 19 }, () => 0);
  for (const { symbol } of runs) weights[symbol] = (weights[symbol] as number) + 1;
  const lengths = codeLengths(weights, 7);
  const codes = words(lengths);
  const used = LENGTHS_ORDER.findLastIndex((symbol) => lengths[symbol] !== 0) + 1;
  const bits: number[] = [];
  const put = (value: number, count: number): void => {
    for (let i = 0; i < count; i++) bits.push((value >> i) & 1);
  };
  put(0, 1);
  put(2, 2);
  put(literals.length - 257, 5);
  put(distances.length - 1, 5);
  put(used - 4, 4);
  for (const symbol of LENGTHS_ORDER.slice(0, used)) put(lengths[symbol] as number, 3);
  for (const { symbol, extra, extraBits } of runs) {
    put((codes[symbol] as number) & 0xffff, lengths[symbol] as number);
    put(extra, extraBits);
  }
  const bytes: number[] = [];
  bits.forEach((bit, i) => (bytes[i >> 3] = (bytes[i >> 3] ?? 0) | (bit << (i & 7))));
  return { bytes, bits: bits.length };
}

interface Run {
  symbol: number;
  extra: number;
  extraBits: number;
}

function runLengths(lengths: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (let i = 0; i < lengths.length;) {
    const length = lengths[i] as number;
    let count = 1;
    while (lengths[i + count] === length) count++;
    i += count;
    if (length > 0) {
      runs.push({ symbol: length, extra: 0, extraBits: 0 });
      count--;
    }
    const [least, most] = length > 0 ? [3, 6] : [3, 138];
    for (; count >= least; count -= Math.min(count, most)) runs.push(repeated(length, Math.min(count, most)));
    for (; count > 0; count--) runs.push({ symbol: length, extra: 0, extraBits: 0 });
  }
  return runs;
}

function repeated(length: number, count: number): Run {
  if (length > 0) return { symbol: 16, extra: count - 3, extraBits: 2 };
  return count <= 10 ? { symbol: 17, extra: count - 3, extraBits: 3 } : { symbol: 18, extra: count - 11, extraBits: 7 };
}

interface Package {
  weight: number;
  symbols: readonly number[];
}

/**
 * Code lengths, `longest` bits at most, of the prefix code that takes the fewest bits for symbols with these weights; 0
 * for a symbol of weight 0. By package-merge (Larmore and Hirschberg 1990).
 */
export function codeLengths(weights: readonly number[], longest: number): number[] {
  const byWeight = (a: Package, b: Package): number => a.weight - b.weight;
  const leaves = weights
    .map((weight, symbol) => ({ weight, symbols: [symbol] }))
    .filter(({ weight }) => weight > 0)
    .sort(byWeight);
  let packages: Package[] = leaves;
  for (let level = 1; level < longest; level++) {
    const pairs: Package[] = [];
    for (let i = 0; i + 1 < packages.length; i += 2) {
      const [a, b] = [packages[i] as Package, packages[i + 1] as Package];
      pairs.push({ weight: a.weight + b.weight, symbols: [...a.symbols, ...b.symbols] });
    }
    packages = [...leaves, ...pairs].sort(byWeight);
  }
  const lengths = weights.map(() => 0);
  for (const { symbols } of packages.slice(0, 2 * leaves.length - 2)) {
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
  }
  return lengths;
}
