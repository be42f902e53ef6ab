import type { MeanElements } from '../../src/core/elements.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { findPasses, type Pass } from '../../src/core/passes.js';
import type { Place } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { writeWindow } from '../../src/core/records/windowRecord.js';

const MOST_PASSES = 20_000;

/** Finds passes in a window of one satellite. */
export function passFinder(core: OwnedCore, startUs: number, epochCount: number) {
  const { layout } = core;
  const bytes = layout.PASS_QUERY_PASSES + MOST_PASSES * layout.PASS_BYTES;
  const slot = core.arena.allocate(layout.SLOT_TEXT) ?? 0;
  const room = { pointer: core.arena.allocate(bytes) ?? 0, bytes };
  if (slot === 0 || room.pointer === 0) throw new Error('no memory');
  writeSlot(core, slot);

  return (
    satellite: { elements: MeanElements; minElevationDeg: number },
    place: Place,
    [from, to]: readonly [number, number] = [0, epochCount],
  ): Pass[] => {
    const window = writeWindow(core, { startUs, epochCount, satellites: [{ ...satellite, bands: 1 }] });
    if (window === undefined) throw new Error('no memory');
    const passes = findPasses(core, { window: window.pointer, satellite: 0, from, to }, place, slot, room);
    window.free();
    if (passes === undefined) throw new Error('cancelled');
    return passes;
  };
}
