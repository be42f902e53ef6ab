import { ServiceError } from '../errors.js';

const ARRAY_NAME = /^([^[\]]+)\[.*\]$/;

/** A parameter's value for a message: quoted, control characters escaped, cut where it is long. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 64 ? `${text.slice(0, 64)}…` : text);
}

function invalid(name: string, rule: string): ServiceError {
  return new ServiceError('INVALID_PARAMETER', `query parameter ${quote(name)} ${rule}`, { [name]: rule });
}

function decode(text: string, name: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw invalid(name, 'must be percent-encoded UTF-8');
  }
}

/**
 * The raw query string as one text per known name. Koa's own parser would make arrays of repeats and say nothing of
 * names that no route has. Throws INVALID_PARAMETER for unknown, repeated, array and badly encoded parameters.
 */
export function parseQuery(queryString: string, known: readonly string[]): Map<string, string> {
  const values = new Map<string, string>();
  for (const pair of queryString.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const rawName = equals < 0 ? pair : pair.slice(0, equals);
    const name = decode(rawName, rawName);
    if (!known.includes(name)) {
      const single = ARRAY_NAME.exec(name)?.[1];
      if (single !== undefined && known.includes(single)) throw invalid(name, `is an array; give ${single} once`);
      const taken = known.length === 0 ? 'none' : known.join(', ');
      throw invalid(name, `is unknown; parameters of this route: ${taken}`);
    }
    if (values.has(name)) throw invalid(name, 'is repeated; give it once');
    values.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1), name));
  }
  return values;
}
