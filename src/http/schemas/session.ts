import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { trackedSatellite } from './satellites.js';

export const user = z
  .strictObject({
    id: answerFields.id.describe('Identifies the user'),
    email: z.string().describe('Email address, with which the user signs in'),
    first_name: z.string().describe('First name'),
    last_name: z.string().describe('Last name'),
  })
  .meta({ id: 'User', description: 'A person of an account' });

export const EXAMPLE_USER = { id: 1, email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace' };

const account = z.strictObject({ plan: z.enum(['enterprise', 'free']) });

/** User and account that are signed in with this browser. */
export const session = z.strictObject({ user, account });

export type SessionJson = z.output<typeof session>;

const begun = session.extend({ tracked_satellites: z.array(trackedSatellite) });
type BegunJson = z.output<typeof begun>;

/** Session, if there is one, with the tracked satellites: the page's first view needs no further call for them. */
export const sessionIfAny = z.strictObject({
  user: user.nullable(),
  account: account.nullable(),
  tracked_satellites: z.array(trackedSatellite).nullable(),
});

/** Type of `sessionIfAny`: either all fields are null or none is. */
export type SessionIfAnyJson = BegunJson | { [Field in keyof BegunJson]: null };

/** A browser in which the user is signed in. */
export const browserSession = z.strictObject({
  id: z.int(),
  is_this: z.boolean().meta({ description: 'whether it is the one that asks' }),
  user_agent: z.string(),
  created_at: answerFields.time,
  last_used_at: answerFields.time,
  expires_at: answerFields.time,
});

export type BrowserSessionJson = z.output<typeof browserSession>;

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
