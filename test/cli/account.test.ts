import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import test, { type ExecutionContext } from 'ava';
import { findUserByEmail } from '../../src/db/accounts/accounts.js';
import { tokenHash, verifyPassword } from '../../src/db/accounts/credentials.js';
import { findToken } from '../../src/db/accounts/tokens.js';
import { ADA, CLI, createAccount, type Installation, installation, PASSWORD, PERSON } from '../helpers/cli.js';
import { has } from '../helpers/programs.js';

/** Warning about a password on the command line. */
const VISIBLE =
  'sidelobe: warning: --password is visible in the list of processes and the shell history: use --password-stdin\n';

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
  t.deepEqual(await createAccount(at, 'ada@example.org', '--plan', 'enterprise'), {
    code: 0,
    out: 'account 1 created for ada@example.org (enterprise)\n',
    err: VISIBLE,
  });
  t.like(await createAccount(at, 'bob@example.org'), { out: 'account 2 created for bob@example.org (free)\n' });

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
  t.like(await at.run('account', 'set-plan', ...ADA, '--plan', 'free'), { code: 0 });
  t.like(await at.run('account', 'disable', ...ADA), { out: 'ada@example.org is disabled\n' });
  t.like(await at.run('account', 'disable', ...ADA), {
    code: 0,
    out: 'ada@example.org was disabled already\n',
  });
  const [, ada, bob] = await rows(t, at);
  t.deepEqual(await at.run('account', 'enable', '--email', 'Ada@example.org'), {
    code: 0,
    out: 'Ada@example.org is enabled\n',
    err: '',
  });
  t.like(await at.run('account', 'enable', ...ADA), {
    code: 0,
    out: 'ada@example.org was not disabled\n',
  });
  t.is((await rows(t, at))[1]?.[6], '-');
  t.is(ada?.[3], 'free');
  t.not(ada?.[6], '-');
  t.is(bob?.[3], 'enterprise');
});

test('a password is kept as a hash; changing it ends all sessions and, on request, all tokens', async (t) => {
  const at = await installation(t);
  await createAccount(at);
  const { out: token } = await at.run('token', 'create', ...ADA, '--name', 'laptop');
  const accepted = (password: string): Promise<boolean> =>
    at.look(async (knex) => verifyPassword((await findUserByEmail(knex, 'ada@example.org'))?.passwordHash, password));
  const works = (): Promise<boolean> =>
    at.look(async (knex) => (await findToken(knex, tokenHash(token.trim()) ?? Buffer.alloc(0))) !== undefined);
  const changed = 'the password of ada@example.org is changed; whoever signed in with the old one is signed out';
  t.true(await accepted(PASSWORD));
  t.deepEqual(await at.run('account', 'passwd', ...ADA, '--password', 'battery staple'), {
    code: 0,
    out: `${changed}\n`,
    err: VISIBLE,
  });
  t.false(await accepted(PASSWORD));
  t.true(await accepted('battery staple'));
  t.true(await works());
  t.like(await at.run('account', 'passwd', ...ADA, '--password', 'horse battery', '--revoke-tokens'), {
    out: `${changed}, and 1 token revoked\n`,
  });
  t.false(await works());
});

test('an account with invalid values is refused in one line', async (t) => {
  const at = await installation(t);
  await createAccount(at);
  const refused = async (err: string, command: string, password?: string): Promise<void> => {
    const given = password === undefined ? [] : ['--password', password];
    const { code, out, err: said } = await at.run('account', ...command.split(' '), ...given);
    t.deepEqual({ code, out, err: said.replace(VISIBLE, '') }, { code: 1, out: '', err: `sidelobe: ${err}\n` });
  };
  const person = PERSON.join(' ');
  const bob = '--email bob@example.org';
  const taken = 'there is already an account for ADA@example.org';
  await refused(taken, `create --email ADA@example.org ${person}`, PASSWORD);
  await refused('--email bob: not an email address', `create --email bob ${person}`, PASSWORD);
  const short = 'the password has 11 characters: allowed: 12 to 128';
  await refused(short, `create ${bob} ${person}`, 'eleven char');
  const long = `${PASSWORD} `.repeat(10).slice(0, 129);
  await refused('the password has 129 characters: allowed: 12 to 128', 'passwd --email ada@example.org', long);
  const common =
    'is among the most common passwords, alone, repeated or with digits and signs around it: choose another';
  await refused(`the password ${common}`, `create ${bob} ${person}`, 'Password2026!');
  const both = '--password and --password-stdin: allowed: one of them';
  await refused(both, 'passwd --email ada@example.org --password-stdin', PASSWORD);
  const gold = "option '--plan <plan>' argument 'gold' is invalid. Allowed choices are enterprise, free. (see --help)";
  await refused(gold, `set-plan ${bob} --plan gold`);
  const unknown = 'no account has the email address bob@example.org: see `sidelobe account list`';
  for (const command of ['disable', 'enable', 'delete --yes', 'set-plan --plan free']) {
    await refused(unknown, `${command} ${bob}`);
  }
  await refused(unknown, `passwd ${bob}`, PASSWORD);
});

/** Runs a command as a process of its own, with `input` as its standard input. */
async function runWithInput(at: Installation, input: string, command: string[]): Promise<{ out: string; err: string }> {
  const child = spawn(process.execPath, [CLI, ...command], { env: { ...process.env, ...at.env } });
  child.stdin.end(input);
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { out, err };
}

test('a password comes from standard input, and its absence is an error without a terminal', async (t) => {
  const at = await installation(t);
  const made = await runWithInput(at, 'from a pipe!\n', ['account', 'create', ...ADA, ...PERSON, '--password-stdin']);
  t.deepEqual(made, { out: 'account 1 created for ada@example.org (free)\n', err: '' });
  const user = await at.look((knex) => findUserByEmail(knex, 'ada@example.org'));
  t.true(await verifyPassword(user?.passwordHash, 'from a pipe!'));
  const missed = await runWithInput(at, 'from a pipe!\n', ['account', 'passwd', ...ADA]);
  t.deepEqual(missed, {
    out: '',
    err: 'sidelobe: no password: give it with --password-stdin, or run this at a terminal to be asked\n',
  });
});

/** Python script that answers each prompt on a terminal with the next line, and prints all that the terminal showed. */
const TYPIST = `
import json, os, pty, sys
lines = [line.encode() + b"\\r" for line in json.loads(sys.argv[1])]
pid, terminal = pty.fork()
if pid == 0: os.execv(sys.argv[2], sys.argv[2:])
shown = b""
while True:
    try: part = os.read(terminal, 4096)
    except OSError: break
    if not part: break
    shown += part
    if part.rstrip().endswith(b":") and lines: os.write(terminal, lines.pop(0))
sys.stdout.write(shown.decode())
`;

/** Runs a command on a terminal and types the lines; returns all that the terminal showed. */
async function typeAt(at: Installation, lines: string[], ...command: string[]): Promise<string> {
  const args = ['-c', TYPIST, JSON.stringify(lines), process.execPath, CLI, ...command];
  // spawnSync would block this process, and the connections of other tests would time out.
  const typist = spawn('python3', args, { env: { ...process.env, ...at.env } });
  return (await text(typist.stdout)).replaceAll('\r', '');
}

test('at a terminal the password is asked for twice, and never shown', async (t) => {
  // Python plays the terminal.
  if (!has(t, 'python3')) return;
  const at = await installation(t);
  const type = (second: string): Promise<string> =>
    typeAt(at, ['typed by hand', second], 'account', 'create', ...ADA, ...PERSON);
  t.is(
    await type('typed by hang'),
    'Password: \nOnce more: \nsidelobe: the two passwords differ: nothing was changed\n',
  );
  t.is(await type('typed by hand'), 'Password: \nOnce more: \naccount 1 created for ada@example.org (free)\n');
  const user = await at.look((knex) => findUserByEmail(knex, 'ada@example.org'));
  t.true(await verifyPassword(user?.passwordHash, 'typed by hand'));
});

test('an account is deleted once its address is typed again or --yes is given, and another may have the address', async (t) => {
  const at = await installation(t);
  await createAccount(at);
  await createAccount(at, 'bob@example.org');
  await at.run('token', 'create', ...ADA, '--name', 'laptop');
  const unasked = await runWithInput(at, '', ['account', 'delete', ...ADA]);
  t.is(unasked.err, 'sidelobe: nothing was deleted: give --yes, or run this at a terminal to be asked\n');
  if (has(t, 'python3')) {
    const shown = await typeAt(at, ['bob@example.org'], 'account', 'delete', ...ADA);
    t.regex(shown, /^This deletes ada@example\.org and all that it has, for ever\. .* again: bob@example\.org\n/);
    t.regex(shown, /that is not the email address: nothing was deleted\n$/);
    t.regex(await typeAt(at, ['BOB@example.org'], 'account', 'delete', '--email', 'bob@example.org'), /is deleted/);
    await createAccount(at, 'bob@example.org');
  }
  t.deepEqual(await at.run('account', 'delete', '--email', 'ADA@example.org', '--yes'), {
    code: 0,
    out: 'account 1 of ADA@example.org is deleted, with 0 stations, 0 tracked satellites and 1 token; backups made before still hold it\n',
    err: '',
  });
  const emails = (await rows(t, at)).map(([, email]) => email);
  t.deepEqual(emails, ['email', 'bob@example.org']);
  t.like(await createAccount(at), { code: 0 });
});
