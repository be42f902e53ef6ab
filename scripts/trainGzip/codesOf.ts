import { codeLengths } from '../trainCodes/codeLengths.js';
import type { SymbolCounts } from './deflateSymbols.js';

/** So that a symbol costs at most about as much as two of the rarest that there are. */
const LONGEST_CODE = 12;
/** Whatever a text may have, and however far and long: such a symbol has a code, too. */
const RARE = 1;

interface CodeLengths {
  literals: number[];
  distances: number[];
  /** Bits that a text with these symbols takes. */
  bitsOf(counts: SymbolCounts): number;
}

/** Lengths of the codes that are best for texts with these symbols; all literals but those of `characters` have none. */
export function codesOf(texts: readonly SymbolCounts[], characters: string): CodeLengths {
  const sum = (of: (counts: SymbolCounts) => number): number => texts.reduce((total, counts) => total + of(counts), 0);
  const literals = codeLengths(
    Array.from({ length: 286 }, (_, symbol) => {
      const isPossible = symbol >= 256 || characters.includes(String.fromCharCode(symbol));
      return sum((counts) => counts.literals[symbol] as number) + (isPossible ? RARE : 0);
    }),
    LONGEST_CODE,
  );
  const distances = codeLengths(
    Array.from({ length: 30 }, (_, symbol) => sum((counts) => counts.distances[symbol] as number) + RARE),
    LONGEST_CODE,
  );
  return {
    literals,
    distances,
    bitsOf: (counts) => counts.extraBits + bitsIn(counts.literals, literals) + bitsIn(counts.distances, distances),
  };
}

function bitsIn(counts: readonly number[], lengths: readonly number[]): number {
  return counts.reduce((total, count, symbol) => total + count * (lengths[symbol] as number), 0);
}
