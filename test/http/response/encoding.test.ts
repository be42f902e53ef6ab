import test from 'ava';
import { Asset } from '../../../src/http/response/asset.js';
import type { ApiContext, Encoding } from '../../../src/http/context.js';
import { preferredEncoding } from '../../../src/http/response/negotiation.js';
import { BASE, withServer } from '../../helpers/server.js';

test('the encoding with the highest weight is taken, of equal ones the first that is offered', (t) => {
  const both: Encoding[] = ['br', 'gzip'];
  const cases: [header: string | undefined, expected: string | undefined][] = [
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br', 'br'],
    ['gzip;q=1.0, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.5, gzip', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['identity, gzip;q=0.5', 'identity'],
    ['identity;q=0.5, gzip;q=0.5', 'gzip'],
    ['identity;q=0', undefined],
    ['identity;q=0, br', 'br'],
    ['identity;q=0, *;q=0.001', 'br'],
    ['*;q=0', undefined],
    ['*;q=0, identity', 'identity'],
    ['gzip;q=0.001', 'gzip'],
    [' gzip ; q=0.2 , , br ; q=0.1', 'gzip'],
    ['br;q=2, gzip', 'gzip'],
  ];
  for (const [header, expected] of cases) t.is(preferredEncoding(header, both), expected as never, header);
  t.is(preferredEncoding('br', ['gzip']), 'identity');
  t.is(preferredEncoding('br, identity;q=0', ['gzip']), undefined);
});

test('an asset is compressed once, whoever asks for it', async (t) => {
  const asset = new Asset('text/plain', 'the same text '.repeat(1_000));
  const send = async (accepted: string): Promise<Buffer> => {
    const ctx = { headers: { 'accept-encoding': accepted }, set: () => undefined, body: undefined };
    await asset.send(ctx as unknown as ApiContext);
    return ctx.body as unknown as Buffer;
  };
  for (const encoding of ['br', 'gzip']) {
    const [first, second] = await Promise.all([send(encoding), send(encoding)]);
    t.is(first, second, encoding);
    t.is(await send(encoding), first);
  }
});

/** Answer as it is sent: fetch would decompress it. */
async function ask(raw: (bytes: string) => Promise<string>, path: string, accepted: string, method = 'GET') {
  const text = await raw(
    `${method} ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nAccept-Encoding: ${accepted}\r\n\r\n`,
  );
  const [head = ''] = text.split('\r\n\r\n');
  const header = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]?.trim();
  return { status: Number(head.split(' ')[1]), header };
}

test('documents come as the client prefers them, and say that this depends on Accept-Encoding', (t) =>
  withServer(t, async ({ raw, port }) => {
    for (const path of ['/openapi.json', '/docs', '/docs.css']) {
      const plain = await ask(raw, path, 'identity');
      t.is(plain.header('content-encoding'), undefined, path);
      const sizes = [Number(plain.header('content-length'))];
      for (const encoding of ['gzip', 'br']) {
        const { status, header } = await ask(raw, path, encoding);
        t.is(status, 200);
        t.is(header('content-encoding'), encoding);
        t.regex(header('vary') ?? '', /\bAccept-Encoding\b/);
        sizes.push(Number(header('content-length')));
        const head = await ask(raw, path, encoding, 'HEAD');
        t.is(head.header('content-encoding'), encoding);
        t.is(head.header('content-length'), header('content-length'));
      }
      t.deepEqual(
        sizes,
        [...sizes].sort((a, b) => b - a),
        path,
      );
      t.is((await ask(raw, path, 'identity;q=0, br')).header('content-encoding'), 'br');
      const refused = await ask(raw, path, 'identity;q=0');
      t.is(refused.status, 406);
      const whole = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': 'identity' } });
      const text = Buffer.from(await whole.arrayBuffer());
      // fetch decompresses what it asked for.
      for (const encoding of ['gzip', 'br']) {
        const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { 'accept-encoding': encoding } });
        t.deepEqual(Buffer.from(await response.arrayBuffer()), text);
      }
      const condition = `gzip\r\nIf-None-Match: ${plain.header('etag') ?? ''}`;
      const unchanged = await ask(raw, path, condition);
      t.is(unchanged.status, 304);
      t.regex(unchanged.header('vary') ?? '', /\bAccept-Encoding\b/);
    }
  }));

test('a client that takes nothing plain gets small answers compressed too', (t) =>
  withServer(t, async ({ raw }) => {
    const gzipped = await ask(raw, `${BASE}/health/live`, 'gzip, identity;q=0');
    t.deepEqual([gzipped.status, gzipped.header('content-encoding')], [200, 'gzip']);
    t.is((await ask(raw, `${BASE}/health/live`, 'gzip')).header('content-encoding'), undefined);
  }));
