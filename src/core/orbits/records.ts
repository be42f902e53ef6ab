import type { MeanElements } from '../elements.js';
import { checkElements } from '../elements.js';
import type { OwnedCore } from '../instance.js';
import { initRecord, recordBytes } from '../records/satelliteRecord.js';
import { withScratch } from '../withScratch.js';
import type { Satellites } from './api.js';

/** Satellites' records in the core's memory. */
export interface OrbitRecords {
  core: OwnedCore;
  elements: readonly MeanElements[];
  /** Pointer to each. */
  pointers: Uint32Array;
  epochStatus: Uint8Array;
  /** @throws Error when they have been given back */
  checkOpen(): void;
  close(): void;
}

/** @throws RangeError for elements that are no numbers, or when the memory is too small */
export function writeRecords(core: OwnedCore, elements: readonly MeanElements[]): OrbitRecords {
  const { kernels, layout, arena } = core;
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
  const epochStatus = withScratch(
    core,
    (scratch) => Uint8Array.from(elements, (one, i) => initRecord(core, pointers[i] as number, one, scratch)),
    layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES,
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

/** Pointers to the records of some satellites. @throws RangeError that names the first that there is not */
export function recordsOf({ pointers }: OrbitRecords, satellites: Satellites | undefined): Uint32Array {
  if (satellites === undefined) return pointers;
  return Uint32Array.from(satellites, (satellite: number, i: number) => {
    const pointer = pointers[satellite];
    if (pointer !== undefined) return pointer;
    throw new RangeError(`satellites[${i}] ${satellite}: there are ${pointers.length}, numbered from 0`);
  });
}
