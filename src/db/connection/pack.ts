import { createReadStream, createWriteStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** Size in bytes of a tar archive's blocks; POSIX.1-1988, ustar. */
const BLOCK = 512;
const NAME_BYTES = 100;
/** Fast: pages of a database have mostly been compressed as far as they go. */
const GZIP_LEVEL = 1;

/** Writes a gzipped tar archive of a directory's directories and files, as `unpack` reads it; only its owner may read it. */
export async function pack(directory: string, archive: string): Promise<void> {
  const output = createWriteStream(archive, { mode: 0o600, flags: 'wx' });
  await pipeline(archiveOf(directory), createGzip({ level: GZIP_LEVEL }), output);
}

async function* archiveOf(directory: string): AsyncGenerator<Buffer> {
  const names = await readdir(directory, { recursive: true });
  // A directory before what is in it.
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
  octal(size ?? 0, 124, 11);
  octal(mtimeMs / 1000, 136, 11);
  block.write(size === undefined ? '5' : '0', 156);
  block.write('ustar\u000000', 257, 'latin1');
  // The sum counts its own field as blanks.
  block.fill(' ', 148, 156);
  octal(
    block.reduce((sum, byte) => sum + byte, 0),
    148,
    6,
  );
  block[154] = 0;
  return block;
}
