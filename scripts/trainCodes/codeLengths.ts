const LONGEST_CODE = 11;

interface Package {
  weight: number;
  symbols: readonly number[];
}

/**
 * Lengths, 11 bits at most, of the prefix code that takes the fewest bits for symbols that are there so often (above 0):
 * package-merge (Larmore and Hirschberg 1990).
 */
export function codeLengths(weights: readonly number[]): number[] {
  const byWeight = (a: Package, b: Package): number => a.weight - b.weight;
  const leaves = weights.map((weight, symbol) => ({ weight, symbols: [symbol] })).sort(byWeight);
  let packages: Package[] = leaves;
  for (let level = 1; level < LONGEST_CODE; level++) {
    const pairs: Package[] = [];
    for (let i = 0; i + 1 < packages.length; i += 2) {
      const [a, b] = [packages[i] as Package, packages[i + 1] as Package];
      pairs.push({ weight: a.weight + b.weight, symbols: [...a.symbols, ...b.symbols] });
    }
    packages = [...leaves, ...pairs].sort(byWeight);
  }
  const lengths = weights.map(() => 0);
  for (const { symbols } of packages.slice(0, 2 * weights.length - 2)) {
    for (const symbol of symbols) lengths[symbol] = (lengths[symbol] ?? 0) + 1;
  }
  return lengths;
}
