import type { Knex } from 'knex';
import { readConfig } from '../config.js';
import { findUserByEmail, type User } from '../db/accounts/accounts.js';
import { UserError } from '../errors.js';
import { withDatabase } from '../service/batch.js';

/**
 * Brings the database up to date and runs a command's job on it; `applied` names the migrations that this took. While a
 * running server has the embedded database open, the job's statements go through that server. Where there is no
 * database, only a job that `mayMake` one gets an empty one.
 */
export function onDatabase<T>(
  job: (knex: Knex, applied: readonly string[]) => Promise<T>,
  { mayMake = false } = {},
): Promise<T> {
  return withDatabase(readConfig(process.env), job, { mayAsk: true, mustExist: !mayMake });
}

/** Returns a controller that SIGINT or SIGTERM aborts; first `tell` is called with the signal. */
export function abortedBySignal(tell: (signal: NodeJS.Signals) => void): AbortController {
  const stopping = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, (signal) => {
      tell(signal);
      stopping.abort();
    });
  }
  return stopping;
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Prints one line to standard error. */
export function complain(line: string): void {
  process.stderr.write(`sidelobe: ${line}\n`);
}

/** Prints rows under a header, each column as wide as its widest cell. */
export function printTable(header: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = header.map((title, i) => Math.max(title.length, ...rows.map((row) => (row[i] ?? '').length)));
  for (const row of [header, ...rows]) {
    print(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
  }
}

/** Formats a time to the second; null as a dash. */
export function shortTime(time: Date | null): string {
  return time === null ? '-' : `${time.toISOString().slice(0, 19)}Z`;
}

/** Formats a number with its noun, such as `1 record` or `2,000 records`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? singular : plural}`;
}

/** Finds a user by email address. @throws UserError if there is none */
export async function userOf(knex: Knex, email: string): Promise<User> {
  const user = await findUserByEmail(knex, email);
  if (user === undefined)
    throw new UserError(`no account has the email address ${email}: see \`sidelobe account list\``);
  return user;
}

/** Prints fields of rows as CSV under their names: RFC 4180, but with lines that end in a line feed alone. */
export function printCsv(
  names: readonly string[],
  rows: readonly Readonly<Record<string, string | number | boolean | null>>[],
): void {
  print(names.join(','));
  for (const row of rows) print(names.map((name) => fieldOf(row[name] ?? '')).join(','));
}

function fieldOf(value: string | number | boolean): string {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
