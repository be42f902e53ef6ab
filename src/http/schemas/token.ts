import { z } from 'zod';
import * as answerFields from './answerFields.js';

export const tokenEntry = z.strictObject({
  id: z.int(),
  name: z.string(),
  origin: z.enum(['auth', 'ui', 'cli']),
  created_at: answerFields.time,
  last_used_at: answerFields.time.nullable(),
  expires_at: answerFields.time.nullable(),
});

export type TokenJson = z.output<typeof tokenEntry>;

/** Newly made token: the only answer that contains the token itself. */
export const newToken = z.strictObject({
  id: z.int(),
  name: z.string(),
  token: z.string(),
  created_at: answerFields.time,
});

export type NewTokenJson = z.output<typeof newToken>;
