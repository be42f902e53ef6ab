/**
 * Hunts for text of cells that is not what JSON.stringify makes of them, and for gzip of the core's that stands for another
 * text, in random cells of random epochs, grids and runs:
 *
 *   tsx scripts/huntCells.ts TEXTS [SEED]
 *
 * Exit code 1 when one differs.
 */
import { crc32, gunzipSync } from 'node:zlib';
import { createGzipStream } from '../src/codec/gzip.js';
import { cellId } from '../src/compute/map/runIndex.js';
import { cellCount } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { WINDOW_EPOCHS, WINDOW_NSIDES } from '../src/spec.js';
import { randomFrom } from './random.js';

const [count = '', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^[1-9]\d*$/.test(seed)) throw new Error('usage: tsx scripts/huntCells.ts TEXTS [SEED]');

const MOST_RUN_ID = 1_136_000;
const MOST_EPOCHS = 5;
const VALUES = [1, 9, 10, 99, 100, 255, 256, 999, 1000, 9999, 10_000, 65_535];

const core = await createOwnedCore(16);
const { bytes, kernels, layout, view } = core;
const list = core.arena.allocate(kernels.cellListBytes(Math.max(...WINDOW_NSIDES))) ?? 0;
const output = core.arena.allocate(layout.CELL_OUTPUT_BYTES) ?? 0;
const text = output + layout.CELL_TEXT_AT;
const next = randomFrom(Number(seed));
const below = (end: number): number => Math.floor(next() * end);
const oneOf = <T>(some: readonly T[]): T => some[below(some.length)] as T;

/** Cells by number: neighbours, or here and there, of values that repeat, wander or are any. */
function randomCells(nside: number): Map<number, number> {
  const cells = new Map<number, number>();
  for (let rows = below(6); rows > 0; rows--) {
    const first = below(cellCount(nside));
    const step = oneOf([1, 1, 1, 2, 9, 1 + below(400)]);
    let value = oneOf(VALUES);
    const nextValue = oneOf([
      () => value,
      () => Math.min(65_535, Math.max(1, value + below(5) - 2)),
      () => oneOf(VALUES),
      () => 1 + below(65_535),
    ]);
    for (let length = below(oneOf([3, 30, 600])), ipix = first; length > 0 && ipix < cellCount(nside); length--) {
      cells.set(ipix, (value = nextValue()));
      ipix += step;
    }
  }
  return new Map([...cells].sort(([a], [b]) => a - b));
}

function writeList(nside: number, cells: ReadonlyMap<number, number>): void {
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  const values = list + kernels.cellListBytes(nside) - 2 * cellCount(nside);
  view.setUint32(list + layout.CELL_LIST_NSIDE, nside, true);
  view.setUint32(list + layout.CELL_LIST_COUNT, cells.size, true);
  bytes.fill(0, marks, values);
  for (const [ipix, value] of cells) {
    const mark = marks + (ipix >> 3);
    bytes[mark] = (bytes[mark] as number) | (1 << (ipix & 7));
    view.setUint16(values + 2 * ipix, value, true);
  }
}

const totals = { cells: 0, textBytes: 0, gzipBytes: 0, differing: 0 };
const startedMs = performance.now();
for (let i = 0; i < Number(count); i++) {
  const nside = oneOf([8, 16, ...WINDOW_NSIDES]);
  const run = 1 + below(oneOf([3, 1000, MOST_RUN_ID]));
  const entries: object[] = [];
  let end = text;
  for (let epochs = 1 + below(MOST_EPOCHS), epoch = below(WINDOW_EPOCHS - epochs); epochs > 0; epochs--, epoch++) {
    const cells = randomCells(nside);
    writeList(nside, cells);
    end += kernels.emitCells(list, cellId(run, epoch, 0), epoch, 0, cells.size, output + 4 * entries.length, end);
    for (const [ipix, value] of cells) {
      entries.push({ id: cellId(run, epoch, ipix), epoch_index: epoch, nside, ipix, ordering: 'NESTED', value });
    }
  }
  const skip = entries.length === 0 ? 0 : 1;
  const written = bytes.slice(text + skip, end);
  const deflatedBytes = kernels.deflateCells(output, entries.length, skip);
  const stream = createGzipStream();
  const head = stream.begin('[');
  if (deflatedBytes > 0) stream.blocks({ crc32: crc32(written), textBytes: written.length });
  const deflated = bytes.subarray(output + layout.CELL_DEFLATE_AT, output + layout.CELL_DEFLATE_AT + deflatedBytes);
  const packed = Buffer.concat([head, deflated, stream.end(']')]);
  const expected = JSON.stringify(entries);
  if (`[${Buffer.from(written).toString()}]` !== expected || gunzipSync(packed).toString() !== expected) {
    totals.differing++;
    process.stdout.write(`text ${i}: ${entries.length} cells of nside ${nside} differ\n`);
  }
  totals.cells += entries.length;
  totals.textBytes += written.length;
  totals.gzipBytes += packed.length;
}
const seconds = (performance.now() - startedMs) / 1000;
process.stdout.write(`${count} texts of ${totals.cells} cells, seed ${seed}: ${seconds.toFixed(0)} s\n`);
process.stdout.write(
  `  ${(totals.textBytes / 1e9).toFixed(2)} GB as ${(totals.gzipBytes / 1e9).toFixed(2)} GB of gzip; differing: ${totals.differing}\n`,
);
process.exitCode = totals.differing === 0 ? 0 : 1;
