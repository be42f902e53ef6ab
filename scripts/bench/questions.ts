import { SERVICE } from '../../src/fairness/asker.js';
import { measure, measurePair, rate, type Workload } from './measure.js';
import { type World } from './world.js';
import { findOthers } from '../../src/compute/matching.js';
import { type Pass } from '../../src/core/passes.js';
import { NEAR_DEG } from '../../src/spec.js';

/**
 * Number of places anywhere on the Earth. There are many, as half of them may never see the satellite and so take no
 * time.
 */
const PLACES = 50;

/**
 * Measures how long a satellite's week takes live: at a new place near a point below the satellite, at the same place
 * again, and at new places anywhere.
 */
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

const POINTS = 100;
const STATIONS = 100;
const STATION_REPETITIONS = 1;
const STRIDE = 997;

/** Measures the analysis: weeks of many stations, points from memory, and the cells of an epoch. */
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

const MAX_SEPARATION_DEG = 5;
const LOOKS = 20;

/**
 * Measures a satellite's encounters in a week over a new place, with all satellites that share a band, and the looks of
 * these at one instant.
 */
export function encounters(world: World): Workload[] {
  const { analysis, window, classes, freshPlace } = world;
  return classes.map(({ name, norad }): Workload => ({
    name: `encounters of a ${name} satellite`,
    async measure() {
      const others = findOthers(window, { norad, band: 'all', match: 'band' }).satellites;
      const week = {
        fromEpoch: 0,
        toEpoch: window.epochCount,
        maxSeparationDeg: MAX_SEPARATION_DEG,
        nearDeg: NEAR_DEG,
      };
      // All repetitions may ask about one place: nothing of an answer is kept, so each takes as long as the first.
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
