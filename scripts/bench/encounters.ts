import { findOthers } from '../../src/compute/matching.js';
import type { Pass } from '../../src/core/passes.js';
import { lookAround } from '../../src/core/looks.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { measure, measurePair, rate, type Workload } from './measure.js';
import type { Place, World } from './world.js';

const MAX_SEPARATION_DEG = 5;
/** Seconds of a pass that the naive search looks at: it takes as long for each of them. */
const NAIVE_SECONDS = 20;
const LOOKS = 20;
const ROOM_BYTES = 400_000;

/** Who meets a satellite in its week over a place never asked about, all that share a band; and who is up at an instant. */
export function encounters(world: World): Workload[] {
  const { analysis, window, classes, freshPlace } = world;
  const naive = naiveSearch(world);
  return classes.map(({ name, norad }): Workload => ({
    name: `encounters of a ${name} satellite`,
    async measure() {
      const others = findOthers(window, { norad, band: 'all', match: 'band' }).satellites;
      const at = (place: Place) => ({ window, norad, place: { ...place, heightKm: 0 }, others });
      const week = { fromEpoch: 0, toEpoch: window.epochCount, maxSeparationDeg: MAX_SEPARATION_DEG };
      // Nothing of an answer is kept: each time is as good as the first.
      const query = at(freshPlace(norad));
      let passes: readonly Pass[] = [];
      const run = async (): Promise<void> => void (passes = await analysis.encounters({ ...query, ...week }, SERVICE));
      const { own, peer } = await measurePair({ run }, { run: () => naive(query, passes), pieces: NAIVE_SECONDS });
      const seconds = passes.reduce((sum, { aosUs, losUs }) => sum + (losUs - aosUs) / 1e6, 0);
      const ratio = { value: (peer.medianMs * seconds) / own.medianMs, to: 'x every second' };
      const looks = await measure({
        pieces: LOOKS,
        async run() {
          for (let i = 0; i < LOOKS; i++) {
            await analysis.looks({ ...query, tUs: passes[0]?.maxElevationUs ?? window.startUs }, SERVICE);
          }
        },
      });
      return [
        { workload: `week of encounters of a ${name} satellite`, ...own, rates: [rate(own, 1, '/s')], ratio },
        { workload: '  looks at an instant', ...looks, rates: [rate(looks, 1, '/s')] },
      ];
    },
  }));
}

/** Looks at all others at each second, in this thread. */
function naiveSearch({ core, window, block }: World) {
  const pointer = block(ROOM_BYTES);
  const list = block(4 * window.satelliteCount);
  return (
    { norad, place, others }: { norad: number; place: Place & { heightKm: number }; others: Uint32Array },
    [pass]: readonly Pass[],
  ): void => {
    new Uint32Array(core.memory.buffer, list, others.length).set(others);
    const tracked = window.satellite(norad)?.index ?? 0;
    const query = { window: window.record.pointer, tracked, others: list, otherCount: others.length };
    const middleUs = pass === undefined ? window.startUs : (pass.aosUs + pass.losUs) / 2;
    for (let i = 0; i < NAIVE_SECONDS; i++) {
      const looks = lookAround(core, { ...query, tUs: middleUs + 1e6 * i }, place, { pointer, bytes: ROOM_BYTES });
      looks?.others.filter(({ separationDeg }) => separationDeg < MAX_SEPARATION_DEG);
    }
  };
}
