import { ServiceError } from '../response/serviceError.js';
import { Asset } from '../response/asset.js';
import { readJsonObject } from '../request/body.js';
import type { ApiContext } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { meta } from '../response/envelope.js';
import { NOT_MODIFIED } from '../response/etag.js';
import { RawContent } from '../response/rawContent.js';
import { parseQuery } from '../request/query.js';
import type { Route } from '../route.js';
import { EmbeddedJson } from '../response/embeddedJson.js';
import { Streamed } from '../response/streamed.js';
import { validateBody, validateParameters } from '../request/validation.js';
import { whenClosed } from '../response/whenClosed.js';

type PathParameters = Readonly<Record<string, string>>;

function readParameters(route: Route, inPathOf: PathParameters, ctx: ApiContext) {
  const inPath = { values: new Map(Object.entries(inPathOf)), broken: new Map<string, string>() };
  const inQuery = parseQuery(route.anyQuery ? '' : ctx.querystring, Object.keys(route.query.shape));
  return validateParameters({ schema: route.params, ...inPath }, { schema: route.query, ...inQuery });
}

/** Runs one route after authentication and the method check: plan (403), input (400, 422), handler, envelope. */
export async function runRoute(
  route: Route,
  inPath: PathParameters,
  ctx: ApiContext,
  dependencies: AppDependencies,
): Promise<void> {
  const { caller, requestId } = ctx.state;
  if (route.enterprise && caller?.enterprise !== true) {
    throw new ServiceError('ENTERPRISE_REQUIRED', 'this endpoint needs an active Enterprise subscription');
  }
  ctx.set('Cache-Control', 'no-store');
  const { params, query } = readParameters(route, inPath, ctx);
  const body = route.body ? validateBody(route.body, await readJsonObject(ctx.req, route.bodyLimitBytes)) : {};
  const result = await route.handler({ params, query, body, caller, ctx }, dependencies);
  if (result === NOT_MODIFIED) {
    ctx.status = 304;
    return;
  }
  if (result instanceof RawContent) {
    ctx.set(result.headers);
    if (result instanceof Asset) await result.send(ctx);
    else ctx.body = result.content;
    ctx.type = result.type;
    return;
  }
  const now = dependencies.clock?.() ?? new Date();
  if (result instanceof EmbeddedJson) {
    whenClosed(ctx.req, ctx.res, () => result.release());
    ctx.body = route.envelope ? result.envelope(meta(requestId, now)) : result.bare();
    ctx.type = 'application/json';
    if (result.encoding !== 'identity') ctx.set('Content-Encoding', result.encoding);
    return;
  }
  if (result instanceof Streamed) {
    await result.send(ctx, meta(requestId, now), dependencies.log);
    return;
  }
  // As text: Koa and what compresses would each write an object to learn its length.
  ctx.type = 'application/json';
  ctx.body = JSON.stringify(route.envelope ? { data: result, meta: meta(requestId, now) } : result);
}
