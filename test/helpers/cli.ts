import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ExecutionContext } from 'ava';
import type { Knex } from 'knex';
import { runCommand } from '../../src/cli/program.js';
import { readConfig } from '../../src/config.js';
import { withDatabase } from '../../src/service/batch.js';
import { createServerDatabase } from './postgres.js';
import { anyInstallation, embeddedInstallation } from './service.js';
import { today } from './clock.js';

interface Outcome {
  code: number;
  out: string;
  err: string;
}

/** Data directory or database that only one test uses; all commands of the test share it. */
export interface Installation {
  env: Record<string, string>;
  /** Runs a command in this process. */
  run(...args: string[]): Promise<Outcome>;
  /** Opens the database for a job. An embedded one cannot be open in a command at the same time. */
  look<T>(job: (knex: Knex) => Promise<T>): Promise<T>;
}

/**
 * Creates an installation. By default it has a migrated database on the test server, which is quicker, or an embedded
 * one if there is no server. `kind` asks for an embedded one, or for an empty one, if possible on the server.
 */
export async function installation(t: ExecutionContext, kind?: 'embedded' | 'empty'): Promise<Installation> {
  await today();
  const settings = kind === undefined ? await anyInstallation(t) : embeddedInstallation(t);
  const env: Record<string, string> = { ...settings, LOG_LEVEL: 'error' };
  const server = kind === 'empty' ? await createServerDatabase() : undefined;
  if (server !== undefined) {
    env['DATABASE_URL'] = server.databaseUrl;
    t.teardown(() => server.drop());
  }
  return {
    env,
    run: (...args) => runHere(env, args),
    look: (job) => withDatabase(readConfig(env), job),
  };
}

/** Options of a command for the account that `createAccount` makes. */
export const ADA = ['--email', 'ada@example.org'];
export const PERSON = ['--first-name', 'Ada', '--last-name', 'Lovelace'];
export const PASSWORD = 'correct horse';

export function createAccount(at: Installation, email = 'ada@example.org', ...more: string[]): Promise<Outcome> {
  return at.run('account', 'create', '--email', email, '--password', PASSWORD, ...PERSON, ...more);
}

/** Runs a command in this process; only one may run at a time, as it takes the process's output and environment. */
async function runHere(env: Record<string, string>, args: string[]): Promise<Outcome> {
  const { stdout, stderr } = process;
  const written = { out: '', err: '' };
  const before = {
    out: stdout.write.bind(stdout),
    err: stderr.write.bind(stderr),
    env: process.env,
    code: process.exitCode,
  };
  const keep = (stream: 'out' | 'err') => (text: string | Uint8Array) => {
    written[stream] += String(text);
    return true;
  };
  try {
    stdout.write = keep('out');
    stderr.write = keep('err');
    process.env = { ...withoutSettings(before.env), ...env };
    process.exitCode = 0;
    await runCommand(args);
    return { code: process.exitCode, ...written };
  } finally {
    stdout.write = before.out;
    stderr.write = before.err;
    process.env = before.env;
    process.exitCode = before.code;
  }
}

export interface RunningCommand {
  child: ChildProcess;
  /** Output so far. */
  written: { out: string; err: string };
  /** Resolves to the first match of the pattern in the output; rejects when the process ends without one. */
  output(pattern: RegExp): Promise<RegExpExecArray>;
  /** Resolves when the process has ended. */
  ended: Promise<Outcome & { signal: NodeJS.Signals | null }>;
}

/** Path of the built command. */
export const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

/** Options with which V8 optimizes functions later; package.json gives them to the processes of the tests. */
const LATE_OPTIMIZING = process.execArgv.filter((argument) => argument.includes('-budget='));

/** Runs a command as a process of its own; it is killed if the test ends first. */
export function start(t: ExecutionContext, env: Record<string, string>, ...args: string[]): RunningCommand {
  const child = spawn(process.execPath, [...LATE_OPTIMIZING, CLI, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...withoutSettings(process.env), ...env },
  });
  t.teardown(() => child.kill('SIGKILL'));
  const written = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (written.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (written.err += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...written }));
  const output = (pattern: RegExp): Promise<RegExpExecArray> =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const match = pattern.exec(written.out + written.err);
        if (match !== null) resolve(match);
      };
      child.stdout.on('data', look);
      child.stderr.on('data', look);
      look();
      void ended.then(({ out, err }) => reject(new Error(`no ${pattern} in what it wrote:\n${out}${err}`)));
    });
  return { child, written, output, ended };
}

/** Only PATH, HOME and TMPDIR of an environment, so that a developer's settings do not reach the tests. */
function withoutSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => ['PATH', 'HOME', 'TMPDIR'].includes(name)));
}
