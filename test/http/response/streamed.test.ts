import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { createServer, get, type IncomingMessage } from 'node:http';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import Koa from 'koa';
import { pino } from 'pino';
import type { ApiContext, RequestState } from '../../../src/http/context.js';
import { Streamed, type StreamedItem } from '../../../src/http/response/streamed.js';
import { listen } from '../../helpers/client.js';
import { until } from '../../helpers/until.js';

const log = pino({ level: 'silent' });

/** Serves answers until the test ends; returns a function that requests one with this Accept-Encoding. */
async function serve(
  t: ExecutionContext,
  answer: (ctx: ApiContext) => Promise<void>,
): Promise<(encoding: string) => Promise<IncomingMessage>> {
  const app = new Koa<RequestState>();
  app.use((ctx) => answer(ctx as ApiContext));
  const handle = app.callback();
  const server = createServer((request, response) => void handle(request, response));
  const port = await listen(server);
  t.teardown(() => server.close());
  return (encoding) =>
    new Promise((resolve, reject) => {
      get({ port, headers: { 'accept-encoding': encoding }, agent: false }, resolve).on('error', reject);
    });
}

test('any items give the text of JSON.stringify in both encodings, and free their memory', async (t) => {
  let answer: () => Streamed = () => Streamed.inField({}, 'items', itemsOf([]));
  let held = 0;
  async function* itemsOf(list: readonly unknown[]): AsyncGenerator<StreamedItem, void> {
    for (const [i, value] of list.entries()) {
      const text = { bytes: Buffer.from(JSON.stringify(value)), release: () => held-- };
      held++;
      yield { head: `{"i":${i},"value":`, text, tail: '}' };
    }
  }
  const ask = await serve(t, (ctx) => answer().send(ctx, { request_id: 'x' }, log));
  const fields = fc.dictionary(fc.string({ minLength: 1 }), fc.jsonValue(), { maxKeys: 4, noNullPrototype: true });
  const long = fc.string({ unit: 'grapheme', minLength: 1000, maxLength: 3000 });
  const items = fc.array(fc.oneof(fc.jsonValue(), long), { maxLength: 7 });
  await fc.assert(
    fc.asyncProperty(fields, items, async (some, list) => {
      const data = { kind: 'k', ...some, items: list.map((value, i) => ({ i, value })) };
      const expected = JSON.stringify({ data, meta: { request_id: 'x' } });
      answer = () => Streamed.inField({ kind: 'k', ...some }, 'items', itemsOf(list));
      for (const encoding of ['identity', 'gzip']) {
        const response = await ask(encoding);
        const body = await buffer(response);
        t.is(response.headers['content-encoding'] ?? 'identity', encoding);
        t.is(String(encoding === 'gzip' ? gunzipSync(body) : body), expected);
      }
      t.is(held, 0);
    }),
    { numRuns: 60 },
  );
});

test('an answer that another one replaces lets go what its items hold', async (t) => {
  let isHeld = false;
  async function* items(): AsyncGenerator<StreamedItem, void> {
    isHeld = true;
    try {
      const text = { bytes: Buffer.from('1'), release: () => undefined };
      for (;;) yield { head: '', text, tail: '' };
    } finally {
      isHeld = false;
    }
  }
  const ask = await serve(t, async (ctx) => {
    await Streamed.inField({}, 'items', items()).send(ctx, { request_id: 'x' }, log);
    t.true(isHeld);
    ctx.body = 'instead';
  });
  t.is(String(await buffer(await ask('identity'))), 'instead');
  await until(() => !isHeld, 'the items to end');
});
