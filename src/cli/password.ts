import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { type Command } from 'commander';
import { UserError } from '../errors.js';
import { PASSWORD_LIMITS } from '../spec.js';
import { complain } from './context.js';

const { characters: LEAST, bytes: MOST_BYTES } = PASSWORD_LIMITS;

/** Options by which a command takes a password; without them it is asked for at a terminal. */
export interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

export function withPasswordOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password from standard input')
    .option('--password <password>', `at least ${LEAST} characters; others on this machine may see it`);
}

/** Reads a new password, twice where a person types it. @throws UserError where there is none, or it breaks the rule */
export async function readNewPassword({ password, passwordStdin = false }: PasswordOptions): Promise<string> {
  if (password !== undefined && passwordStdin) {
    throw new UserError('--password and --password-stdin: allowed: one of them');
  }
  if (password !== undefined) {
    complain('warning: --password is visible in the list of processes and the shell history: use --password-stdin');
    return checked(password);
  }
  if (passwordStdin) return checked((await text(process.stdin)).replace(/\r?\n$/, ''));
  if (!process.stdin.isTTY) {
    throw new UserError('no password: give it with --password-stdin, or run this at a terminal to be asked');
  }
  const typed = checked(await ask('Password: '));
  if ((await ask('Once more: ')) !== typed) throw new UserError('the two passwords differ: nothing was changed');
  return typed;
}

/** Asks for one line at the terminal, which does not show it. */
async function ask(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  // From here on the terminal shows nothing, so that what is typed at once is not seen either.
  process.stderr.write(question);
  const given = new AbortController();
  lines.once('SIGINT', () => given.abort()).once('close', () => given.abort());
  try {
    return await lines.question('', { signal: given.signal });
  } catch {
    throw new UserError('no password was given: nothing was changed');
  } finally {
    lines.close();
    process.stderr.write('\n');
  }
}

function checked(password: string): string {
  const bytes = Buffer.byteLength(password);
  if (password.length >= LEAST && bytes <= MOST_BYTES) return password;
  throw new UserError(
    `the password has ${password.length} characters: allowed: at least ${LEAST}, at most ${MOST_BYTES} bytes`,
  );
}
