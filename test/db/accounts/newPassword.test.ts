import test from 'ava';
import { hasLength, isCommon } from '../../../src/db/accounts/newPassword.js';

test('a password has 12 to 128 characters, whatever bytes they take', (t) => {
  const lengths: [password: string, expected: boolean][] = [
    ['x'.repeat(11), false],
    ['x'.repeat(12), true],
    ['x'.repeat(128), true],
    ['x'.repeat(129), false],
    ['🛰'.repeat(11), false],
    ['🛰'.repeat(12), true],
    ['日'.repeat(128), true],
  ];
  for (const [password, expected] of lengths) t.is(hasLength(password), expected, password);
});

test('the passwords that are guessed first are common: alone, repeated, or with fewer characters around them', async (t) => {
  for (const password of [
    'qwerty123456',
    'QWERTY123456',
    'passwordpassword',
    'adminadminadmin',
    'Password2026!',
    '!!dragon1234',
    '000000000000',
    'abcabcabcabc',
    '🛰🛰🛰🛰🛰🛰🛰🛰🛰🛰🛰🛰',
  ]) {
    t.true(await isCommon(password), password);
  }
});

test('other passwords are not common, also where a common word is a part of them', async (t) => {
  for (const password of [
    'correct horse',
    'password for the dish at noon',
    'dragon-4711-8832-1909',
    'mydragonflies',
    '8f3e0a91c2d4',
    '483920571634',
    '早く走るキツネは犬を飛び越える',
  ]) {
    t.false(await isCommon(password), password);
  }
});
