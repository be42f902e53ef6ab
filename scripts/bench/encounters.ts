import { matching } from '../../src/compute/matching.js';
import type { Pass } from '../../src/core/passes.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { measure, rate, type Workload } from './measure.js';
import type { World } from './world.js';

const MAX_SEPARATION_DEG = 5;
const LOOKS = 20;

/** Encounters of a satellite in its week over a new place, with all that share a band; and looks at one instant. */
export function encounters(world: World): Workload[] {
  const { analysis, window, classes, freshPlace } = world;
  return classes.map(({ name, norad }): Workload => ({
    name: `encounters of a ${name} satellite`,
    async measure() {
      const others = matching(window, norad, { band: 'all', match: 'band' }).satellites;
      const week = { fromEpoch: 0, toEpoch: window.epochCount, maxSeparationDeg: MAX_SEPARATION_DEG };
      // Nothing of an answer is kept: each time is as good as the first.
      const query = { window, norad, place: { ...freshPlace(norad), heightKm: 0 }, others };
      let passes: readonly Pass[] = [];
      const run = async (): Promise<void> => void (passes = await analysis.encounters({ ...query, ...week }, SERVICE));
      const own = await measure({ run });
      const looks = await measure({
        pieces: LOOKS,
        async run() {
          for (let i = 0; i < LOOKS; i++) {
            await analysis.looks({ ...query, tUs: passes[0]?.maxElevationUs ?? window.startUs }, SERVICE);
          }
        },
      });
      return [
        { workload: `week of encounters of a ${name} satellite`, ...own, rates: [rate(own, 1, '/s')] },
        { workload: '  looks at an instant', ...looks, rates: [rate(looks, 1, '/s')] },
      ];
    },
  }));
}
