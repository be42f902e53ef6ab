import test from 'ava';
import fc from 'fast-check';
import { cellId } from '../../../src/compute/map/runIndex.js';
import { cellCount } from '../../../src/core/healpix.js';
import { WINDOW_EPOCHS } from '../../../src/spec.js';
import { cellKernels, type Listed, listed } from './cellLists.js';

const { core, layout, list, output, bytes, write, copyOf } = cellKernels();
const TEXT = output + layout.CELL_TEXT_AT;

interface Asked {
  run: number;
  epoch: number;
  skip?: number;
  take?: number;
}

function emit(cells: Listed, { run, epoch, skip = 0, take = 2 ** 32 - 1 }: Asked): string {
  write(cells);
  return copyOf(TEXT, core.emitCells(list, cellId(run, epoch, 0), epoch, skip, take, output, TEXT)).toString('latin1');
}

/** The slow and obvious way to the same text. */
function twin({ nside, cells }: Listed, { run, epoch, skip = 0, take = Infinity }: Asked): string {
  return cells
    .slice(skip, skip + take)
    .map(([ipix, value]) => {
      const entry = { id: cellId(run, epoch, ipix), epoch_index: epoch, nside, ipix, ordering: 'NESTED', value };
      return `,${JSON.stringify(entry)}`;
    })
    .join('');
}

const run = fc.oneof(fc.integer({ min: 1, max: 1_136_000 }), fc.constantFrom(1, 1_136_000));
const epoch = fc.nat({ max: WINDOW_EPOCHS - 1 });

test('the text is what JSON.stringify makes of the cells, with a comma before each', (t) => {
  fc.assert(
    fc.property(listed(), run, epoch, (cells, runId, k) => {
      const asked = { run: runId, epoch: k };
      t.is(emit(cells, asked), twin(cells, asked));
    }),
    { numRuns: 200 },
  );
});

test('a part of a list is the same part of its text, in any number of pieces', (t) => {
  const cut = fc.nat({ max: 800 });
  fc.assert(
    fc.property(listed(), run, epoch, cut, cut, (cells, runId, k, skip, take) => {
      const asked = { run: runId, epoch: k };
      t.is(emit(cells, { ...asked, skip, take }), twin(cells, { ...asked, skip, take }));
      const pieces = [{ take: skip }, { skip, take }, { skip: skip + take }].map((part) =>
        emit(cells, { ...asked, ...part }),
      );
      t.is(pieces.join(''), twin(cells, asked));
    }),
    { numRuns: 200 },
  );
});

test('ids pass every number of digits where the eighth from the end changes, and the last that is exact', (t) => {
  const nside = 256;
  const whole = {
    nside,
    cells: [0, 1, 9, 10, 99, 100_000, 786_431]
      .map((ipix) => [ipix, ipix % 65_535] as const)
      .map(([ipix, value]) => [ipix, value + 1] as const),
  };
  for (const firstId of [
    100_000_000,
    999_999_999,
    1_099_999_990,
    9_999_999_999,
    99_999_213_570,
    8_999_999_999_999_990,
    Number.MAX_SAFE_INTEGER - 786_431,
  ]) {
    write(whole);
    const text = copyOf(TEXT, core.emitCells(list, firstId, 7, 0, 7, output, TEXT)).toString();
    const found = JSON.parse(`[${text.slice(1)}]`) as { id: number }[];
    t.deepEqual(
      found.map(({ id }) => id),
      whole.cells.map(([ipix]) => firstId + ipix),
    );
  }
});

test('every value has its digits', (t) => {
  const nside = 64;
  for (let first = 1; first < 65_536; first += 24_576) {
    const cells = Array.from({ length: Math.min(24_576, 65_536 - first) }, (_, i) => [2 * i, first + i] as const);
    const asked = { run: 77, epoch: 10_079 };
    t.true(emit({ nside, cells }, asked) === twin({ nside, cells }, asked));
  }
});

test('the longest entries there are fit, and nothing is written beyond their room', (t) => {
  const nside = 256;
  const cells = Array.from(
    { length: layout.CELL_TEXT_ENTRIES },
    (_, i) => [cellCount(nside) - layout.CELL_TEXT_ENTRIES + i, 65_535] as const,
  );
  const [from, to] = [TEXT + layout.CELL_TEXT_BYTES, TEXT + layout.CELL_TEXT_BYTES + 64];
  bytes.fill(0xa5, from, to);
  const asked = { run: 1_136_000, epoch: 10_079 };
  const text = emit({ nside, cells }, asked);
  t.true(text === twin({ nside, cells }, asked));
  t.is(text.length, 104 * layout.CELL_TEXT_ENTRIES);
  t.true(bytes.slice(from, to).every((byte) => byte === 0xa5));
});
