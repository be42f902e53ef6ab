/** Probability in per cent; only what is certain but for rounding is 0 or 100 %. */
export function percentText(probability: number): string {
  if (probability > 0.99 && probability < 1) return 'over 99 %';
  if (probability > 0 && probability < 0.01) return 'below 1 %';
  return `${Math.round(100 * probability)} %`;
}
