import { withPatience } from '../../db/connection/patience.js';
import type { ApiMiddleware } from '../context.js';

/** Bounds all database work of one request to 5 s together. */
export const patience: ApiMiddleware = (_ctx, next) => withPatience(next);
