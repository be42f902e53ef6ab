import type { ApiContext, Encoding } from '../context.js';

const WEIGHTED = /^([!#$%&'*+.^_`|~\w-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?))?$/i;

/**
 * Smallest body, in bytes, that is worth compressing. A client that does not accept plain bodies gets every body
 * compressed.
 */
export const WORTH_COMPRESSING_BYTES = 1024;

export function prefersGzip({ headers }: ApiContext): boolean {
  return preferredEncoding(headers['accept-encoding'], ['gzip']) === 'gzip';
}

/** Whether the client takes an uncompressed body. */
export function acceptsIdentity({ headers }: ApiContext): boolean {
  return preferredEncoding(headers['accept-encoding'], []) !== undefined;
}

/**
 * Returns the encoding with the highest weight in Accept-Encoding; among equals the one offered first. `identity` if
 * that has a higher weight, or without the header (RFC 9110, section 12.5.3). Undefined if nothing is acceptable.
 */
export function preferredEncoding<E extends Encoding>(
  header: string | undefined,
  offered: readonly E[],
): E | 'identity' | undefined {
  if (header === undefined) return 'identity';
  const weights = weightsOf(header);
  const any = weights.get('*');
  const weightOf = (encoding: string): number => weights.get(encoding) ?? any ?? 0;
  const [best] = [...offered].sort((a, b) => weightOf(b) - weightOf(a));
  const weight = best === undefined ? 0 : weightOf(best);
  // Identity is acceptable unless it is excluded, but preferred only if it is named with a higher weight.
  const plain = weights.get('identity') ?? (any === 0 ? 0 : Number.MIN_VALUE);
  if (best !== undefined && weight > 0 && weight >= plain) return best;
  return plain > 0 ? 'identity' : undefined;
}

/** Weights of headers that were read before: clients send the same few again and again. */
const read = new Map<string, ReadonlyMap<string, number>>();
const MOST_READ = 100;

function weightsOf(header: string): ReadonlyMap<string, number> {
  const known = read.get(header);
  if (known !== undefined) return known;
  const weights = readWeights(header);
  if (read.size >= MOST_READ) read.clear();
  read.set(header, weights);
  return weights;
}

function readWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const part of header.split(',')) {
    const [, name, weight = '1'] = WEIGHTED.exec(part.trim()) ?? [];
    if (name !== undefined) weights.set(name.toLowerCase(), Number(weight));
  }
  return weights;
}

/** Weight of each media range of an Accept header (RFC 9110, section 12.5.1); parameters other than `q` are ignored. */
function typeWeights(header: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of header.split(',')) {
    const [range = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    weights.set(range, Math.max(Number(weight), weights.get(range) ?? 0));
  }
  return weights;
}

/**
 * Finds the offered media type that an Accept header prefers, the first of equal ones; undefined if it allows none. The
 * most specific range that matches a type decides, and a weight of 0 excludes the type.
 */
export function preferredType(header: string, offered: readonly string[]): string | undefined {
  if (header.trim() === '') return offered[0];
  const weights = typeWeights(header);
  let best: { type: string; weight: number } | undefined;
  for (const type of offered) {
    const ranges = [type, `${type.split('/')[0]}/*`, '*/*'];
    const weight = weights.get(ranges.find((range) => weights.has(range)) ?? '') ?? 0;
    // A malformed weight counts as 1.
    const counted = Number.isNaN(weight) ? 1 : weight;
    if (counted > (best?.weight ?? 0)) best = { type, weight: counted };
  }
  return best?.type;
}
