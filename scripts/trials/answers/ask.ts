import { request } from 'node:http';
import { connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Question } from './question.js';

/** A connection without an answer is given up after this time: longer than a request may take to arrive. */
const UNANSWERED_MS = 30_000;

/** One of the two builds, with what its answers gave to later questions. */
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

/** Sends a question to one side, and keeps there what the question says. */
export async function ask(side: Side, question: Question): Promise<Answer> {
  let answer = await askOnce(side, question);
  for (let time = 1; time < (question.times ?? 1); time++) answer = await askOnce(side, question);
  if (question.keep) side.kept.set(question.keep[0], String(valueAt(answer, question.keep[1]) ?? ''));
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
  // What the server refuses before it has read all of it breaks the connection for who still writes.
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
function valueAt({ headers, body }: Answer, place: string): unknown {
  if (place in headers) return headers[place];
  let value: unknown = JSON.parse(body.toString() || 'null');
  for (const part of place.split('.')) value = (value as Record<string, unknown> | null | undefined)?.[part];
  return value;
}
