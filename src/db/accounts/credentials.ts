import { createHash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { hash, verify } from '@node-rs/argon2';
import { Overloaded } from '../../errors.js';

/** Argon2id as the OWASP Password Storage Cheat Sheet recommends for 19 MiB: t = 2, p = 1. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Each takes 19 MiB and a thread for some 10 ms; more at once only slow each other and everything else down. */
const MAX_CONCURRENT = 2;
/** About a second of work: who comes later had better come back. */
const MAX_WAITING = 100;

const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) {
    if (waiting.length >= MAX_WAITING) {
      throw new Overloaded('too many sign-ins at once', 2);
    }
    // Whoever finishes hands its place over, so that `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else {
    running += 1;
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A password as the database keeps it, in PHC string format. Throws Overloaded when too many wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password, ARGON2));
}

/** Of no password: 32 zero bytes under the parameters above. */
const DUMMY_HASH = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

/**
 * Whether the password is the one behind the hash, which may be looked up only when it is its turn. Without a hash it
 * takes the same time and is false, so that an unknown account cannot be told from a wrong password. Throws Overloaded
 * when too many wait, and what the look-up throws.
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
/** What a token looks like, for whoever gave something else. */
export const TOKEN_FORM = `sl_ and ${SECRET_DIGITS + CHECKSUM_DIGITS} letters and digits, the last ${CHECKSUM_DIGITS} of them a checksum`;
const TOKEN = /^(sl_[0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

/** CRC-32 in base 62: a mistyped token is refused without asking the database. */
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
  return createHash('sha256').update(text).digest();
}

/** 178 random bits. */
function randomSecret(): string {
  return Array.from({ length: SECRET_DIGITS }, () => BASE_62.charAt(randomInt(62))).join('');
}

/** A new API token, 178 random bits, and the SHA-256 that is all the database sees of it. */
export function mintToken(): { token: string; hash: Buffer } {
  const head = `sl_${randomSecret()}`;
  const token = head + checksum(head);
  return { token, hash: sha256(token) };
}

/** The SHA-256 of a token, or undefined where it cannot be one: wrong form or wrong checksum. */
export function tokenHash(token: string): Buffer | undefined {
  const [, head, tail] = TOKEN.exec(token) ?? [];
  return head !== undefined && checksum(head) === tail ? sha256(token) : undefined;
}

const SESSION = /^[0-9A-Za-z]{30}$/;

/** What a session's cookie holds, and the SHA-256 that is all the database sees of it. */
export function mintSession(): { secret: string; hash: Buffer } {
  const secret = randomSecret();
  return { secret, hash: sha256(secret) };
}

/** The SHA-256 of what a cookie holds, or undefined where it is no session. */
export function sessionHash(secret: string): Buffer | undefined {
  return SESSION.test(secret) ? sha256(secret) : undefined;
}
