import { z } from 'zod';
import * as answerFields from './answerFields.js';

export const user = z
  .strictObject({
    id: answerFields.id.describe('Identifies the user'),
    email: z.string().describe('Email address, with which the user signs in'),
    first_name: z.string().describe('First name'),
    last_name: z.string().describe('Last name'),
  })
  .meta({ id: 'User', description: 'A person of an account' });

export const EXAMPLE_USER = { id: 1, email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };
