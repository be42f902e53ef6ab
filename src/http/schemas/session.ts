import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { trackedSatellite } from './satellites.js';
import { user } from './user.js';

const account = z.strictObject({ plan: z.enum(['enterprise', 'free']) });

/** User and account that are signed in with this browser. */
export const session = z.strictObject({ user, account });

export type SessionJson = z.output<typeof session>;

const begun = session.extend({ tracked_satellites: z.array(trackedSatellite) });
type BegunJson = z.output<typeof begun>;

/** Session, if there is one, and the list that every view of a satellite begins with: a question less on slow lines. */
export const sessionIfAny = z.strictObject({
  user: user.nullable(),
  account: account.nullable(),
  tracked_satellites: z.array(trackedSatellite).nullable(),
});

/** Type of `sessionIfAny`, whose fields are null together. */
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
