import { ServiceError } from '../../errors.js';
import type { ApiMiddleware } from '../context.js';
import { allowedMethods } from '../routing.js';

/** What can be refused before a route is entered: unknown paths, other methods, encodings that cannot be sent. */
export const checkRequest: ApiMiddleware = async (ctx, next) => {
  const {
    location,
    location: { onPath, route },
  } = ctx.state;
  if (onPath.length === 0) throw new ServiceError('NOT_FOUND', 'there is no such path');
  if (route === undefined) {
    const allow = allowedMethods(location);
    ctx.set('Allow', allow);
    throw new ServiceError('METHOD_NOT_ALLOWED', `${ctx.method} is not allowed here; allowed: ${allow}`);
  }
  if (ctx.acceptsEncodings('gzip', 'identity') === false) {
    throw new ServiceError('NOT_ACCEPTABLE', 'Accept-Encoding leaves neither gzip nor identity');
  }
  await next();
};
