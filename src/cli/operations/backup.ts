import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, createWriteStream, existsSync, openSync, rmSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.js';
import { openDatabase } from '../../db/connection/connect.js';
import { backUpEmbedded, restoreEmbedded } from '../../db/connection/copyEmbedded.js';
import { UserError } from '../../errors.js';
import { onDatabase, print } from '../context.js';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all of the database into a new file, while a server runs or not; on Postgres by pg_dump')
    .argument('<file>', 'file that is not there yet')
    .action(backUp);
  program
    .command('restore')
    .description('make a database of such a file, where there is none yet; on Postgres by pg_restore')
    .argument('<file>', 'file that `backup` wrote')
    .action(restore);
}

async function backUp(file: string): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl, dataDir } = config;
  const fd = createOwnFile(file);
  const output = createWriteStream(file, { fd, autoClose: false });
  try {
    if (databaseUrl === undefined) await onDatabase((knex) => backUpEmbedded(knex, dataDir, output));
    else await runTool('pg_dump', ['--format=custom', '--no-owner', '--no-privileges'], databaseUrl, fd);
  } catch (error) {
    rmSync(file);
    const isOfDisk = error instanceof Error && 'syscall' in error;
    throw isOfDisk ? new UserError(`no backup is made: ${error.message}`, { cause: error }) : error;
  } finally {
    closeSync(fd);
  }
  print(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}

/** Opens a new file that only its owner may read. */
function createOwnFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const fault =
      code === 'EEXIST' ? `${file} exists already: give a name that is free` : `cannot write ${file}: ${message}`;
    throw new UserError(fault, { cause: error });
  }
}

async function restore(file: string): Promise<void> {
  const config = readConfig(process.env);
  const { databaseUrl } = config;
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  if (databaseUrl === undefined) await restoreEmbedded(config.dataDir, file);
  else {
    await refuseFilled(config);
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runTool('pg_restore', [...options, file], databaseUrl);
  }
  print(`restored from ${file}: \`sidelobe serve\` answers from it`);
}

async function refuseFilled(config: Config): Promise<void> {
  const database = await openDatabase(config);
  try {
    const tables = await database.knex('pg_tables').where({ schemaname: 'public' });
    if (tables.length === 0) return;
    throw new UserError(`the database has ${tables.length} tables already: give DATABASE_URL of an empty one`);
  } finally {
    await database.close();
  }
}

/**
 * Runs a Postgres program on the database; its output goes to the file descriptor `output`. The password goes into its
 * environment, because other users of the machine can read its arguments.
 */
async function runTool(
  name: 'pg_dump' | 'pg_restore',
  options: readonly string[],
  databaseUrl: string,
  output: number | 'inherit' = 'inherit',
): Promise<void> {
  const url = new URL(databaseUrl);
  const password = url.searchParams.get('password') ?? decodeURIComponent(url.password);
  url.password = '';
  url.searchParams.delete('password');
  const child = spawn(name, [...options, `--dbname=${url.href}`], {
    stdio: ['ignore', output, 'inherit'],
    env: { ...process.env, ...(password !== '' && { PGPASSWORD: password }) },
  });
  const [code] = (await once(child, 'close').catch((error: unknown) => {
    throw new UserError(
      `${name} cannot be run: install the client programs of Postgres, of the server's version or newer`,
      {
        cause: error,
      },
    );
  })) as [number | null];
  if (code !== 0) throw new UserError(`${name} has failed: what it says stands above`);
}
