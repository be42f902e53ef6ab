/** Weight of each media range of an Accept header (RFC 9110, section 12.5.1); parameters other than `q` are ignored. */
function weightsOf(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(range, Math.max(Number(weight), weights.get(range) ?? 0));
  }
  return weights;
}

/**
 * Finds which of the media types an Accept header prefers, the first of equal ones; undefined where it allows none. The
 * most specific range that matches a type decides, and a weight of 0 excludes it.
 */
export function preferredType(header: string, offered: readonly string[]): string | undefined {
  if (header.trim() === '') return offered[0];
  const weights = weightsOf(header);
  let best: { type: string; weight: number } | undefined;
  for (const type of offered) {
    const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
    const weight = weights.get(ranges.find((range) => weights.has(range)) ?? '') ?? 0;
    // A weight that is no number excludes nothing.
    const counted = Number.isNaN(weight) ? 1 : weight;
    if (counted > (best?.weight ?? 0)) best = { type, weight: counted };
  }
  return best?.type;
}
