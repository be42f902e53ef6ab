/** Gzipped tar archives of the database's files, in pieces; PGlite's own dump would need memory for all of it. */
import { mkdir } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { create, extract } from 'tar';

/** Fastest level: higher ones hardly make the pages of a database smaller. */
const GZIP_LEVEL = 1;
const TYPES: ReadonlySet<string> = new Set(['File', 'OldFile', 'Directory']);

/** Writes an archive of a directory to a stream, and ends it. */
export async function pack(directory: string, output: Writable): Promise<void> {
  await pipeline(create({ cwd: directory, gzip: { level: GZIP_LEVEL }, portable: true }, ['.']), output);
}

/**
 * Makes a directory, for its owner alone, of an archive that a stranger may have made.
 *
 * @throws Error if the archive is damaged, or holds a name outside of its directory or anything but files and
 *   directories; the directory is unfinished then
 */
export async function unpack(archive: string | URL, directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 });
  extract({
    file: archive instanceof URL ? fileURLToPath(archive) : archive,
    cwd: directory,
    strict: true,
    sync: true,
    filter(path, entry) {
      if (path.startsWith('/') || path.split(/[/\\]/).includes('..'))
        throw new Error(`${path} would lie outside of it`);
      const type = 'type' in entry ? entry.type : 'File';
      if (!TYPES.has(type)) throw new Error(`${path} is a ${type}, neither a file nor a directory`);
      return true;
    },
  });
}
