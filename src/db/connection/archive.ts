/** Gzipped tar archives (POSIX.1-1988, ustar) of the database's files; PGlite would hold all of them in memory. */
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createGzip, gunzip } from 'node:zlib';

/** Size in bytes of an archive's blocks. */
const BLOCK = 512;
const NAME_BYTES = 100;
/** Places of fields in a header, in bytes. */
const SIZE_AT = 124;
const SUM_AT = 148;
const TYPE_AT = 156;
const DIRECTORY = '5';
/** Fast: pages of a database have mostly been compressed as far as they go. */
const GZIP_LEVEL = 1;
/** Room for all of an archive at once: no buffer is made anew and copied. */
const MOST_BYTES = 64 * 2 ** 20;

/** Writes an archive of a directory, as `unpack` reads it; only its owner may read it. */
export async function pack(directory: string, archive: string): Promise<void> {
  const output = createWriteStream(archive, { mode: 0o600, flags: 'wx' });
  await pipeline(archiveOf(directory), createGzip({ level: GZIP_LEVEL }), output);
}

async function* archiveOf(directory: string): AsyncGenerator<Buffer> {
  const names = await readdir(directory, { recursive: true });
  // A directory comes before its files.
  for (const name of names.toSorted()) {
    const path = join(directory, name);
    const entry = await stat(path);
    const size = entry.isDirectory() ? undefined : entry.size;
    yield header(name, size, entry.mtimeMs);
    if (size === undefined) continue;
    for await (const data of createReadStream(path)) yield data as Buffer;
    yield Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK);
  }
  yield Buffer.alloc(2 * BLOCK);
}

/** Header of a file, or of a directory where it has no size. */
function header(name: string, size: number | undefined, mtimeMs: number): Buffer {
  if (Buffer.byteLength(name) > NAME_BYTES) throw new RangeError(`${name}: more than ${NAME_BYTES} bytes`);
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, at: number, digits: number): void => {
    block.write(Math.floor(value).toString(8).padStart(digits, '0'), at, 'latin1');
  };
  block.write(name, 0);
  octal(size === undefined ? 0o700 : 0o600, 100, 7);
  octal(0, 108, 7);
  octal(0, 116, 7);
  octal(size ?? 0, SIZE_AT, 11);
  octal(mtimeMs / 1000, 136, 11);
  block.write(size === undefined ? DIRECTORY : '0', TYPE_AT);
  block.write('ustar\u000000', 257, 'latin1');
  // The checksum is taken with blanks in its own field.
  block.fill(' ', SUM_AT, TYPE_AT);
  const sum = block.reduce((total, byte) => total + byte, 0);
  octal(sum, SUM_AT, 6);
  block[SUM_AT + 6] = 0;
  return block;
}

/**
 * Makes a directory of an archive of directories and files, whose names have up to 100 bytes; only their owner may read
 * them.
 */
export async function unpack(archive: string | URL, directory: string): Promise<void> {
  const tar = await promisify(gunzip)(await readFile(archive), { chunkSize: MOST_BYTES });
  await mkdir(directory, { mode: 0o700 });
  for (let at = 0; tar[at] !== 0;) {
    const field = (from: number, bytes: number): string =>
      tar.toString('latin1', at + from, at + from + bytes).replace(/\0.*$/s, '');
    const path = join(directory, field(0, NAME_BYTES));
    const size = Number.parseInt(field(SIZE_AT, 12), 8);
    const isDirectory = field(TYPE_AT, 1) === DIRECTORY;
    at += BLOCK;
    if (isDirectory) await mkdir(path, { mode: 0o700 });
    else await writeFile(path, tar.subarray(at, at + size), { mode: 0o600 });
    at += Math.ceil(size / BLOCK) * BLOCK;
  }
}
