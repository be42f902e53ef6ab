import { text } from 'node:stream/consumers';
import type { Command } from 'commander';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { COMMON_RULE, hasLength, isCommon, lengthOf } from '../../db/accounts/newPassword.js';
import { UserError } from '../../errors.js';
import { PASSWORD_LIMITS } from '../../spec.js';
import { complain } from '../context.js';

/** Options by which a command takes a password; without them it is asked for at a terminal. */
export interface PasswordOptions {
  password?: string;
  passwordStdin?: boolean;
}

export function withPasswordOptions(command: Command): Command {
  return command
    .option('--password-stdin', 'read the password from standard input')
    .option('--password <password>', `${PASSWORD_LIMITS.least} characters or more; others on this machine may see it`);
}

/**
 * Reads a new password; a person at a terminal types it twice. @throws UserError if none is given, or one by each
 * option, if the typed ones differ, or if it breaks a rule
 */
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
  const typed = await checked(await askHidden('Password: '));
  if ((await askHidden('Once more: ')) !== typed) throw new UserError('the two passwords differ: nothing was changed');
  return typed;
}

async function askHidden(question: string): Promise<string> {
  const typed = await ask(question, { isShown: false });
  if (typed === undefined) throw new UserError('no password was given: nothing was changed');
  return typed;
}

async function checked(password: string): Promise<string> {
  if (!hasLength(password)) {
    const { least, most } = PASSWORD_LIMITS;
    throw new UserError(`the password has ${lengthOf(password)} characters: allowed: ${least} to ${most}`);
  }
  if (await isCommon(password)) throw new UserError(`the password ${COMMON_RULE}: choose another`);
  return password;
}

interface AskOptions {
  /** Whether the terminal shows the typed characters; default true. */
  isShown?: boolean;
}

/**
 * Asks for one line at the terminal; undefined if the person leaves with Ctrl-D or, while the answer is hidden, with
 * Ctrl-C.
 */
export async function ask(question: string, { isShown = true }: AskOptions = {}): Promise<string | undefined> {
  // With `terminal`, readline turns the terminal's echo off and writes typed characters itself: here into a stream that
  // drops them.
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: !isShown });
  // Asked only now, when the echo of a hidden answer is off: the person may type at once.
  process.stderr.write(question);
  const left = new AbortController();
  lines.once('SIGINT', () => left.abort()).once('close', () => left.abort());
  try {
    return await lines.question('', { signal: left.signal });
  } catch {
    return undefined;
  } finally {
    lines.close();
    if (!isShown) process.stderr.write('\n');
  }
}
