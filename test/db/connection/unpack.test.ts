import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { unpack } from '../../../src/db/connection/unpack.js';

const BLOCK = 512;

/** One entry of a tar archive; a directory where it has no content. */
function entry(name: string, content?: Buffer): Buffer {
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0, 'latin1');
  header.write((content?.length ?? 0).toString(8).padStart(11, '0'), 124, 'latin1');
  header.write(content === undefined ? '5' : '0', 156, 'latin1');
  const blocks = Buffer.alloc(Math.ceil((content?.length ?? 0) / BLOCK) * BLOCK);
  content?.copy(blocks);
  return Buffer.concat([header, blocks]);
}

test('directories and files come out of an archive byte for byte, for nobody but their owner', async (t) => {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-unpack-'));
  t.teardown(() => rmSync(directory, { recursive: true }));
  const longName = `/base/${'x'.repeat(94)}`;
  const files = new Map(
    [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 70_000].map((size, i) => [
      size === BLOCK ? longName : `/base/${size}`,
      Buffer.from(Uint8Array.from({ length: size }, (_, byte) => (7 * byte + i) % 256)),
    ]),
  );
  const packed = [entry('/base'), entry('/empty'), ...Array.from(files, ([name, bytes]) => entry(name, bytes))];
  const archive = join(directory, 'packed.tar.gz');
  writeFileSync(archive, gzipSync(Buffer.concat([...packed, Buffer.alloc(2 * BLOCK)])));

  const unpacked = join(directory, 'unpacked');
  await unpack(pathToFileURL(archive), unpacked);
  t.deepEqual(readdirSync(unpacked).toSorted(), ['base', 'empty']);
  t.is(readdirSync(join(unpacked, 'base')).length, files.size);
  for (const [name, bytes] of files) t.deepEqual(readFileSync(join(unpacked, name)), bytes, name);
  for (const path of [unpacked, join(unpacked, 'empty'), join(unpacked, longName)]) {
    t.is(statSync(path).mode & 0o077, 0, path);
  }
});
