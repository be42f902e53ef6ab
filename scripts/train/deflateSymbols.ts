/**
 * Order in which the header of a DEFLATE block lists the code lengths of the code length alphabet (RFC 1951, 3.2.7).
 */
export const LENGTHS_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
const END_OF_BLOCK = 256;

export interface SymbolCounts {
  /** Counts of the 286 symbols for literals, the end of a block, and lengths. */
  literals: number[];
  /** Counts of the 30 symbols for distances. */
  distances: number[];
  extraBits: number;
}

/** Counts the symbols of a DEFLATE stream in its blocks with dynamic Huffman codes; leaves out stored blocks. */
export function countSymbols(deflated: Uint8Array): SymbolCounts {
  const bits = readerOf(deflated);
  const counts: SymbolCounts = { literals: zeros(286), distances: zeros(30), extraBits: 0 };
  for (let isLast = false; !isLast;) {
    isLast = bits.take(1) === 1;
    const type = bits.take(2);
    if (type === 0) bits.skipStored();
    else if (type === 2) countBlock(bits, counts);
    else throw new Error(`a block of type ${type}`);
  }
  return counts;
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(bytes: Uint8Array) {
  let at = 0;
  const take = (count: number): number => {
    let value = 0;
    for (let i = 0; i < count; i++, at++) value |= (((bytes[at >> 3] as number) >> (at & 7)) & 1) << i;
    return value;
  };
  return {
    take,
    skipStored() {
      at = 8 * Math.ceil(at / 8);
      const length = take(16);
      at += 16 + 8 * length;
    },
  };
}

function countBlock(bits: Reader, counts: SymbolCounts): void {
  const [literals, distances, lengths] = [257 + bits.take(5), 1 + bits.take(5), 4 + bits.take(4)];
  const ofLengths = zeros(19);
  for (const symbol of LENGTHS_ORDER.slice(0, lengths)) ofLengths[symbol] = bits.take(3);
  const readLength = decoder(ofLengths, bits);
  const all: number[] = [];
  while (all.length < literals + distances) {
    const symbol = readLength();
    if (symbol < 16) all.push(symbol);
    else if (symbol === 16) all.push(...copies(3 + bits.take(2), all.at(-1) as number));
    else all.push(...zeros(symbol === 17 ? 3 + bits.take(3) : 11 + bits.take(7)));
  }
  const readSymbol = decoder(all.slice(0, literals), bits);
  const readDistance = decoder(all.slice(literals), bits);
  const skipExtra = (count: number): void => {
    bits.take(count);
    counts.extraBits += count;
  };
  for (let symbol = -1; symbol !== END_OF_BLOCK;) {
    symbol = readSymbol();
    counts.literals[symbol] = (counts.literals[symbol] as number) + 1;
    if (symbol <= END_OF_BLOCK) continue;
    skipExtra(symbol < 265 || symbol === 285 ? 0 : (symbol - 261) >> 2);
    const distance = readDistance();
    counts.distances[distance] = (counts.distances[distance] as number) + 1;
    skipExtra(distance < 4 ? 0 : (distance >> 1) - 1);
  }
}

/** Makes a function that reads one symbol of a canonical code at each call. */
function decoder(lengths: readonly number[], bits: Reader): () => number {
  const symbolOf = new Map<number, number>();
  canonicalCodes(lengths).forEach((code, symbol) => {
    const length = lengths[symbol] as number;
    if (length > 0) symbolOf.set((1 << length) | code, symbol);
  });
  return () => {
    let code = 1;
    for (let symbol: number | undefined; code < 1 << 16;) {
      code = (code << 1) | bits.take(1);
      symbol = symbolOf.get(code);
      if (symbol !== undefined) return symbol;
    }
    throw new Error('no such code');
  };
}

/** Canonical codes of these lengths, with the first bit as the most significant one (RFC 1951, 3.2.2). */
export function canonicalCodes(lengths: readonly number[]): number[] {
  const next = zeros(17);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    next[length] = code;
    code = (code + lengths.filter((one) => one === length).length) << 1;
  }
  return lengths.map((length) => {
    const own = next[length] as number;
    next[length] = own + 1;
    return length === 0 ? 0 : own;
  });
}

function zeros(count: number): number[] {
  return copies(count, 0);
}

function copies(count: number, value: number): number[] {
  return Array.from({ length: count }, () => value);
}
