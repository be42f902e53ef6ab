import { ServiceError } from '../response/serviceError.js';
import { preferredType } from '../request/accept.js';
import type { ApiMiddleware, Locate } from '../context.js';
import { preferredEncoding } from '../response/encoding.js';
import { entrances } from '../request/origin.js';
import { quote } from '../request/query.js';
import { allowedMethods } from './locate.js';
import { noSuchPath } from '../request/suggestPath.js';

/** Refuses what needs no route: unknown paths, unsupported methods, and encodings and types that cannot be sent. */
export function checkRequest(find: Locate, publicUrl: string | undefined): ApiMiddleware {
  const where = entrances(publicUrl);
  return (ctx, next) => {
    const {
      location,
      location: { onPath, route },
    } = ctx.state;
    if (onPath.length === 0) {
      const exists = (path: string): boolean => find(path, ctx.method).onPath.length > 0;
      throw new ServiceError('NOT_FOUND', noSuchPath(ctx.path, exists), where);
    }
    if (route === undefined) {
      const allow = allowedMethods(location);
      ctx.set('Allow', allow);
      throw new ServiceError('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed on ${ctx.path}; allowed: ${allow}`);
    }
    if (preferredEncoding(ctx.headers['accept-encoding'], route.encodings) === undefined) {
      const offered = [...route.encodings, 'identity'].join(', ');
      throw new ServiceError('NOT_ACCEPTABLE', `Accept-Encoding leaves none of ${offered}`);
    }
    if (route.types.length > 1) ctx.vary('Accept');
    if (route.negotiated && preferredType(ctx.get('Accept'), route.types) === undefined) {
      const accepted = quote(ctx.get('Accept'));
      const types = route.types.join(' or ');
      throw new ServiceError('NOT_ACCEPTABLE', `answers are ${types}, which Accept leaves out: ${accepted}`);
    }
    return next();
  };
}
