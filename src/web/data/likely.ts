/**
 * Least probability of each word, the likeliest first. The bounds are those of the IPCC (Mastrandrea et al. 2010,
 * Guidance Note on Consistent Treatment of Uncertainties, table 1).
 */
const WORDS = [
  [0.95, 'almost certain'],
  [0.66, 'likely'],
  [0.33, 'as likely as not'],
  [0.05, 'unlikely'],
] as const;

/** Probability in words. */
export function likelyText(probability: number): string {
  return WORDS.find(([least]) => probability >= least)?.[1] ?? 'hardly';
}

/** Probability in per cent: `72 %`; `over 99 %` or `below 1 %` unless it is exactly 1 or 0. */
export function percentText(probability: number): string {
  if (probability > 0.99 && probability < 1) return 'over 99 %';
  if (probability > 0 && probability < 0.01) return 'below 1 %';
  return `${Math.round(100 * probability)} %`;
}

/** Range in which a separation is in 68 of 100 cases: `0.3 to 1.9 degrees away`. */
export function rangeText(deg: number, sigmaDeg: number): string {
  const high = deg + sigmaDeg;
  const [from, to] = [Math.max(0, deg - sigmaDeg), high].map((one) => one.toFixed(high < 1 ? 2 : 1));
  return `${from === to ? to : `${from} to ${to}`} degrees away`;
}
