import test from 'ava';
import { Asset } from '../../../src/http/response/asset.js';
import type { ApiContext, Encoding } from '../../../src/http/context.js';
import { preferredEncoding } from '../../../src/http/response/negotiation.js';

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
