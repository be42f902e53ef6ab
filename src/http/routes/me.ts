import type { z } from 'zod';
import { EXAMPLE_USER, user } from '../schemas/user.js';
import { defineRoute } from '../route.js';

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
