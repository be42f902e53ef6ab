import { sgp4 } from 'satellite.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import type { World } from './world.js';

const SATELLITES = 2000;
const EPOCHS = 10;
const REPETITIONS = 50;

/**
 * Positions that satellite.js makes in a second of one thread's processor time: how fast the machine is, whatever we
 * change. Of the repetitions the best, which other work on the machine delays least.
 */
export function referenceRate({ window, satellites }: World): number {
  const satrecs = satellites.slice(0, SATELLITES).map(({ elements }) => ({
    satrec: satrecOf(elements),
    tsinceMin: (window.startUs - elements.epochUs) / 60e6,
  }));
  const seconds = Array.from({ length: REPETITIONS }, () => {
    const before = process.cpuUsage();
    for (let k = 0; k < EPOCHS; k++) {
      for (const { satrec, tsinceMin } of satrecs) sgp4(satrec, tsinceMin + k);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return (satrecs.length * EPOCHS) / Math.min(...seconds);
}
