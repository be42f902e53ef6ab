import { createHash } from 'node:crypto';
import test from 'ava';
import { hashPassword, mintToken, tokenHash, verifyPassword } from '../../../src/db/accounts/credentials.js';
import { Overloaded } from '../../../src/errors.js';

test('a hash fits its password and no other', async (t) => {
  const hash = await hashPassword('correct horse');
  t.regex(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.true(await verifyPassword(hash, 'correct horse'));
  t.false(await verifyPassword(hash, 'correct horses'));
});

test('without an account no password is right', async (t) => {
  t.false(await verifyPassword(undefined, 'any'));
});

test('of a flood every caller gets its own answer or is refused, and later ones are served', async (t) => {
  const hash = await hashPassword('right');
  const guesses = Array.from({ length: 50 }, (_, i) => (i % 3 === 0 ? 'right' : 'wrong'));
  const outcomes = await Promise.allSettled(guesses.map((guess) => verifyPassword(hash, guess)));
  for (const [i, outcome] of outcomes.entries()) {
    if (outcome.status === 'fulfilled') t.is(outcome.value, guesses[i] === 'right');
    else t.true(outcome.reason instanceof Overloaded);
  }
  t.is(outcomes.filter(({ status }) => status === 'rejected').length, 18);
  t.true(await verifyPassword(hash, 'right'));
});

test('a minted token is sl_ and 36 base62 digits, and the database sees its SHA-256', (t) => {
  const { token, hash } = mintToken();
  t.regex(token, /^sl_[0-9A-Za-z]{36}$/);
  t.deepEqual(hash, createHash('sha256').update(token).digest());
  t.deepEqual(tokenHash(token), hash);
  t.not(mintToken().token, token);
});

test('a token with one changed character is refused without a look-up', (t) => {
  const { token } = mintToken();
  for (let index = 0; index < token.length; index++) {
    const other = token[index] === 'x' ? 'y' : 'x';
    t.is(tokenHash(token.slice(0, index) + other + token.slice(index + 1)), undefined);
  }
  for (const text of ['', 'sl_', `${token} `, ` ${token}`, `${token}0`, token.slice(0, -1), token.toUpperCase()]) {
    t.is(tokenHash(text), undefined, text);
  }
});
