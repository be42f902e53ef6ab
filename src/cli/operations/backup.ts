import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { type Config, readConfig } from '../../config.js';
import { backUpEmbedded, restoreEmbedded } from '../../db/connection/copyEmbedded.js';
import { UserError } from '../../errors.js';
import { onDatabase, print } from '../context.js';

export function backupCommands(program: Command): void {
  program
    .command('backup')
    .description('write all of the database into a new file, while a server runs or not; on Postgres by pg_dump')
    .argument('<file>')
    .action(backUp);
  program
    .command('restore')
    .description('make a database of such a file, where there is none yet; on Postgres by pg_restore')
    .argument('<file>')
    .action(restore);
}

async function backUp(file: string): Promise<void> {
  const config = readConfig(process.env);
  if (config.databaseUrl !== undefined) {
    if (existsSync(file)) throw new UserError(`${file} exists already: give a name that is free`);
    await runTool(
      'pg_dump',
      ['--format=custom', '--no-owner', '--no-privileges', `--file=${file}`],
      config.databaseUrl,
    );
  } else await onDatabase((knex) => backUpEmbedded(knex, config.dataDir, file));
  print(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
}

async function restore(file: string): Promise<void> {
  const config: Config = readConfig(process.env);
  if (!existsSync(file)) throw new UserError(`${file}: there is no such file`);
  if (config.databaseUrl === undefined) await restoreEmbedded(config.dataDir, file);
  else {
    const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
    await runTool('pg_restore', [...options, file], config.databaseUrl);
  }
  print(`restored from ${file}: \`sidelobe serve\` answers from it`);
}

/**
 * Runs a program of Postgres on the database. Others on this machine see its arguments, so the password is not among
 * them.
 */
async function runTool(name: 'pg_dump' | 'pg_restore', options: readonly string[], databaseUrl: string): Promise<void> {
  const url = new URL(databaseUrl);
  const password = decodeURIComponent(url.password);
  url.password = '';
  const child = spawn(name, [...options, `--dbname=${url.href}`], {
    stdio: ['ignore', 'inherit', 'inherit'],
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
