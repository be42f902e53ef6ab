import { createHash } from 'node:crypto';
import { createWriteStream, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { Header } from 'tar';
import { pack, unpack } from '../../../src/db/connection/archive.js';
import { restoreEmbedded } from '../../../src/db/connection/copyEmbedded.js';
import { UserError } from '../../../src/errors.js';
import { temporaryDirectory } from '../../helpers/files.js';
import { seed } from '../../helpers/seed.js';

const BLOCK = 512;
const names = (directory: string) => readdirSync(directory, { recursive: true, encoding: 'utf8' }).toSorted();

test('directories and files come out of an archive byte for byte, for nobody but their owner', async (t) => {
  const parent = temporaryDirectory(t);
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

  await pack(before, createWriteStream(archive));
  await unpack(archive, after);
  t.deepEqual(names(after), names(before));
  for (const [name, bytes] of files) t.deepEqual(readFileSync(join(after, name)), bytes, name);
  t.is(statSync(after).mode & 0o077, 0);
});

type Types = 'File' | 'SymbolicLink' | 'Link' | 'CharacterDevice' | 'BlockDevice' | 'FIFO';

/** Header of an entry in a tar archive, followed by the entry's bytes. */
function entry(fields: { path: string; type: Types; size?: number; linkpath?: string }, bytes: Buffer): Buffer {
  const block = Buffer.alloc(BLOCK);
  new Header({ mode: 0o600, size: bytes.length, mtime: new Date(0), ...fields }).encode(block);
  return Buffer.concat([block, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]);
}

test('of an archive that somebody has tampered with nothing is restored, inside of the directory or outside', async (t) => {
  const parent = temporaryDirectory(t);
  const [files, file, dataDir] = ['files', 'backup', 'deep'].map((name) => join(parent, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(files);
  writeFileSync(join(files, 'PG_VERSION'), '17\n');
  // The archive's bytes are changed in the middle of random data: in other parts some changed bits would not matter.
  writeFileSync(join(files, 'pages'), createHash('shake256', { outputLength: 20_000 }).digest());
  await pack(files, createWriteStream(file));
  const good = readFileSync(file);
  const tar = gunzipSync(good);
  const evil = Buffer.from('evil');
  const outside = ['../evil', '../../evil', 'a/../../../evil', '/tmp/sidelobe-evil', './../evil', '..\\evil', '..'];
  const linked = ['SymbolicLink', 'Link', 'CharacterDevice', 'BlockDevice', 'FIFO'] as const;
  const tampered: Buffer[] = [
    ...outside.map((path) => gzipSync(Buffer.concat([entry({ path, type: 'File' }, evil), tar]))),
    ...linked.map((type) =>
      gzipSync(Buffer.concat([entry({ path: 'x', type, linkpath: '../evil' }, Buffer.of()), tar])),
    ),
    gzipSync(Buffer.concat([entry({ path: 'x', type: 'File', size: 1e9 }, evil), tar])),
    gzipSync(tar.subarray(0, -6 * BLOCK)),
    ...fc.sample(fc.nat({ max: good.length - 1 }), { numRuns: 14, seed }).map((at) => good.subarray(0, at)),
    ...fc.sample(fc.integer({ min: 500, max: good.length - 500 }), { numRuns: 13, seed }).map((at) => {
      const changed = Buffer.from(good);
      changed[at] = (changed[at] as number) ^ 0x10;
      return changed;
    }),
  ];
  const before = names(parent);
  for (const [i, bytes] of tampered.entries()) {
    writeFileSync(file, bytes);
    await t.throwsAsync(
      restoreEmbedded(dataDir, file),
      { instanceOf: UserError, message: /is no backup of/ },
      String(i),
    );
    t.deepEqual(names(parent), [...before, 'deep'].toSorted(), `case ${i} leaves something behind`);
  }
  writeFileSync(file, good);
  await restoreEmbedded(dataDir, file);
  t.true(names(dataDir).includes(join('postgres', 'pages')));
});
