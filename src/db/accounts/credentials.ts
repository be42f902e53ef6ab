import { hash as digest, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { Overloaded } from '../../errors.js';
import { SERVICE } from '../../fairness/asker.js';
import { createTurns } from '../../fairness/turns.js';

/** Parameters of Argon2id that the OWASP Password Storage Cheat Sheet recommends for 19 MiB: t = 2, p = 1. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Number of passwords hashed at the same time. Each hash takes 19 MiB, and a thread for some 10 ms; with more at a time
 * none would end sooner.
 */
const MAX_CONCURRENT = 2;
/** Number of passwords that may wait to be hashed or checked: about a third of a second of work. */
const MAX_WAITING = 30;

const turns = createTurns(Array.from({ length: MAX_CONCURRENT }));
let asked = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (asked >= MAX_CONCURRENT + MAX_WAITING) throw new Overloaded('too many sign-ins at once', 2);
  asked += 1;
  const turn = await turns.take(SERVICE);
  try {
    return await work();
  } finally {
    turn.release();
    asked -= 1;
  }
}

/** Hashes a password for the database, in PHC string format. Throws Overloaded when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** Hash that no password has: 32 zero bytes, with the parameters of `ARGON2`. */
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether a password matches a hash. A function given as the hash looks the hash up once it is the call's turn. Without
 * a hash the result is false and takes the same time, so that callers cannot tell an unknown account from a wrong
 * password. Throws Overloaded when too many wait, and the errors of the look-up.
 */
export async function verifyPassword(
  passwordHash: string | undefined | (() => Promise<string | undefined>),
  password: string,
): Promise<boolean> {
  return inTurn(async () => {
    const found = typeof passwordHash === 'function' ? await passwordHash() : passwordHash;
    const matches = await verify(found ?? DUMMY_HASH, password);
    return matches && found !== undefined;
  });
}

const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_DIGITS = 30;
const CHECKSUM_DIGITS = 6;
/** Form of a token, for messages. */
export const TOKEN_FORM = `sl_ and ${SECRET_DIGITS + CHECKSUM_DIGITS} letters and digits, the last ${CHECKSUM_DIGITS} of them a checksum`;
const TOKEN = /^(sl_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** CRC-32 of a text as 6 digits in base 62. It lets us refuse a mistyped token without asking the database. */
function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let digit = 0; digit < CHECKSUM_DIGITS; digit++) {
    digits = BASE_62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function sha256(text: string): Buffer {
  return digest('sha256', text, 'buffer');
}

/** Makes a secret of 178 random bits. */
function randomSecret(): string {
  return Array.from({ length: SECRET_DIGITS }, () => BASE_62.charAt(randomInt(62))).join('');
}

/** Makes an API token of 178 random bits, and the SHA-256 that is all the database sees of it. */
export function mintToken(): { token: string; hash: Buffer } {
  const head = `sl_${randomSecret()}`;
  const token = head + checksum(head);
  return { token, hash: sha256(token) };
}

/** SHA-256 of a token; undefined for a text of the wrong form or with a wrong checksum. */
export function tokenHash(token: string): Buffer | undefined {
  const [, head, tail] = TOKEN.exec(token) ?? [];
  return head !== undefined && checksum(head) === tail ? sha256(token) : undefined;
}

const SESSION = /^[0-9A-Za-z]{30}$/;

/** Makes the secret that a session's cookie holds, and the SHA-256 that is all the database sees of it. */
export function mintSession(): { secret: string; hash: Buffer } {
  const secret = randomSecret();
  return { secret, hash: sha256(secret) };
}

/** SHA-256 of the secret that a cookie holds; undefined for a text of the wrong form. */
export function sessionHash(secret: string): Buffer | undefined {
  return SESSION.test(secret) ? sha256(secret) : undefined;
}
