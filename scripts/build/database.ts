/** Sets up an empty database and packs its files: a first start unpacks them, which takes less time and memory. */
import { statSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { DATABASE } from './parts.js';

const packedMs = statSync(DATABASE.output, { throwIfNoEntry: false })?.mtimeMs ?? 0;
const program = fileURLToPath(import.meta.resolve('@electric-sql/pglite'));
if (packedMs <= statSync(program).ctimeMs) {
  const pglite = await PGlite.create();
  const packed = await pglite.dumpDataDir('gzip');
  writeFileSync(DATABASE.output, new Uint8Array(await packed.arrayBuffer()));
  await pglite.close();
}
