import { SERVICE } from '../../src/fairness/asker.js';
import { measure, measurePair, rate, type Workload } from './measure.js';
import type { World } from './world.js';

/** Number of places all over the Earth: a satellite may never be seen from half of them. */
const PLACES = 50;

/** Week of a satellite, live: at a place that sees it at some time, there once more, and at places all over the Earth. */
export function weeks(world: World): Workload[] {
  const { analysis, window, freshPlace } = world;
  return world.classes.map(({ name, norad }): Workload => ({
    name: `live week of a ${name} satellite`,
    async measure() {
      const query = { window, norad, band: 'all', fromEpoch: 0, toEpoch: window.epochCount } as const;
      let place = freshPlace(norad);
      const ask = async (): Promise<void> => (await analysis.timeseries({ ...query, ...place }, SERVICE)).release();
      const choose = (from?: number) => (): void => void (place = freshPlace(from));
      const { own: first, peer: second } = await measurePair({ prepare: choose(norad), run: ask }, { run: ask });
      const anywhere = await measure({ prepare: choose(), run: ask }, PLACES);
      return [
        { workload: `${this.name}: first`, ...first, rates: [rate(first, 1, '/s')] },
        { workload: '  second, at the same place', ...second, rates: [rate(second, 1, '/s')] },
        {
          workload: `  first, at ${PLACES} places as they come`,
          ...anywhere,
          rates: [rate(anywhere, 1, '/s')],
        },
      ];
    },
  }));
}
