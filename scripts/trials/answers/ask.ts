import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/** Account that asks: the demo's by token or by a session of the page, others by token, or nobody. */
type Asker = 'demo' | 'session' | 'free' | 'poor' | 'nobody';

/**
 * One request that both builds are sent. `{name}` in path, headers and body stands for a value kept from an earlier
 * answer.
 */
export interface Question {
  method: string;
  path: string;
  as: Asker;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /** Name under which a value of the answer is kept, and the value's place: a header, or a path into the JSON body. */
  keep?: readonly [name: string, place: string];
  /** Bytes to send in place of a request, on a connection of their own. */
  raw?: string;
  /** Number of times that the question is sent; the last answer counts. */
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
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** Milliseconds after which a connection without an answer is given up: longer than a request may take to arrive. */
const UNANSWERED_MS = 30_000;

/** One of the two builds, with the values that its answers gave for later questions. */
export interface Side {
  url: string;
  /** Values that `{name}` stands for, such as tokens and ids. */
  kept: Map<string, string>;
}

export interface Answer {
  status: number;
  /** Names in lower case; several of one name are joined by lines. */
  headers: Record<string, string>;
  /** Decoded body. */
  body: Buffer;
}

/** Sends a question to one side, and keeps there the value that the question names. */
export async function ask(side: Side, question: Question): Promise<Answer> {
  let answer = await askOnce(side, question);
  for (let time = 1; time < (question.times ?? 1); time++) answer = await askOnce(side, question);
  if (question.keep) side.kept.set(question.keep[0], valueAt(answer, question.keep[1]));
  const [cookie] = answer.headers['set-cookie']?.split(';') ?? [];
  if (question.as === 'session' && cookie !== undefined) side.kept.set('cookie', cookie);
  return answer;
}

async function askOnce(side: Side, question: Question): Promise<Answer> {
  if (question.raw !== undefined) return askRaw(side, filled(question.raw, side));
  const headers = Object.entries({ ...credentialsOf(question, side), ...question.headers });
  const asked = request(side.url + filled(question.path, side), {
    method: question.method,
    agent: false,
    headers: Object.fromEntries(headers.map(([name, value]) => [name, filled(value, side)])),
  });
  // A request that is refused early may break its own connection while its body is still being written.
  const answered = new Promise<Answer>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response) => {
      buffer(response).then((bytes) => {
        const told: Record<string, string> = {};
        for (let i = 0; i < response.rawHeaders.length; i += 2) {
          const name = response.rawHeaders[i]?.toLowerCase() ?? '';
          told[name] = [...(told[name] === undefined ? [] : [told[name]]), response.rawHeaders[i + 1]].join('\n');
        }
        const body = decoded(bytes, told['content-encoding']);
        resolve({ status: response.statusCode ?? 0, headers: told, body });
      }, reject);
    });
  });
  asked.end(question.body === undefined ? undefined : filled(question.body, side));
  return answered;
}

function credentialsOf({ as, method }: Question, { kept, url }: Side): Record<string, string> {
  if (as === 'nobody') return {};
  if (as !== 'session') return { authorization: `Bearer ${kept.get(`${as} token`)}` };
  const origin = method === 'GET' ? {} : { origin: url };
  const cookie = kept.get('cookie');
  return { ...origin, ...(cookie !== undefined && { cookie }) };
}

function filled(text: string, { kept }: Side): string {
  return text.replaceAll(/\{([a-z0-9 ]+)\}/g, (whole, name: string) => kept.get(name) ?? whole);
}

function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (encoding === 'gzip') return gunzipSync(bytes);
  return encoding === 'br' ? brotliDecompressSync(bytes) : bytes;
}

/** Answer on a connection that is sent these bytes and then read to its end, headers included in the body. */
function askRaw({ url }: Side, bytes: string): Promise<Answer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname, () => socket.write(bytes, 'latin1'));
    const done = (): void => {
      socket.destroy();
      const body = Buffer.concat(chunks);
      resolve({ status: Number(/^HTTP\/1.1 (\d+)/.exec(body.toString('latin1'))?.[1] ?? 0), headers: {}, body });
    };
    socket.setTimeout(UNANSWERED_MS, done);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.once('error', done).once('close', done);
  });
}

/** Value of a header, or at a path such as `data.token` of the JSON body. */
function valueAt({ headers, body }: Answer, place: string): string {
  if (place in headers) return headers[place] ?? '';
  let value: unknown = JSON.parse(body.toString() || 'null');
  for (const part of place.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
