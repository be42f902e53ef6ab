import test, { type ExecutionContext } from 'ava';
import { findUserByEmail } from '../../src/db/accounts.js';
import { verifyPassword } from '../../src/db/credentials.js';
import { type Installation, installation } from '../helpers/cli.js';

const PASSWORD = 'correct horse';
const PERSON = ['--first-name', 'Ada', '--last-name', 'Lovelace'];

function create(at: Installation, email: string, ...more: string[]): ReturnType<Installation['run']> {
  return at.run('account', 'create', '--email', email, '--password', PASSWORD, ...PERSON, ...more);
}

async function rows(t: ExecutionContext, at: Installation): Promise<string[][]> {
  const { code, out } = await at.run('account', 'list');
  t.is(code, 0);
  return out
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
}

test('accounts are created, listed, moved to another plan and disabled', async (t) => {
  const at = await installation(t);
  t.deepEqual(await create(at, 'ada@example.org', '--plan', 'enterprise'), {
    code: 0,
    out: 'account 1 created for ada@example.org (enterprise)\n',
    err: '',
  });
  t.like(await create(at, 'bob@example.org'), { out: 'account 2 created for bob@example.org (free)\n' });

  const [header, ...accounts] = await rows(t, at);
  t.deepEqual(header, ['id', 'email', 'name', 'plan', 'tracked', 'created', 'disabled']);
  t.deepEqual(
    accounts.map(([id, email, name, plan, tracked, , disabled]) => [id, email, name, plan, tracked, disabled]),
    [
      ['1', 'ada@example.org', 'Ada Lovelace', 'enterprise', '0', '-'],
      ['2', 'bob@example.org', 'Ada Lovelace', 'free', '0', '-'],
    ],
  );
  t.regex(accounts[0]?.[5] ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

  t.like(await at.run('account', 'set-plan', '--email', 'Bob@Example.org', '--plan', 'enterprise'), { code: 0 });
  t.like(await at.run('account', 'set-plan', '--email', 'ada@example.org', '--plan', 'free'), { code: 0 });
  t.like(await at.run('account', 'disable', '--email', 'ada@example.org'), { out: 'ada@example.org is disabled\n' });
  t.like(await at.run('account', 'disable', '--email', 'ada@example.org'), {
    code: 0,
    out: 'ada@example.org was disabled already\n',
  });
  const [, ada, bob] = await rows(t, at);
  t.deepEqual(await at.run('account', 'enable', '--email', 'Ada@example.org'), {
    code: 0,
    out: 'Ada@example.org is enabled\n',
    err: '',
  });
  t.like(await at.run('account', 'enable', '--email', 'ada@example.org'), {
    code: 0,
    out: 'ada@example.org was not disabled\n',
  });
  t.is((await rows(t, at))[1]?.[6], '-');
  t.is(ada?.[3], 'free');
  t.not(ada?.[6], '-');
  t.is(bob?.[3], 'enterprise');
});

test('a password is kept as a hash, and can be changed', async (t) => {
  const at = await installation(t);
  await create(at, 'ada@example.org');
  const accepted = (password: string): Promise<boolean> =>
    at.look(async (knex) => verifyPassword((await findUserByEmail(knex, 'ada@example.org'))?.passwordHash, password));
  t.true(await accepted(PASSWORD));
  const changed = await at.run('account', 'passwd', '--email', 'ada@example.org', '--password', 'battery staple');
  t.deepEqual(changed, {
    code: 0,
    out: 'the password of ada@example.org is changed; whoever signed in with the old one is signed out\n',
    err: '',
  });
  t.false(await accepted(PASSWORD));
  t.true(await accepted('battery staple'));
});

test('what cannot be an account is refused in one line', async (t) => {
  const at = await installation(t);
  await create(at, 'ada@example.org');
  const refused = async (err: string, ...args: string[]): Promise<void> => {
    t.deepEqual(await at.run('account', ...args), { code: 1, out: '', err: `sidelobe: ${err}\n` });
  };
  const email = ['--email', 'bob@example.org'];
  await refused(
    'there is already an account for ADA@example.org',
    'create',
    '--email',
    'ADA@example.org',
    '--password',
    PASSWORD,
    ...PERSON,
  );
  await refused('--email bob: not an email address', 'create', '--email', 'bob', '--password', PASSWORD, ...PERSON);
  await refused(
    '--password has 7 characters: allowed: at least 8, at most 1024 bytes',
    'create',
    ...email,
    '--password',
    '7 chars',
    ...PERSON,
  );
  await refused(
    '--password has 1025 characters: allowed: at least 8, at most 1024 bytes',
    'passwd',
    '--email',
    'ada@example.org',
    '--password',
    'x'.repeat(1025),
  );
  await refused(
    "option '--plan <plan>' argument 'gold' is invalid. Allowed choices are enterprise, free. (see --help)",
    'set-plan',
    ...email,
    '--plan',
    'gold',
  );
  const unknown = 'no account has the email address bob@example.org: see `sidelobe account list`';
  await refused(unknown, 'disable', ...email);
  await refused(unknown, 'enable', ...email);
  await refused(unknown, 'set-plan', ...email, '--plan', 'free');
  await refused(unknown, 'passwd', ...email, '--password', PASSWORD);
});
