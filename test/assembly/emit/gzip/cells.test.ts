import { inflateRawSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { cellId } from '../../../../src/compute/map/runIndex.js';
import { cellCount } from '../../../../src/core/healpix.js';
import { cellKernels, type Listed, listed } from '../cellLists.js';

const { core, layout, list, output, bytes, write, copyOf } = cellKernels();
const TEXT = output + layout.CELL_TEXT_AT;
/** A final block of nothing, which ends a stream. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Writes the cells of some epochs one behind the other; what the kernel makes of their text. */
function deflate(
  run: number,
  epochs: readonly (Listed & { epoch: number })[],
  skip = 0,
): { plain: Buffer; packed: Buffer } {
  let [entries, length] = [0, 0];
  for (const { epoch, ...cells } of epochs) {
    write(cells);
    const room = layout.CELL_TEXT_ENTRIES - entries;
    length += core.emitCells(list, cellId(run, epoch, 0), epoch, 0, room, output + 4 * entries, TEXT + length);
    entries += Math.min(room, cells.cells.length);
  }
  const packed = core.deflateCells(output, entries, skip);
  return {
    plain: copyOf(TEXT + skip, Math.max(0, length - skip)),
    packed: copyOf(output + layout.CELL_DEFLATE_AT, packed),
  };
}

const isText = ({ plain, packed }: ReturnType<typeof deflate>): boolean =>
  inflateRawSync(Buffer.concat([packed, END])).equals(plain);

const run = fc.integer({ min: 1, max: 1_136_000 });
/** Cells of several epochs on one grid. */
const epochs = fc
  .tuple(fc.array(fc.tuple(listed(4), fc.nat({ max: 10_079 })), { maxLength: 6 }), fc.constantFrom(1, 8, 64, 256))
  .map(([some, nside]) =>
    some.map(([{ cells }, epoch]) => ({ nside, cells: cells.filter(([ipix]) => ipix < cellCount(nside)), epoch })),
  );

test('zlib reads the text of any cells of any epochs, with or without its first comma', (t) => {
  fc.assert(
    fc.property(run, epochs, fc.nat({ max: 1 }), (runId, some, skip) => {
      const found = deflate(runId, some, skip);
      t.true(isText(found));
      t.true(found.packed.length <= found.plain.length + 128);
    }),
    { numRuns: 500 },
  );
});

test('every value has its digits', (t) => {
  for (let first = 1; first < 65_536; first += 24_576) {
    const cells = Array.from({ length: Math.min(24_576, 65_536 - first) }, (_, i) => [2 * i, first + i] as const);
    t.true(isText(deflate(1, [{ nside: 64, cells, epoch: 9 }])));
  }
});

test('neighbours take 5 % of their text', (t) => {
  const cells = Array.from({ length: 20_000 }, (_, i) => [5_000 + i, 100 + (((i >> 3) * 7) % 23)] as const);
  const { plain, packed } = deflate(12, [{ nside: 64, cells, epoch: 485 }]);
  t.true(packed.length < 0.05 * plain.length, `${packed.length} of ${plain.length}`);
});

test('the worst that there can be fits, and nothing is written beyond its room', (t) => {
  const end = output + layout.CELL_OUTPUT_BYTES;
  bytes.fill(0xa5, end, end + 64);
  const nside = 256;
  const half = cellCount(nside) / layout.CELL_TEXT_ENTRIES;
  const cells = Array.from(
    { length: layout.CELL_TEXT_ENTRIES },
    (_, i) => [half * i + ((i * 7919) % half), 1 + ((i * 48_271) % 65_535)] as const,
  );
  t.true(isText(deflate(1_136_000, [{ nside, cells, epoch: 10_079 }])));
  t.true(bytes.slice(end, end + 64).every((byte) => byte === 0xa5));
});

test('blocks before and after it make one stream', (t) => {
  const one = {
    nside: 32,
    cells: [
      [3, 1],
      [4, 1],
      [12_287, 65_535],
    ] as const,
    epoch: 1,
  };
  const { plain, packed } = deflate(1, [one]);
  t.is(
    inflateRawSync(Buffer.concat([packed, deflate(1, []).packed, packed, END])).toString(),
    `${plain.toString()}${plain.toString()}`,
  );
});
