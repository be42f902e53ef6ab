/** Media ranges that match JSON, the most specific first. */
const JSON_RANGES = ['application/json', 'application/*', '*/*'];

/**
 * Whether an Accept header (RFC 9110, section 12.5.1) allows application/json: the most specific matching range
 * decides, and a weight of 0 excludes it. Parameters other than the weight, such as `charset`, are ignored.
 */
export function acceptsJson(header: string): boolean {
  if (header.trim() === '') return true;
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(range, Math.max(Number(weight), weights.get(range) ?? 0));
  }
  const deciding = JSON_RANGES.find((range) => weights.has(range));
  return deciding !== undefined && weights.get(deciding) !== 0;
}
