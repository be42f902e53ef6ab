import type { MeanElements } from '../elements.js';
import type { OwnedCore } from '../instance.js';
import type { Orbits } from './api.js';
import { geodetic, look, propagate } from './propagate.js';
import { writeRecords } from './records.js';

/** Orbits over a core's kernels. @throws RangeError */
export function createOrbits(core: OwnedCore, elements: readonly MeanElements[]): Orbits {
  const records = writeRecords(core, elements);
  return {
    count: elements.length,
    epochStatus: records.epochStatus,
    propagate: ((timesUs, options) => propagate(records, timesUs, options)) as Orbits['propagate'],
    geodetic: (timesUs, options) => geodetic(records, timesUs, options),
    look: ((timesUs, site, options) => look(records, timesUs, site, options)) as Orbits['look'],
    close: () => {
      records.close();
    },
  };
}
