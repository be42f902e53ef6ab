import { z } from 'zod';
import * as answerFields from '../schemas/answerFields.js';
import { defineRoute } from '../route.js';

export const user = z
  .strictObject({
    id: answerFields.id.describe('Identifies the user'),
    email: z.string().describe('Email address, with which the user signs in'),
    first_name: z.string().describe('First name'),
    last_name: z.string().describe('Last name'),
  })
  .meta({ id: 'User', description: 'A person of an account' });

export const EXAMPLE_USER = { id: 1, email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };

interface UserRow {
  email: string;
  firstName: string;
  lastName: string;
}

export function userObject(id: number, { email, firstName, lastName }: UserRow): z.input<typeof user> {
  return { id, email, first_name: firstName, last_name: lastName };
}

export const me = defineRoute({
  method: 'GET',
  path: '/me',
  summary: 'The current user',
  auth: 'token',
  limitGroup: 'other',
  response: user,
  example: { response: EXAMPLE_USER },
  handler: async ({ caller }) => userObject(caller.userId, caller),
});
