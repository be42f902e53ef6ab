import { type Command, Option } from 'commander';
import {
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  type Plan,
  setPassword,
  setPlan,
} from '../db/accounts.js';
import { hashPassword } from '../db/credentials.js';
import { deleteSessions } from '../db/sessions.js';
import { revokeSignIns } from '../db/tokens.js';
import { UserError } from '../errors.js';
import { PASSWORD_LIMITS } from '../spec.js';
import { onDatabase, print, printTable, shortTime, userOf } from './context.js';

const PLAN = new Option('--plan <plan>', 'what the account may ask for')
  .choices(['enterprise', 'free'])
  .default('free');
const { characters: MIN_PASSWORD, bytes: MAX_PASSWORD_BYTES } = PASSWORD_LIMITS;

interface NewAccountOptions {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  plan: Plan;
}

export function accountCommands(program: Command): void {
  const account = program.command('account').description('accounts');
  account
    .command('create')
    .requiredOption('--email <address>')
    .requiredOption('--password <password>', `at least ${MIN_PASSWORD} characters`)
    .requiredOption('--first-name <name>')
    .requiredOption('--last-name <name>')
    .addOption(PLAN)
    .action(create);
  account.command('list').action(list);
  account
    .command('set-plan')
    .requiredOption('--email <address>')
    .addOption(new Option('--plan <plan>').choices(['enterprise', 'free']).makeOptionMandatory())
    .action(changePlan);
  account
    .command('disable')
    .description('its tokens stop working at once')
    .requiredOption('--email <address>')
    .action(disable);
  account
    .command('enable')
    .description('lets a disabled one in again, with the tokens that it has')
    .requiredOption('--email <address>')
    .action(enable);
  account
    .command('passwd')
    .requiredOption('--email <address>')
    .requiredOption('--password <password>', `at least ${MIN_PASSWORD} characters`)
    .action(changePassword);
}

async function create({ email, password, firstName, lastName, plan }: NewAccountOptions): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UserError(`--email ${email}: not an email address`);
  const passwordHash = await hashPassword(checked(password));
  const { accountId } = await onDatabase((knex) =>
    createAccount(knex, { email, passwordHash, firstName, lastName, plan }),
  );
  print(`account ${accountId} created for ${email} (${plan})`);
}

async function list(): Promise<void> {
  const accounts = await onDatabase(listAccounts);
  printTable(
    ['id', 'email', 'name', 'plan', 'tracked', 'created', 'disabled'],
    accounts.map((row) => [
      String(row.accountId),
      row.email,
      `${row.firstName} ${row.lastName}`,
      row.plan,
      String(row.trackedSatellites),
      shortTime(row.createdAt),
      shortTime(row.disabledAt),
    ]),
  );
}

async function changePlan({ email, plan }: { email: string; plan: Plan }): Promise<void> {
  await onDatabase(async (knex) => setPlan(knex, (await userOf(knex, email)).accountId, plan));
  print(`${email} is on the ${plan} plan`);
}

async function disable({ email }: { email: string }): Promise<void> {
  const changed = await onDatabase(async (knex) => disableAccount(knex, (await userOf(knex, email)).accountId));
  print(changed ? `${email} is disabled` : `${email} was disabled already`);
}

async function enable({ email }: { email: string }): Promise<void> {
  const changed = await onDatabase(async (knex) => enableAccount(knex, (await userOf(knex, email)).accountId));
  print(changed ? `${email} is enabled` : `${email} was not disabled`);
}

async function changePassword({ email, password }: { email: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(checked(password));
  await onDatabase(async (knex) => {
    const { id } = await userOf(knex, email);
    await knex.transaction(async (trx) => {
      await setPassword(trx, id, passwordHash);
      await revokeSignIns(trx, id);
      await deleteSessions(trx, id);
    });
  });
  print(`the password of ${email} is changed; whoever signed in with the old one is signed out`);
}

function checked(password: string): string {
  const bytes = Buffer.byteLength(password);
  if (password.length >= MIN_PASSWORD && bytes <= MAX_PASSWORD_BYTES) return password;
  throw new UserError(
    `--password has ${password.length} characters: allowed: at least ${MIN_PASSWORD}, at most ${MAX_PASSWORD_BYTES} bytes`,
  );
}
