interface Package {
  weight: number;
  symbols: readonly number[];
}

/**
 * Lengths, `longest` bits at most, of the prefix code that takes the fewest bits for symbols that are there so often; 0
 * for those that never are: package-merge (Larmore and Hirschberg 1990).
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
