import { checkList, shown } from '../arguments.js';
import type { MeanElements } from '../elements.js';
import { checkElements } from '../elements.js';
import type { OwnedCore } from '../instance.js';
import { initRecord, recordBytes } from '../records/satelliteRecord.js';
import { withScratch } from '../parts.js';
import type { Satellites } from './api.js';

/**
 * Largest difference, in µs, between a time and the epoch of a satellite that is propagated to it: as in
 * assembly/orbits/propagate.ts.
 */
export const MAX_AGE_US = 3653 * 86_400e6;

/** Satellites' records in the core's memory. */
export interface OrbitRecords {
  core: OwnedCore;
  elements: readonly MeanElements[];
  /** Pointer to each satellite's record. */
  pointers: Uint32Array;
  epochStatus: Uint8Array;
  /** @throws Error once `close` was called */
  checkOpen(): void;
  close(): void;
}

/**
 * Writes satellites' records. @throws RangeError for elements that are not finite or when the memory is too small,
 * TypeError for elements that are no numbers
 */
export function writeRecords(core: OwnedCore, elements: readonly MeanElements[]): OrbitRecords {
  const { kernels, layout, arena } = core;
  checkList('elements', elements);
  elements.forEach((one, i) => {
    checkElements(one, `elements[${i}]`);
  });
  const ends = new Float64Array(elements.length + 1);
  elements.forEach((one, i) => {
    ends[i + 1] = (ends[i] as number) + recordBytes(kernels, one);
  });
  const bytes = ends[elements.length] as number;
  const block = arena.allocate(bytes);
  if (block === undefined) {
    throw new RangeError(
      `${elements.length} satellites take ${bytes} bytes: the core's memory has ${arena.freeBytes} left`,
    );
  }
  const pointers = Uint32Array.from(elements, (_, i) => block + (ends[i] as number));
  const epochStatus = withScratch(core, layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES, (scratch) =>
    Uint8Array.from(elements, (one, i) => initRecord(core, pointers[i] as number, one, scratch)),
  );
  let open = true;
  return {
    core,
    elements,
    pointers,
    epochStatus,
    checkOpen: () => {
      if (!open) throw new Error('the orbits are closed');
    },
    close: () => {
      if (open) arena.free(block);
      open = false;
    },
  };
}

/** Indexes of the satellites asked for, all by default. @throws RangeError for one that does not exist, or TypeError */
export function satellitesOf({ pointers }: OrbitRecords, satellites?: Satellites): number[] {
  const count = pointers.length;
  if (satellites === undefined) return Array.from(pointers, (_, i) => i);
  checkList('satellites', satellites, [Uint32Array, Int32Array]);
  return Array.from(satellites, (satellite: number, i) => {
    if (Number.isInteger(satellite) && satellite >= 0 && satellite < count) return satellite;
    throw new RangeError(`satellites[${i}] ${shown(satellite)}: there are ${count}, numbered from 0`);
  });
}

/**
 * Pointers to the records of the satellites asked for, all by default. @throws RangeError that names the first that
 * does not exist
 */
export function recordsOf(records: OrbitRecords, satellites?: Satellites): Uint32Array {
  const { pointers } = records;
  if (satellites === undefined) return pointers;
  return Uint32Array.from(satellitesOf(records, satellites), (satellite) => pointers[satellite] as number);
}
