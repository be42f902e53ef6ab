const ARRAY_NAME = /^([^[\]]+)\[.*\]$/;
const MISENCODED = 'must be percent-encoded UTF-8';

/** A parameter's value for a message: quoted, control characters escaped, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

/** What a query string says: one text per known name, and the rules that it breaks itself, by parameter. */
export interface QueryText {
  values: Map<string, string>;
  broken: Map<string, string>;
}

/** Undefined for what is no percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * The raw query string. Koa's own parser would make arrays of repeats and say nothing of names that no route has. What
 * is given wrongly is kept as it came, so that it does not count as missing too.
 */
export function parseQuery(queryString: string, known: readonly string[]): QueryText {
  const values = new Map<string, string>();
  const broken = new Map<string, string>();
  for (const pair of queryString.split('&')) {
    if (pair === '') continue;
    const [, rawName = '', rawValue = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
    const name = decode(rawName);
    const value = decode(rawValue);
    const single = ARRAY_NAME.exec(name ?? '')?.[1] ?? '';
    if (name === undefined) broken.set(rawName, MISENCODED);
    else if (known.includes(single)) broken.set(name, `is an array; give ${single} once`);
    else if (!known.includes(name))
      broken.set(name, `is unknown; parameters of this route: ${known.join(', ') || 'none'}`);
    else if (value === undefined) broken.set(name, MISENCODED);
    else if (values.has(name)) broken.set(name, 'is repeated; give it once');
    const given = known.includes(single) ? single : name;
    if (given !== undefined && known.includes(given) && !values.has(given)) values.set(given, value ?? rawValue);
  }
  return { values, broken };
}
