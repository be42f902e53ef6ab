import { withPatience } from '../../db/connection/patience.js';
import type { ApiMiddleware } from '../context.js';

/** All that one request asks of the database is answered, or given up, within 5 s. */
export const patience: ApiMiddleware = (_ctx, next) => withPatience(next);
