import type { MeanElements } from '../../src/core/elements.js';
import { type Encounter, findEncounters, openEncounters } from '../../src/core/encounters.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { findPasses, type Pass } from '../../src/core/passes.js';
import type { Place } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { type WindowRecord, writeWindow } from '../../src/core/records/windowRecord.js';

/** Room for a few thousand passes or encounters. */
const ROOM_BYTES = 400_000;
const MOST_OTHERS = 1000;

export interface Sky {
  /** The tracked satellite first. */
  satellites: readonly { elements: MeanElements; minElevationDeg: number }[];
  place: Place;
  maxSeparationDeg: number;
}

/** Finds the encounters of the first satellite with the others in each of its passes, in a window of its own. */
export function encounterFinder(
  core: OwnedCore,
  startUs: number,
  epochCount: number,
  prepare: (window: WindowRecord) => void = () => undefined,
) {
  const { layout } = core;
  const slot = core.arena.allocate(layout.SLOT_TEXT) ?? 0;
  const room = { pointer: core.arena.allocate(ROOM_BYTES) ?? 0, bytes: ROOM_BYTES };
  const others = core.arena.allocate(4 * MOST_OTHERS) ?? 0;
  if (slot === 0 || others === 0 || room.pointer === 0) throw new Error('no memory');
  writeSlot(core, slot);

  return ({ satellites, place, maxSeparationDeg }: Sky): { pass: Pass; encounters: Encounter[] }[] => {
    const window = writeWindow(core, {
      startUs,
      epochCount,
      satellites: satellites.map((satellite) => ({ ...satellite, bands: 1 })),
    });
    if (window === undefined) throw new Error('no memory');
    prepare(window);
    const indexes = [...window.indexOf];
    const [tracked = -1] = indexes;
    const passes = findPasses(
      core,
      { window: window.pointer, satellite: tracked, from: 0, to: epochCount },
      place,
      slot,
      room,
    );
    const candidates = indexes.slice(1).sort((a, b) => a - b);
    new Uint32Array(core.memory.buffer, others, candidates.length).set(candidates);
    const found = (passes ?? []).map((pass) => {
      const range = { fromUs: pass.aosUs, toUs: pass.losUs, maxSeparationDeg };
      const query = { window: window.pointer, tracked, ...range, others, next: 0 };
      const encounters: Encounter[] = [];
      openEncounters(core, query, place, room);
      findEncounters(core, room.pointer, candidates.length, slot, (it) => {
        encounters.push({ ...it, satellite: indexes.indexOf(it.satellite) });
      });
      return { pass, encounters: encounters.sort((a, b) => a.satellite - b.satellite || a.entersUs - b.entersUs) };
    });
    window.free();
    return found;
  };
}
