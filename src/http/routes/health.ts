import { z } from 'zod';
import { checkDatabase } from '../../db/connection/checkDatabase.js';
import { ServiceError } from '../response/serviceError.js';
import { currentWindow } from './subject.js';
import { defineRoute } from '../route.js';

/** Seconds after which another instance, if there is one, has taken over. */
const RETRY_AFTER_SECONDS = 5;
const OK = { status: 'ok' as const };

const alive = {
  method: 'GET',
  summary: 'Whether the process answers',
  auth: 'none',
  limitGroup: 'other',
  envelope: false,
  negotiated: false,
  response: z
    .strictObject({ status: z.literal('ok').describe('Anything else is told by the HTTP status') })
    .meta({ id: 'Health', description: 'A sign of life' }),
  example: { response: OK },
  handler: async () => OK,
} as const;

export const health = defineRoute({ ...alive, path: '/health_check' });

export const live = defineRoute({ ...alive, path: '/health/live', extension: true });

export const ready = defineRoute({
  ...alive,
  path: '/health/ready',
  extension: true,
  summary:
    'Whether the database takes changes, the threads that compute answer and an analysis window is loaded; 503 otherwise, and while the service stops',
  errors: ['UNAVAILABLE', 'ANALYSIS_NOT_READY'],
  handler: async (_request, { knex, analysis, draining }) => {
    if (draining.begun) {
      throw new ServiceError('UNAVAILABLE', 'the service is stopping', undefined, RETRY_AFTER_SECONDS);
    }
    await checkDatabase(knex);
    currentWindow(analysis);
    await analysis.check();
    return OK;
  },
});
