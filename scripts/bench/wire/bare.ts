/** Bare Koa servers in a process of their own: the least that an answer of its size can cost, and what objects cost. */
import Koa from 'koa';
import { serveParent } from './child.js';
import { cpuUs } from './figures.js';
import { entriesOf, type Intensities } from './entries.js';
import { listenAnywhere } from './listenAnywhere.js';

/** What every answer is: these bytes, the JSON of this object, or the JSON of entries that are made for each answer. */
export type Content = { bytes: Uint8Array; encoding?: 'gzip' } | { object: object } | Intensities;

function middlewareOf(content: Content): Koa.Middleware {
  if ('object' in content) return (ctx) => void (ctx.body = content.object);
  if ('values' in content) return (ctx) => void (ctx.body = { data: { timeseries: entriesOf(content) } });
  const body = Buffer.from(content.bytes);
  return (ctx) => {
    ctx.type = 'application/json';
    if (content.encoding !== undefined) ctx.set('Content-Encoding', content.encoding);
    ctx.body = body;
  };
}

/** Starts a server of its own for the content; returns its URL. */
async function serve(content: Content): Promise<string> {
  return (await listenAnywhere(new Koa().use(middlewareOf(content)))).url;
}

const served = { serve, cpuUs };
export type Bare = typeof served;

serveParent(served);
