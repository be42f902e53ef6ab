/** Shortest decimal that reads back as the same number, without an exponent. For numbers below 1e21; -0 gives `0`. */
export function formatDecimal(value: number): string {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e-');
  if (exponent === undefined) return String(value);
  const zeros = '0'.repeat(Number(exponent) - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${mantissa.replace('.', '')}`;
}
