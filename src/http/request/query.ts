const ARRAY_NAME = /^([^[\]]+)\[.*\]$/;
const ENCODED = /[%+]/;
const MISENCODED = 'must be percent-encoded UTF-8';

/** Text quoted for a message: control characters escaped, long text cut. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

/** Parsed query string: one text per known name, and the rules it breaks by parameter. */
export interface QueryText {
  values: Map<string, string>;
  broken: Map<string, string>;
}

/** Decoded text; undefined where it is not percent-encoded UTF-8. */
function decode(text: string): string | undefined {
  if (!ENCODED.test(text)) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}

/**
 * Parses the raw query string. Koa's own parser would turn repeats into arrays and accept unknown names. Values that
 * break a rule are kept, so that they do not count as missing too.
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
