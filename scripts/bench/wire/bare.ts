/**
 * Bare Koa in a process of its own: answers GET of a path with the bytes that a PUT stored there. No server on Koa
 * could answer at less cost, so the service is measured against it.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Koa from 'koa';

const contents = new Map<string, { body: Buffer; encoding: string }>();
const app = new Koa().use(async (ctx) => {
  if (ctx.method === 'PUT') {
    contents.set(ctx.path, { body: await buffer(ctx.req), encoding: ctx.get('x-encoding') });
    ctx.status = 204;
    return;
  }
  const { body, encoding = '' } = contents.get(ctx.path) ?? {};
  ctx.type = 'application/json';
  if (encoding !== '') ctx.set('Content-Encoding', encoding);
  ctx.body = body;
});
const server = app.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
process.once('disconnect', () => process.exit());
