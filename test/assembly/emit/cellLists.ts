import fc from 'fast-check';
import { cellCount } from '../../../src/core/healpix.js';
import { kernels } from '../../helpers/kernels.js';

const MOST_NSIDE = 256;

/** Cells of one epoch: numbers and values, the numbers ascending. */
export interface Listed {
  nside: number;
  cells: readonly (readonly [ipix: number, value: number])[];
}

/** Kernels with memory for a list of cells, which the tests write, and for its text. */
export function cellKernels() {
  const { core, layout, memory, alloc } = kernels(16);
  const list = alloc(core.cellListBytes(MOST_NSIDE));
  const output = alloc(layout.CELL_OUTPUT_BYTES + 64);
  const view = new DataView(memory.buffer);
  const bytes = new Uint8Array(memory.buffer);
  const marks = list + layout.CELL_LIST_HEADER_BYTES;
  return {
    core,
    layout,
    list,
    output,
    bytes,
    /** Writes the list; values of other cells are left as they are. */
    write: ({ nside, cells }: Listed): void => {
      const marksBytes = core.cellListBytes(nside) - layout.CELL_LIST_HEADER_BYTES - 2 * cellCount(nside);
      view.setUint32(list + layout.CELL_LIST_NSIDE, nside, true);
      view.setUint32(list + layout.CELL_LIST_COUNT, cells.length, true);
      bytes.fill(0, marks, marks + marksBytes);
      for (const [ipix, value] of cells) {
        bytes[marks + (ipix >> 3)] = (bytes[marks + (ipix >> 3)] as number) | (1 << (ipix & 7));
        view.setUint16(marks + marksBytes + 2 * ipix, value, true);
      }
    },
    copyOf: (pointer: number, length: number): Buffer => Buffer.from(bytes.slice(pointer, pointer + length)),
  };
}

const value = fc.oneof(
  fc.integer({ min: 1, max: 40 }),
  fc.constantFrom(9, 10, 99, 100, 999, 1000, 9999, 10_000),
  fc.integer({ min: 1, max: 65_535 }),
);

/** Cells here and there, and rows of neighbours. */
export function listed(mostRows = 12): fc.Arbitrary<Listed> {
  const row = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat({ max: 150 }),
    values: fc.array(value, { minLength: 1, maxLength: 5 }),
  });
  return fc
    .record({ nside: fc.constantFrom(1, 8, 16, 32, 64, 128, 256), rows: fc.array(row, { maxLength: mostRows }) })
    .map(({ nside, rows }) => {
      const cells = new Map<number, number>();
      for (const { at, length, values } of rows) {
        const first = Math.floor(at * (cellCount(nside) - 1));
        for (let i = 0; i < length && first + i < cellCount(nside); i++)
          cells.set(first + i, values[i % values.length] as number);
      }
      return { nside, cells: [...cells].sort(([a], [b]) => a - b) };
    });
}
