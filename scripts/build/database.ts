/**
 * Sets up an empty database and packs its files, unless the packed file is newer than PGlite, this program and `pack`.
 * The first start of a service unpacks them, which takes less time and memory than setting a database up.
 */
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { pack } from '../../src/db/connection/archive.js';
import { DATABASE } from './parts.js';

const packedMs = statSync(DATABASE.output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const program = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
const packer = [import.meta.filename, 'src/db/connection/archive.ts'].map((file) => statSync(file).mtimeMs);
if (packedMs <= Math.max(statSync(program).ctimeMs, ...packer)) {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-database-'));
  const pglite = await PGlite.create(directory);
  await pglite.close();
  rmSync(join(directory, 'postmaster.pid'), { force: true });
  rmSync(DATABASE.output, { force: true });
  await pack(directory, createWriteStream(DATABASE.output));
  rmSync(directory, { recursive: true });
}
