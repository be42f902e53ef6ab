import { SERVICE } from '../../src/fairness/asker.js';
import { measure, rate, type Workload } from './measure.js';
import type { World } from './world.js';

const POINTS = 100;
const STATIONS = 100;
const STATION_REPETITIONS = 1;
const STRIDE = 997;

/** Questions to the analysis, answered live by the pool's threads. */
export function answers(world: World): Workload[] {
  const { analysis, window, classes, freshPlace } = world;
  const all = { window, band: 'all' } as const;
  const week = { fromEpoch: 0, toEpoch: window.epochCount };

  const stations = classes
    .filter(({ name }) => name === 'LEO' || name === 'GEO')
    .map(({ name, norad }): Workload => ({
      name: `${STATIONS} stations, new places, of a ${name} satellite`,
      async measure() {
        let places: { latDeg: number; lonDeg: number; heightKm: number }[] = [];
        const asker = { account: 1, signal: new AbortController().signal };
        const subject = {
          prepare: () => (places = Array.from({ length: STATIONS }, () => ({ ...freshPlace(norad), heightKm: 0 }))),
          async run() {
            let minutes = 0;
            for await (const answer of analysis.stations({ ...all, ...week, norad, places }, asker)) {
              minutes += answer.text.entries;
              answer.text.release();
            }
            return minutes;
          },
        };
        return [{ workload: this.name, ...(await measure(subject, STATION_REPETITIONS)), rates: [] }];
      },
    }));

  const atPoint: Workload = {
    name: 'at_point, warm',
    async measure() {
      const { norad } = classes[0] ?? { norad: 0 };
      const query = { ...all, ...freshPlace(norad), norad };
      const times = await measure({
        pieces: POINTS,
        async run() {
          for (let i = 0; i < POINTS; i++) {
            await analysis.point({ ...query, epoch: (i * STRIDE) % window.epochCount }, SERVICE);
          }
        },
      });
      return [{ workload: this.name, ...times, rates: [rate(times, 1, '/s')] }];
    },
  };

  const epochs = classes
    .filter(({ name }) => name !== 'Starlink')
    .map(({ name, norad }): Workload => ({
      name: `by_epoch of a ${name} satellite`,
      async measure() {
        let cells = 0;
        const times = await measure({
          async run(i) {
            const epoch = (i * STRIDE) % window.epochCount;
            const spans = [{ epoch, skip: 0, take: Infinity }];
            const text = await analysis.cells({ ...all, norad, runId: 1, spans }, SERVICE);
            cells = text.entries;
            text.release();
          },
        });
        return [{ workload: this.name, ...times, rates: [rate(times, cells / 1e6, 'M cells/s')] }];
      },
    }));

  return [...stations, atPoint, ...epochs];
}
