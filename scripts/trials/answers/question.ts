/** Account that asks: the demo's by token or by a session of the page, others by token, or nobody. */
type Asker = 'demo' | 'session' | 'free' | 'poor' | 'nobody';

/** One request that both builds are sent. `{name}` in path, headers and body stands for a value kept from an answer before. */
export interface Question {
  method: string;
  path: string;
  as: Asker;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Name under which a value of the answer is kept, and the value's place: a header, or a path into the JSON body. */
  keep?: readonly [name: string, place: string];
  /** Bytes that are sent instead, on a connection of their own. */
  raw?: string;
  /** Number of times that it is sent; the last answer counts. */
  times?: number;
}

type Options = Partial<Omit<Question, 'method' | 'path'>>;

export function get(path: string, options: Options = {}): Question {
  return { method: 'GET', path, as: 'demo', headers: {}, ...options };
}

/** Request with a body of JSON; text is sent as it is. */
export function send(method: string, path: string, body?: unknown, options: Options = {}): Question {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = body !== undefined && { body: text, headers: { 'content-type': 'application/json' } };
  return { method, path, as: 'demo', headers: {}, ...json, ...options };
}

/** Bytes on a connection of their own, for requests that no client library sends. */
export function raw(bytes: string): Question {
  return { method: 'RAW', path: JSON.stringify(bytes.slice(0, 60)), as: 'nobody', headers: {}, raw: bytes };
}

/** Query string of these parameters, with their values written as URLs have them. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  return `?${new URLSearchParams(Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]))}`;
}
