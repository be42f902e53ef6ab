import { z } from 'zod';
import { defineRoute } from '../route.js';

export const user = z.strictObject({
  id: z.int(),
  email: z.string(),
  first_name: z.string(),
  last_name: z.string(),
});

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
  handler: async ({ caller }) => userObject(caller.userId, caller),
});
