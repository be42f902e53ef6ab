import { checkWhole } from '../arguments.js';
import { isInCore, outputOf } from '../coreArrays.js';
import { cutParts } from '../parts.js';
import { WINDOW_NSIDES } from '../../spec.js';
import type { Scheme } from '../healpix/api.js';
import { cellCount } from '../healpix.js';
import type { OwnedCore } from '../instance.js';
import { groupRanges } from '../records/emitterGroups.js';
import { writeRingTable } from '../records/ringTable.js';
import { writeWholeSlice } from '../records/ringSlice.js';
import type { Range } from '../records/windowOrder.js';
import type { WindowRecord } from '../records/windowRecord.js';

/** Options of a window's maps. */
export interface OccupancyOptions {
  /**
   * Index of a satellite whose intensity the maps have: in cells that it covers, the number of other satellites that
   * share a band with it; 0 in all other cells. By default the maps count every satellite that has bands.
   */
  satellite?: number;
  /**
   * Mask of bands: only satellites that transmit in one of them count; with `satellite`, only those that share one of
   * these bands with that satellite. Any band by default.
   */
  bands?: number;
  /** Whether each emitter group has a map of its own. False by default. */
  byGroup?: boolean;
  /** Order of the cells: that of their NESTED numbers by default, or of their RING numbers. */
  scheme?: Scheme;
  /** Array to write to; one of `core.allocate` is written in place. A new one by default. */
  out?: Uint16Array;
}

/**
 * A call of `occupancy`: epochs [from, to), the index of the satellite in the window's record, and options with their
 * defaults.
 */
interface MapQuery {
  from: number;
  to: number;
  index: number | undefined;
  /** Mask of bands: satellites that transmit in one of them count; none if it is 0. */
  bands: number;
  byGroup: boolean;
  scheme: Scheme;
  out: Uint16Array | undefined;
}

/** Maps of a window, and the memory that counting them takes. */
export interface Maps {
  /**
   * Returns the counts of all cells, epoch by epoch; with `byGroup`, group by group in each epoch. @throws RangeError
   */
  count(query: MapQuery): Uint16Array;
  free(): void;
}

/** Largest nside for addFootprints; above it addFootprintsExactly serves, by f64 alone. */
const LARGEST_QUICK_NSIDE = Math.max(...WINDOW_NSIDES);
/** Largest count that a u16 holds. */
const MOST_COUNTED = 65_535;
/** Most counts in one answer: 2 GB. */
const MOST_COUNTS = 2 ** 30;

/** Opens the maps of a window. @throws RangeError when the memory is too small */
export function openMaps(core: OwnedCore, window: WindowRecord, satellites: number, nside: number): Maps {
  const { kernels, bytes, memory } = core;
  const { rings, positions, work, scratch, map, staged, free } = roomFor(core, satellites, nside);
  kernels.openPositions(window.pointer, positions);
  const cells = cellCount(nside);
  const groups = groupRanges(core, window.pointer);

  /**
   * Counts, for each cell, the satellites that cover it at the epoch of the positions. If `around` is a satellite, not
   * -1, the counts are right only in its footprint.
   */
  const sum = (ranges: readonly Range[], around: number): void => {
    kernels.clearMap(rings, map);
    writeWholeSlice(core, work, rings, nside, map);
    for (const [from, to] of ranges) {
      if (nside <= LARGEST_QUICK_NSIDE) kernels.addFootprints(work, 0, positions, from, to, around);
      else kernels.addFootprintsExactly(rings, positions, from, to, map, scratch);
    }
    kernels.sumRings(rings, map);
  };

  const write = (ranges: readonly Range[], { index, scheme }: MapQuery, out: number): void => {
    if (ranges.length === 0) {
      bytes.fill(0, out, out + 2 * cells);
      return;
    }
    sum(ranges, index ?? -1);
    if (index !== undefined) {
      const own = ranges.some(([from, to]) => index >= from && index < to) ? 1 : 0;
      kernels.keepCovered(rings, positions, index, map, own, scratch, staged);
    }
    kernels.writeCells(rings, map, scheme === 'nested' ? 1 : 0, out);
  };

  return {
    count(query) {
      const { from, to, bands, byGroup } = query;
      const ofGroups = groups.map((group) => ((group.bands & bands) === 0 ? [] : group.ranges));
      const all = ofGroups.flat();
      checkCounted(all);
      const rows = byGroup ? ofGroups : [all];
      const counts = arrayOf((to - from) * rows.length * cells, query.out);
      const inCore = isInCore(core, counts, 'out');
      let at = 0;
      for (let epoch = from; epoch < to; epoch++) {
        for (const [first, end] of all) kernels.epochPositions(window.pointer, epoch, first, end, scratch, positions);
        for (const ranges of rows) {
          write(ranges, query, inCore ? counts.byteOffset + 2 * at : staged);
          if (!inCore) counts.set(new Uint16Array(memory.buffer, staged, cells), at);
          at += cells;
        }
      }
      return counts;
    },
    free,
  };
}

/** Epochs [from, to) of a window, at least one. @throws RangeError */
export function checkedEpochs(
  epochs: number | readonly [from: number, to: number],
  epochCount: number,
): [number, number] {
  if (typeof epochs === 'number') {
    checkWhole('epoch', epochs, 0, epochCount - 1);
    return [epochs, epochs + 1];
  }
  const [from, to] = epochs;
  if (Number.isInteger(from) && Number.isInteger(to) && from >= 0 && from < to && to <= epochCount) return [from, to];
  throw new RangeError(
    `epochs [${from}, ${to}): whole numbers from 0 to ${epochCount} are needed, the first below the second`,
  );
}

/** Pointers to the working memory of counting. @throws RangeError when the memory is too small */
function roomFor(core: OwnedCore, satellites: number, nside: number) {
  const { arena, kernels, layout } = core;
  const table = writeRingTable(core, nside);
  const sizes = {
    positions: kernels.positionsBytes(satellites),
    work: layout.FOOTPRINT_WORK_BYTES,
    scratch: layout.SCRATCH_BYTES,
    map: table?.mapBytes ?? 0,
    // Room of four rows while a map is made: addFootprints reaches three rows beyond the map, keepCovered works in one.
    // Then room for all counts of the map.
    staged: Math.max(2 * cellCount(nside), 4 * (table?.longestRowBytes ?? 0)),
  };
  const parts = table && cutParts(core, sizes);
  if (table === undefined || parts === undefined) {
    table?.free();
    throw new RangeError(`the core's memory has no room for maps of nside ${nside}: ${arena.freeBytes} bytes are free`);
  }
  return {
    ...parts.pointers,
    rings: table.pointer,
    free: () => {
      parts.free();
      table.free();
    },
  };
}

function checkCounted(ranges: readonly Range[]): void {
  const counted = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
  if (counted <= MOST_COUNTED) return;
  throw new RangeError(
    `${counted} satellites: a map counts ${MOST_COUNTED} at most; give bands that fewer transmit in`,
  );
}

function arrayOf(length: number, out: Uint16Array | undefined): Uint16Array {
  if (length > MOST_COUNTS) {
    throw new RangeError(`${length} counts: an array has ${MOST_COUNTS} at most; ask for fewer epochs at a time`);
  }
  return outputOf(out, length, Uint16Array);
}
