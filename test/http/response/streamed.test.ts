import { gunzipSync } from 'node:zlib';
import { buffer } from 'node:stream/consumers';
import { get, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import test from 'ava';
import fc from 'fast-check';
import Koa from 'koa';
import { pino } from 'pino';
import type { ApiContext, RequestState } from '../../../src/http/context.js';
import { Streamed, type StreamedItem } from '../../../src/http/response/streamed.js';
import { until } from '../../helpers/until.js';

const log = pino({ level: 'silent' });

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
  const app = new Koa<RequestState>();
  app.use(async (ctx) => {
    await answer().send(ctx as ApiContext, { request_id: 'x' }, log);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = (encoding: string): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      get({ port, headers: { 'accept-encoding': encoding }, agent: false }, resolve).on('error', reject);
    });
  try {
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
  } finally {
    server.close();
  }
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
  const app = new Koa<RequestState>();
  app.use(async (ctx) => {
    await Streamed.inField({}, 'items', items()).send(ctx as ApiContext, { request_id: 'x' }, log);
    t.true(isHeld);
    ctx.body = 'instead';
  });
  const server = app.listen(0, '127.0.0.1');
  t.teardown(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const response = await new Promise<IncomingMessage>((resolve) => void get({ port, agent: false }, resolve));
  t.is(String(await buffer(response)), 'instead');
  await until(() => !isHeld, 'the items to end');
});
