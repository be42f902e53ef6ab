import { cp, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import type { Knex } from 'knex';
import { UserError } from '../../errors.js';
import { FILES, unpackFiles, withDirectory } from './embedded.js';
import { pack } from './archive.js';
import { reasonOf } from './databaseAway.js';

/**
 * Packs all of the embedded database in `dataDir` into a stream, and ends it. The files are copied while a
 * transaction holds the only session, so nobody writes to them, here or in the process that has the database open. The
 * copy is like the files of a killed process, from which the database recovers.
 */
export async function backUpEmbedded(knex: Knex, dataDir: string, output: Writable): Promise<void> {
  const copy = join(dataDir, `backup.${process.pid}`);
  try {
    await knex.raw('checkpoint');
    await knex.transaction(async (trx) => {
      await trx.raw('select 1');
      await cp(join(dataDir, FILES), copy, { recursive: true });
    });
    // The copied postmaster.pid would say that a process has the copy open.
    await rm(join(copy, 'postmaster.pid'), { force: true });
    await pack(copy, output);
  } finally {
    await rm(copy, { recursive: true, force: true });
  }
}

/**
 * Makes the embedded database in `dataDir` of a file that `backUpEmbedded` has written.
 *
 * @throws UserError if a database is there already, the directory cannot be used, or the file is no backup
 */
export async function restoreEmbedded(dataDir: string, file: string): Promise<void> {
  await withDirectory(dataDir, async () => {
    const files = join(dataDir, FILES);
    if (existsSync(files)) {
      throw new UserError(
        `${dataDir} has a database already: set SIDELOBE_DATA_DIR to another directory, or move it away`,
      );
    }
    try {
      await unpackFiles(file, files);
    } catch (error) {
      const fault = `${file} is no backup of an embedded database, or the disk is full: ${reasonOf(error)}`;
      throw new UserError(fault, { cause: error });
    }
  });
}
