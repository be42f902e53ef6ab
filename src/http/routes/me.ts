import { z } from 'zod';
import { defineRoute } from '../route.js';

export const user = z
  .strictObject({
    id: z.int(),
    email: z.string(),
    first_name: z.string(),
    last_name: z.string(),
  })
  .meta({ id: 'User' });

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
