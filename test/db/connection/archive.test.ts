import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'ava';
import { pack, unpack } from '../../../src/db/connection/archive.js';

const BLOCK = 512;

test('directories and files come out of an archive byte for byte, for nobody but their owner', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'sidelobe-archive-'));
  t.teardown(() => rmSync(parent, { recursive: true }));
  const [before, archive, after] = ['before', 'packed.tar.gz', 'after'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ];
  for (const directory of ['base', 'empty']) mkdirSync(join(before, directory), { recursive: true });
  const files = new Map(
    [0, 1, BLOCK - 1, BLOCK, BLOCK + 1, 70_000].map((size, i) => [
      join('base', size === BLOCK ? 'x'.repeat(95) : String(size)),
      Buffer.from(Uint8Array.from({ length: size }, (_, byte) => (7 * byte + i) % 256)),
    ]),
  );
  for (const [name, bytes] of files) writeFileSync(join(before, name), bytes);

  await pack(before, archive);
  await unpack(archive, after);
  const names = (directory: string) => new Set(readdirSync(directory, { recursive: true, encoding: 'utf8' }));
  t.deepEqual(names(after), names(before));
  for (const [name, bytes] of files) t.deepEqual(readFileSync(join(after, name)), bytes, name);
  for (const path of [archive, after, join(after, 'empty'), join(after, 'base', '0')]) {
    t.is(statSync(path).mode & 0o077, 0, path);
  }
  await t.throwsAsync(pack(before, archive), { code: 'EEXIST' });
});
