import type { MeanElements } from '../elements.js';
import type { OwnedCore } from '../instance.js';
import type { Orbits } from './api.js';
import { footprint, type RingsKept } from './footprint.js';
import { passes } from './passes.js';
import { geodetic, look, propagate } from './propagate.js';
import { writeRecords } from './records.js';

/** Makes orbits over a core's kernels. @throws the errors of `writeRecords` */
export function createOrbits(core: OwnedCore, elements: readonly MeanElements[]): Orbits {
  const records = writeRecords(core, elements);
  const rings: RingsKept = {};
  return {
    count: elements.length,
    epochStatus: records.epochStatus,
    propagate: ((timesUs, options) => propagate(records, timesUs, options)) as Orbits['propagate'],
    geodetic: (timesUs, options) => geodetic(records, timesUs, options),
    look: ((timesUs, site, options) => look(records, timesUs, site, options)) as Orbits['look'],
    passes: (site, fromUs, toUs, options) => passes(records, site, [fromUs, toUs], options),
    footprint: (satellite, timeUs, grid, options) => footprint(records, rings, satellite, timeUs, grid, options),
    close: () => {
      rings.table?.free();
      rings.table = undefined;
      records.close();
    },
  };
}
