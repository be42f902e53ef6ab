import { ServiceError } from '../response/serviceError.js';
import type { ApiContext, ApiMiddleware, Locate, Location } from '../context.js';
import { entrances } from '../request/origin.js';

/** An absolute-form target reaches a URL parser that throws. */
function pathOf(ctx: ApiContext): string {
  try {
    return ctx.path;
  } catch {
    throw new ServiceError('BAD_REQUEST', 'the request target is not a URL');
  }
}

/** Value of `Allow`: the path's methods, HEAD wherever there is GET, and OPTIONS. */
export function allowedMethods({ onPath }: Location): string {
  const methods = onPath.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return [...methods, 'OPTIONS'].join(', ');
}

/** Finds the request's route for those that follow. OPTIONS on a known path is answered here, for everybody. */
export function locate(find: Locate, publicUrl: string | undefined): ApiMiddleware {
  const { openapi, documentation } = entrances(publicUrl);
  const described = `<${openapi}>; rel="service-desc", <${documentation}>; rel="service-doc"`;
  return async (ctx, next) => {
    // Node takes a request line without a version for one, and one without headers can carry neither host nor token.
    if (ctx.req.httpVersionMajor !== 1) throw new ServiceError('BAD_REQUEST', 'the request is not HTTP/1.1');
    // RFC 9112, section 3.2. Node's own check would answer without a body and without a request id.
    if (ctx.req.httpVersion === '1.1' && ctx.req.headersDistinct['host']?.length !== 1) {
      throw new ServiceError('BAD_REQUEST', 'an HTTP/1.1 request needs one Host header');
    }
    ctx.state.location = find(pathOf(ctx), ctx.method);
    if (ctx.method === 'OPTIONS' && ctx.state.location.onPath.length > 0) {
      ctx.set('Allow', allowedMethods(ctx.state.location));
      ctx.status = 204;
      return;
    }
    // RFC 8631: whoever asks for what is not there is told where everything else is.
    if (ctx.state.location.onPath.length === 0) ctx.set('Link', described);
    await next();
  };
}
