import { z } from 'zod';
import { checkDatabase } from '../../db/connection/checkDatabase.js';
import { ServiceError } from '../response/serviceError.js';
import { currentWindow } from './subject.js';
import { defineRoute } from '../route.js';

const open = { method: 'GET', auth: 'none', limitGroup: 'other', envelope: false, negotiated: false } as const;
const response = z
  .strictObject({ status: z.literal('ok').describe('Anything else is told by the HTTP status') })
  .meta({ id: 'Health', description: 'A sign of life' });
const example = { response: { status: 'ok' as const } };
/** Seconds after which another instance, if there is one, has taken over. */
const RETRY_AFTER_SECONDS = 5;
const OK = { status: 'ok' as const };

export const health = defineRoute({
  ...open,
  path: '/health_check',
  summary: 'Whether the process answers',
  response,
  example,
  handler: async () => OK,
});

export const live = defineRoute({
  ...open,
  extension: true,
  path: '/health/live',
  summary: 'Whether the process answers',
  response,
  example,
  handler: async () => OK,
});

export const ready = defineRoute({
  ...open,
  extension: true,
  path: '/health/ready',
  summary:
    'Whether the database takes changes, the threads that compute answer and an analysis window is loaded; 503 otherwise, and while the service stops',
  response,
  example,
  errors: ['UNAVAILABLE', 'ANALYSIS_NOT_READY'],
  handler: async (_request, { knex, analysis, draining }) => {
    if (draining?.begun === true) {
      throw new ServiceError('UNAVAILABLE', 'the service is stopping', undefined, RETRY_AFTER_SECONDS);
    }
    await checkDatabase(knex);
    currentWindow(analysis);
    await analysis.check();
    return OK;
  },
});
