import test from 'ava';
import { tokenHash } from '../../src/db/accounts/credentials.js';
import type { Caller } from '../../src/db/accounts/callers.js';
import { findToken } from '../../src/db/accounts/tokens.js';
import { ADA, createAccount, installation } from '../helpers/cli.js';

test('a token is printed once, listed without its secret, and works until it is revoked; unknown ones are refused in one line', async (t) => {
  const at = await installation(t);
  await createAccount(at, 'ada@example.org', '--plan', 'enterprise');
  await createAccount(at, 'bob@example.org');

  t.deepEqual(await at.run('token', 'create', ...ADA, '--name', 'lap\ntop'), {
    code: 1,
    out: '',
    err: 'sidelobe: --name "lap\\ntop": allowed: 1 to 100 characters, without control characters\n',
  });
  const created = await at.run('token', 'create', ...ADA, '--name', 'laptop');
  t.like(created, { code: 0, err: '' });
  t.regex(created.out, /^sl_[0-9A-Za-z]{36}\n$/);
  const token = created.out.trim();
  const caller = (): Promise<Caller | undefined> =>
    at.look((knex) => findToken(knex, tokenHash(token) ?? Buffer.alloc(0)));
  t.like(await caller(), { email: 'ada@example.org', enterprise: true });

  await at.run('token', 'create', '--email', 'bob@example.org', '--name', 'build');
  const list = async (...args: string[]): Promise<string[][]> =>
    (await at.run('token', 'list', ...args)).out
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
  const [header, ...all] = await list();
  t.deepEqual(header, ['id', 'email', 'name', 'origin', 'created', 'last used', 'expires', 'revoked']);
  t.deepEqual(
    all.map(([id, email, name, origin, , used, expires, revoked]) => [id, email, name, origin, used, expires, revoked]),
    [
      ['1', 'ada@example.org', 'laptop', 'cli', '-', '-', '-'],
      ['2', 'bob@example.org', 'build', 'cli', '-', '-', '-'],
    ],
  );
  t.is((await list('--email', 'ADA@example.org')).length, 2);
  t.false((await at.run('token', 'list')).out.includes(token.slice(3, 20)));

  t.deepEqual(await at.run('token', 'revoke', '1'), { code: 0, out: 'token 1 is revoked\n', err: '' });
  t.is(await caller(), undefined);

  const refused = async (err: string, ...args: string[]): Promise<void> => {
    t.deepEqual(await at.run('token', ...args), { code: 1, out: '', err: `sidelobe: ${err}\n` });
  };
  await refused('token 7 does not exist, or was revoked before', 'revoke', '7');
  await refused('token x7: allowed: an id as `sidelobe token list` prints it', 'revoke', 'x7');
  const EVE = ['--email', 'eve@example.org'];
  const unknown = 'no account has the email address eve@example.org: see `sidelobe account list`';
  await refused(unknown, 'create', ...EVE, '--name', 'laptop');
  await refused(unknown, 'list', ...EVE);
  await refused("required option '--name <name>' not specified (see --help)", 'create', ...ADA);
});
