import { inflateRawSync } from 'node:zlib';
import test from 'ava';
import fc from 'fast-check';
import { cellId } from '../../../src/compute/map/runIndex.js';
import { cellCount } from '../../../src/core/healpix.js';
import { kernels } from '../../helpers/kernels.js';

const MOST_NSIDE = 256;
const { core, layout, memory, alloc } = kernels(16);
const list = alloc(core.cellListBytes(MOST_NSIDE));
const output = alloc(layout.CELL_OUTPUT_BYTES + 64);
const view = new DataView(memory.buffer);
const bytes = new Uint8Array(memory.buffer);
const TEXT = output + layout.CELL_TEXT_AT;
const DEFLATED = output + layout.CELL_DEFLATE_AT;
/** Empty final DEFLATE block, which completes a stream of blocks that are not final. */
const END = Buffer.from([1, 0, 0, 0xff, 0xff]);

/** Cells of one epoch with their values; ipix ascending. */
interface Listed {
  nside: number;
  cells: readonly (readonly [ipix: number, value: number])[];
}

interface Asked extends Listed {
  epoch: number;
  skip?: number;
  take?: number;
}

/** Writes a list of cells into memory. Values of cells that the list lacks stay in memory, and must not matter. */
function writeList({ nside, cells }: Listed): void {
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  const marksBytes = core.cellListBytes(nside) - layout.CELL_LIST_HEADER_BYTES - 2 * cellCount(nside);
  view.setUint32(list + layout.CELL_LIST_NSIDE, nside, true);
  view.setUint32(list + layout.CELL_LIST_COUNT, cells.length, true);
  bytes.fill(0, marks, marks + marksBytes);
  for (const [ipix, value] of cells) {
    bytes[marks + (ipix >> 3)] = (bytes[marks + (ipix >> 3)] as number) | (1 << (ipix & 7));
    view.setUint16(marks + marksBytes + 2 * ipix, value, true);
  }
}

const copyOf = (pointer: number, length: number): Buffer => Buffer.from(bytes.slice(pointer, pointer + length));

/**
 * Emits parts of lists of one grid. Returns their texts, joined, without the first `skip` bytes, and the DEFLATE of
 * that text.
 */
function emit(run: number, parts: readonly Asked[], skip = 0): { plain: Buffer; packed: Buffer } {
  let [entries, length] = [0, 0];
  for (const part of parts) {
    const { epoch, cells, skip: skipped = 0, take = Infinity } = part;
    writeList(part);
    const room = Math.min(take, layout.CELL_TEXT_ENTRIES - entries);
    const ends = output + 4 * entries;
    length += core.emitCells(list, cellId(run, epoch, 0), epoch, skipped, room, ends, TEXT + length);
    entries += Math.max(0, Math.min(room, cells.length - skipped));
  }
  const packed = core.deflateCells(output, entries, entries === 0 ? 0 : skip);
  return { plain: copyOf(TEXT + skip, Math.max(0, length - skip)), packed: copyOf(DEFLATED, packed) };
}

/** Slow twin of emitCells: builds the text with JSON.stringify. */
const twin = (run: number, parts: readonly Asked[]): string =>
  parts
    .flatMap(({ nside, cells, epoch, skip = 0, take = Infinity }) =>
      cells.slice(skip, skip + take).map(([ipix, value]) => {
        const entry = { id: cellId(run, epoch, ipix), epoch_index: epoch, nside, ipix, ordering: 'NESTED', value };
        return `,${JSON.stringify(entry)}`;
      }),
    )
    .join('');

const inflated = (packed: Buffer): Buffer => inflateRawSync(Buffer.concat([packed, END]));

const value = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(9, 10, 99, 100, 999, 1000, 9999, 10_000),
  fc.integer({ min: 1, max: 65_535 }),
);
/** Random lists of cells: scattered ones, and rows of neighbours. */
const cellsOf = (nside: number): fc.Arbitrary<Listed> => {
  const row = fc.record({
    at: fc.nat({ max: cellCount(nside) - 1 }),
    length: fc.nat({ max: 150 }),
    values: fc.array(value, { minLength: 1, maxLength: 5 }),
  });
  return fc.array(row, { maxLength: 6 }).map((rows) => {
    const cells = new Map<number, number>();
    for (const { at, length, values } of rows) {
      for (let i = 0; i < Math.min(length, cellCount(nside) - at); i++) {
        cells.set(at + i, values[i % values.length] as number);
      }
    }
    return { nside, cells: [...cells].sort(([a], [b]) => a - b) };
  });
};
const cut = fc.nat({ max: 400 });
const parts = fc.constantFrom(1, 8, 16, 32, 64, 128, MOST_NSIDE).chain((nside) =>
  fc.array(
    fc
      .tuple(cellsOf(nside), fc.nat({ max: 10_079 }), fc.option(fc.tuple(cut, cut), { nil: undefined }))
      .map(([listed, epoch, part]): Asked => {
        return { ...listed, epoch, ...(part && { skip: part[0], take: part[1] }) };
      }),
    { maxLength: 5 },
  ),
);
const run = fc.oneof(fc.integer({ min: 1, max: 1_136_000 }), fc.constantFrom(1, 1_136_000));

test('any parts of any lists have the text of JSON.stringify, which zlib reads, also without its first comma', (t) => {
  fc.assert(
    fc.property(run, parts, fc.nat({ max: 1 }), (runId, some, skip) => {
      const { plain, packed } = emit(runId, some, skip);
      t.is(plain.toString('latin1'), twin(runId, some).slice(skip));
      t.true(inflated(packed).equals(plain));
      t.true(packed.length <= plain.length + 128);
    }),
    { numRuns: 60 },
  );
});

test('ids are right at every length where the eighth digit from the end changes, up to the last exact number', (t) => {
  const cells = [0, 1, 9, 10, 99, 100_000, 786_431].map((ipix) => [ipix, (ipix % 65_535) + 1] as const);
  for (const firstId of [
    100_000_000,
    999_999_999,
    1_099_999_990,
    9_999_999_999,
    99_999_213_570,
    8_999_999_999_999_990,
    Number.MAX_SAFE_INTEGER - 786_431,
  ]) {
    writeList({ nside: MOST_NSIDE, cells });
    const text = copyOf(TEXT, core.emitCells(list, firstId, 7, 0, 7, output, TEXT)).toString();
    const found = JSON.parse(`[${text.slice(1)}]`) as { id: number }[];
    t.deepEqual(
      found.map(({ id }) => id),
      cells.map(([ipix]) => firstId + ipix),
    );
  }
});

test('every value is written with its own digits', (t) => {
  for (let first = 1; first < 65_536; first += 24_576) {
    const cells = Array.from({ length: Math.min(24_576, 65_536 - first) }, (_, i) => [2 * i, first + i] as const);
    const asked = [{ nside: 64, cells, epoch: 10_079 }];
    const { plain, packed } = emit(77, asked);
    t.true(plain.equals(Buffer.from(twin(77, asked))) && inflated(packed).equals(plain));
  }
});

test('neighbouring cells take 5 % of their text', (t) => {
  const cells = Array.from({ length: 20_000 }, (_, i) => [5_000 + i, 100 + (((i >> 3) * 7) % 23)] as const);
  const { plain, packed } = emit(12, [{ nside: 64, cells, epoch: 485 }]);
  t.true(packed.length < 0.05 * plain.length, `${packed.length} of ${plain.length}`);
});

test('the longest entries and the worst values fit, and nothing is written beyond their memory', (t) => {
  const most = layout.CELL_TEXT_ENTRIES;
  const last = cellCount(MOST_NSIDE) - most;
  const longest = Array.from({ length: most }, (_, i) => [last + i, 65_535] as const);
  const step = cellCount(MOST_NSIDE) / most;
  const worst = Array.from({ length: most }, (_, i) => {
    return [step * i + ((i * 7919) % step), 1 + ((i * 48_271) % 65_535)] as const;
  });
  // The DEFLATE step later needs tables in the memory behind the text; emitting must not write there.
  const asked = [{ nside: MOST_NSIDE, cells: longest, epoch: 10_079 }];
  const end = TEXT + layout.CELL_TEXT_BYTES;
  bytes.fill(0xa5, end, end + 64);
  writeList({ nside: MOST_NSIDE, cells: longest });
  t.is(core.emitCells(list, cellId(1_136_000, 10_079, 0), 10_079, 0, most, output, TEXT), 104 * most);
  t.true(bytes.slice(end, end + 64).every((byte) => byte === 0xa5));
  t.true(emit(1_136_000, asked).plain.equals(Buffer.from(twin(1_136_000, asked))));
  const limit = output + layout.CELL_OUTPUT_BYTES;
  bytes.fill(0xa5, limit, limit + 64);
  const { plain, packed } = emit(1_136_000, [{ nside: MOST_NSIDE, cells: worst, epoch: 10_079 }]);
  t.true(inflated(packed).equals(plain));
  t.true(bytes.slice(limit, limit + 64).every((byte) => byte === 0xa5));
});

test('blocks of several texts make one stream', (t) => {
  const cells = [
    [3, 1],
    [4, 1],
    [12_287, 65_535],
  ] as const;
  const { plain, packed } = emit(1, [{ nside: 32, cells, epoch: 1 }]);
  const stream = Buffer.concat([packed, emit(1, []).packed, packed]);
  t.is(inflated(stream).toString(), `${plain.toString()}${plain.toString()}`);
});
