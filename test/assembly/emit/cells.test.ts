import test from 'ava';
import fc from 'fast-check';
import { cellId } from '../../../src/compute/map/runIndex.js';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import { block } from '../../helpers/memory.js';

const MOST_NSIDE = 256;
const core = await createOwnedCore(16, debugCore);
const { bytes, kernels, layout, view } = core;
const list = block(core, kernels.cellListBytes(MOST_NSIDE));
const output = block(core, layout.CELL_TEXT_BYTES + 64);

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

/** Writes a list of cells into memory. Cells outside of the list keep earlier values, which must not matter. */
function writeList({ nside, cells }: Listed): void {
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  const marksBytes = kernels.cellListBytes(nside) - layout.CELL_LIST_HEADER_BYTES - 2 * cellCount(nside);
  view.setUint32(list + layout.CELL_LIST_NSIDE, nside, true);
  view.setUint32(list + layout.CELL_LIST_COUNT, cells.length, true);
  bytes.fill(0, marks, marks + marksBytes);
  for (const [ipix, value] of cells) {
    bytes[marks + (ipix >> 3)] = (bytes[marks + (ipix >> 3)] as number) | (1 << (ipix & 7));
    view.setUint16(marks + marksBytes + 2 * ipix, value, true);
  }
}

const copyOf = (pointer: number, length: number): Buffer => Buffer.from(bytes.slice(pointer, pointer + length));

/** Emits parts of lists of cells, all of one nside; returns the texts, joined. */
function emit(run: number, parts: readonly Asked[]): Buffer {
  let [entries, length] = [0, 0];
  for (const part of parts) {
    const { epoch, cells, skip: skipped = 0, take = Infinity } = part;
    writeList(part);
    const room = Math.min(take, layout.CELL_TEXT_ENTRIES - entries);
    length += kernels.emitCells(list, cellId(run, epoch, 0), epoch, skipped, room, output + length);
    entries += Math.max(0, Math.min(room, cells.length - skipped));
  }
  return copyOf(output, length);
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

test('any parts of any lists have the text of JSON.stringify', (t) => {
  fc.assert(
    fc.property(run, parts, (runId, some) => {
      t.is(emit(runId, some).toString('latin1'), twin(runId, some));
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
    const text = copyOf(output, kernels.emitCells(list, firstId, 7, 0, 7, output)).toString();
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
    t.true(emit(77, asked).equals(Buffer.from(twin(77, asked))));
  }
});

test('the longest entries fit, and nothing is written beyond their memory', (t) => {
  const most = layout.CELL_TEXT_ENTRIES;
  const last = cellCount(MOST_NSIDE) - most;
  const longest = Array.from({ length: most }, (_, i) => [last + i, 65_535] as const);
  const asked = [{ nside: MOST_NSIDE, cells: longest, epoch: 10_079 }];
  const end = output + layout.CELL_TEXT_BYTES;
  bytes.fill(0xa5, end, end + 64);
  const text = emit(1_136_000, asked);
  t.is(text.length, layout.CELL_ENTRY_BYTES * most);
  t.true(text.equals(Buffer.from(twin(1_136_000, asked))));
  t.true(bytes.slice(end, end + 64).every((byte) => byte === 0xa5));
});
