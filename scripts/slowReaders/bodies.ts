import { Agent, request } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { BASE_PATH } from '../../src/spec.js';

/** Answers to the same questions, asked over and over. */
export interface Bodies {
  /** Asks each question over each connection in turn until the time is over; every body must be the one of the first time. */
  compare(connections: number, ms: number): Promise<{ answers: number; different: number; failed: number }>;
  close(): void;
}

/** Asks every question, each as it is and gzipped, and keeps what is answered. */
export async function firstBodies(url: string, token: string, paths: readonly string[]): Promise<Bodies> {
  const agent = new Agent({ keepAlive: true });
  const questions = paths.flatMap((path) => ['identity', 'gzip'].map((encoding) => ({ path, encoding })));

  /** The body without what differs from answer to answer; undefined where there is none. */
  const ask = ({ path, encoding }: (typeof questions)[number]): Promise<string | undefined> =>
    new Promise((resolve) => {
      const headers = { authorization: `Bearer ${token}`, 'accept-encoding': encoding };
      const asked = request(url + BASE_PATH + path, { agent, headers }, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.once('error', () => resolve(undefined));
        answer.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
          resolve(answer.statusCode === 200 ? text.slice(0, text.lastIndexOf(',"meta":')) : undefined);
        });
      });
      asked.once('error', () => resolve(undefined)).end();
    });

  const expected: string[] = [];
  for (const question of questions) {
    const body = await ask(question);
    if (body === undefined) throw new Error(`${question.path} is not answered`);
    expected.push(body);
  }

  return {
    async compare(connections, ms) {
      const endMs = performance.now() + ms;
      const sum = { answers: 0, different: 0, failed: 0 };
      const worker = async (first: number): Promise<void> => {
        for (let i = first; performance.now() < endMs; i = (i + 1) % questions.length) {
          const body = await ask(questions[i] as (typeof questions)[number]).catch(() => 'broken');
          sum.answers++;
          if (body === undefined) sum.failed++;
          else if (body !== expected[i]) sum.different++;
        }
      };
      await Promise.all(Array.from({ length: connections }, (_, i) => worker(i % questions.length)));
      return sum;
    },
    close: () => agent.destroy(),
  };
}
