import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

/**
 * Who asks: the demo's account with a token, a session of the page, one of two further accounts with a token, or
 * nobody.
 */
type Asker = 'demo' | 'session' | 'free' | 'poor' | 'nobody';

/**
 * Request that is sent to both builds. `{name}` in its path, headers and body stands for a value kept from an earlier
 * answer.
 */
export interface Question {
  method: string;
  path: string;
  as: Asker;
  headers: Readonly<Record<string, string>>;
  body?: string;
  /**
   * Name under which a value of the answer is kept, and the place of the value: a header, or a path into the JSON body.
   */
  keep?: readonly [name: string, place: string];
  /** Bytes to send instead of an HTTP request, on a connection of their own. */
  raw?: string;
  /** Number of times that the question is sent; the last answer counts. */
  times?: number;
}

type Options = Partial<Omit<Question, 'method' | 'path'>>;

export function get(path: string, options: Options = {}): Question {
  return { method: 'GET', path, as: 'demo', headers: {}, ...options };
}

/** Question with a JSON body; a string is sent unchanged. */
export function send(method: string, path: string, body?: unknown, options: Options = {}): Question {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const json = body !== undefined && { body: text, headers: { 'content-type': 'application/json' } };
  return { method, path, as: 'demo', headers: {}, ...json, ...options };
}

/** Question of plain bytes on a connection of their own, for requests that no client library sends. */
export function raw(bytes: string): Question {
  return { method: 'RAW', path: JSON.stringify(bytes.slice(0, 60)), as: 'nobody', headers: {}, raw: bytes };
}

/** Query string of these parameters, with their values URL-encoded. */
export function query(parameters: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}

/** Milliseconds after which a silent connection is given up: more than the server lets a request take to arrive. */
const UNANSWERED_MS = 30_000;

/** One of the two builds, with the values of its answers that later questions need. */
export interface Side {
  url: string;
  /** Values that `{name}` stands for, such as tokens and ids. */
  kept: Map<string, string>;
}

export interface Answer {
  /** HTTP status; 0 if the bytes of a raw answer begin with none. */
  status: number;
  /** Headers by name in lower case; the values of repeated headers are joined by line breaks. */
  headers: Record<string, string>;
  /** Decoded body. */
  body: Buffer;
}

/** Sends a question to one build, and keeps the value that the question names for later questions to it. */
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
  // Both events are awaited from the start: a request that is refused early may break its connection while its body is
  // still being written.
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

/** Sends bytes on a connection and reads it to its end. The answer's body is all that arrived, headers included. */
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

/** Value of a header, or of the JSON body at a path such as `data.token`. */
function valueAt({ headers, body }: Answer, place: string): string {
  if (place in headers) return headers[place] ?? '';
  let value: unknown = JSON.parse(body.toString() || 'null');
  for (const part of place.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
