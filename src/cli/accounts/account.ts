import { type Command, Option } from 'commander';
import {
  createAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  type Plan,
  setPlan,
} from '../../db/accounts/accounts.js';
import { deleteAccount } from '../../db/accounts/deleteAccount.js';
import { hashPassword } from '../../db/accounts/credentials.js';
import { replacePassword } from '../../db/accounts/newPassword.js';
import { UserError } from '../../errors.js';
import { ask, type PasswordOptions, readNewPassword, withPasswordOptions } from './password.js';
import { count, onDatabase, print, printTable, shortTime, userOf } from '../context.js';

const planOption = () => new Option('--plan <plan>', 'what the account may ask for').choices(['enterprise', 'free']);

interface NewAccountOptions extends PasswordOptions {
  email: string;
  firstName: string;
  lastName: string;
  plan: Plan;
}

export function accountCommands(program: Command): void {
  const account = program.command('account').description('accounts');
  const ofAccount = (name: string): Command =>
    account.command(name).requiredOption('--email <address>', 'email address of its user');
  withPasswordOptions(ofAccount('create'))
    .description('make an account with one user')
    .requiredOption('--first-name <name>', 'first name of the user')
    .requiredOption('--last-name <name>', 'last name of the user')
    .addOption(planOption().default('free'))
    .action(create);
  account.command('list').description('all accounts, the oldest first').action(list);
  ofAccount('set-plan')
    .description('give an account another plan, from the next second on')
    .addOption(planOption().makeOptionMandatory())
    .action(changePlan);
  ofAccount('disable').description('its tokens stop working at once').action(disable);
  ofAccount('enable').description('lets a disabled one in again, with the tokens that it has').action(enable);
  ofAccount('delete')
    .description('with its stations, what it tracks, its tokens and sessions, for ever')
    .option('--yes', 'without asking')
    .action(deleteForEver);
  withPasswordOptions(ofAccount('passwd'))
    .description('a new password; whoever signed in with the old one is signed out')
    .option('--revoke-tokens', 'end all API tokens of the user, those made by hand too')
    .action(changePassword);
}

async function create({ email, firstName, lastName, plan, ...given }: NewAccountOptions): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new UserError(`--email ${email}: not an email address`);
  const passwordHash = await hashPassword(await readNewPassword(given));
  const { accountId } = await onDatabase(
    (knex) => createAccount(knex, { email, passwordHash, firstName, lastName, plan }),
    { mayMake: true },
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

async function deleteForEver({ email, yes = false }: { email: string; yes?: boolean }): Promise<void> {
  const { accountId } = await onDatabase((knex) => userOf(knex, email));
  if (!yes) await confirm(email);
  const deleted = await onDatabase((knex) => deleteAccount(knex, accountId));
  if (deleted === undefined) throw new UserError(`account ${accountId} of ${email} was deleted meanwhile`);
  const { ground_stations: stations, tracked_satellites: tracked, api_tokens: tokens } = deleted;
  const rows = `${count(stations, 'station')}, ${count(tracked, 'tracked satellite')} and ${count(tokens, 'token')}`;
  print(`account ${accountId} of ${email} is deleted, with ${rows}; backups made before still hold it`);
}

/** Asks for the email address again. @throws UserError if another one or none is typed, or without a terminal */
async function confirm(email: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw new UserError('nothing was deleted: give --yes, or run this at a terminal to be asked');
  }
  const typed = await ask(`This deletes ${email} and all that it has, for ever. Its email address again: `);
  if (typed?.trim().toLowerCase() !== email.toLowerCase()) {
    throw new UserError('that is not the email address: nothing was deleted');
  }
}

async function changePassword({
  email,
  revokeTokens: all = false,
  ...given
}: PasswordOptions & { email: string; revokeTokens?: boolean }): Promise<void> {
  // The account is looked up before the password is asked for, so that nobody types one for a wrong address.
  await onDatabase((knex) => userOf(knex, email));
  const passwordHash = await hashPassword(await readNewPassword(given));
  const revoked = await onDatabase(async (knex) => {
    const { id } = await userOf(knex, email);
    return replacePassword(knex, id, passwordHash, { revokeTokens: all });
  });
  const ended = revoked === 0 ? '' : `, and ${count(revoked, 'token')} revoked`;
  print(`the password of ${email} is changed; whoever signed in with the old one is signed out${ended}`);
}
