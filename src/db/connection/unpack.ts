import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';

/** Size in bytes of a tar archive's blocks; POSIX.1-1988, ustar. */
const BLOCK = 512;
const NAME = [0, 100] as const;
const SIZE = [124, 136] as const;
const TYPE = 156;
const DIRECTORY = '5'.charCodeAt(0);
/** Room for all of the archive at once: no buffer is made anew and copied. */
const MOST_BYTES = 64 * 2 ** 20;

/** Makes a directory of a gzipped tar archive of directories and files, whose names have up to 100 bytes; only their owner may read them. */
export async function unpack(archive: URL, directory: string): Promise<void> {
  const tar = await promisify(gunzip)(await readFile(archive), { chunkSize: MOST_BYTES });
  await mkdir(directory, { mode: 0o700 });
  for (let at = 0; tar[at] !== 0;) {
    const field = ([from, to]: readonly [number, number]): string =>
      tar.toString('latin1', at + from, at + to).replace(/\0.*$/s, '');
    const path = join(directory, field(NAME));
    const size = Number.parseInt(field(SIZE), 8);
    const type = tar[at + TYPE];
    at += BLOCK;
    if (type === DIRECTORY) await mkdir(path, { mode: 0o700 });
    else await writeFile(path, tar.subarray(at, at + size), { mode: 0o600 });
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}
