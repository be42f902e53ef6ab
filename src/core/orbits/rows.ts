import { isInCore } from '../coreArrays.js';
import type { OwnedCore } from '../instance.js';

/**
 * An array of rows that a kernel fills, with `width` elements for each entry. `name`: that of its field in the kernel's
 * query.
 */
export interface Target {
  name: 'OUT' | 'RATES' | 'STATUS';
  array: Float64Array | Uint8Array;
  width: number;
}

/**
 * Rows [from, from + count), and where the kernel is to write each target: `at` points to its first entry, `rowEntries`
 * is the number of entries from one row to the next.
 */
export interface Rows {
  from: number;
  count: number;
  targets: readonly { name: Target['name']; at: number; rowEntries: number }[];
}

const ALIGNMENT = 8;

/**
 * Has a kernel (`run`) fill some columns of all rows, as many rows at a time as the stage has room for. Arrays of the
 * core's memory are filled in place. The entries of others are written to the stage, and copied from there.
 */
export function throughStage(
  core: OwnedCore,
  stage: { pointer: number; bytes: number },
  targets: readonly Target[],
  rowCount: number,
  columns: { all: number; from: number; count: number },
  run: (rows: Rows) => void,
): void {
  const staged = targets.filter(({ array }) => !isInCore(core, array, 'out'));
  const isStaged = (target: Target): boolean => staged.includes(target);
  const rowBytes = staged.reduce((sum, { array, width }) => sum + array.BYTES_PER_ELEMENT * width * columns.count, 0);
  const room = stage.bytes - ALIGNMENT * targets.length;
  const most = rowBytes === 0 ? rowCount : Math.floor(room / rowBytes);
  for (let from = 0; from < rowCount; from += most) {
    const count = Math.min(most, rowCount - from);
    let next = stage.pointer;
    const placed = targets.map((target) => {
      const { name, array, width } = target;
      const first = from * columns.all + columns.from;
      if (!isStaged(target)) {
        return { name, at: array.byteOffset + array.BYTES_PER_ELEMENT * width * first, rowEntries: columns.all };
      }
      const at = next;
      next += Math.ceil((array.BYTES_PER_ELEMENT * width * columns.count * count) / ALIGNMENT) * ALIGNMENT;
      return { name, at, rowEntries: columns.count };
    });
    run({ from, count, targets: placed });
    targets.forEach((target, i) => {
      if (isStaged(target)) copyOut(core, (placed[i] as { at: number }).at, target, { from, count }, columns);
    });
  }
}

/** Copies rows out of the stage: all at once if they have all columns, else row by row. */
function copyOut(
  { memory }: OwnedCore,
  at: number,
  { array, width }: Target,
  rows: { from: number; count: number },
  columns: { all: number; from: number; count: number },
): void {
  const length = width * columns.count;
  const all = length * rows.count;
  const isNumbers = array instanceof Float64Array;
  const filled = isNumbers ? new Float64Array(memory.buffer, at, all) : new Uint8Array(memory.buffer, at, all);
  if (columns.count === columns.all) {
    array.set(filled, width * rows.from * columns.all);
    return;
  }
  for (let k = 0; k < rows.count; k++) {
    const row = filled.subarray(length * k, length * (k + 1));
    array.set(row, width * ((rows.from + k) * columns.all + columns.from));
  }
}
