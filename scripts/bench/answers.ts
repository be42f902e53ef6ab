import { sweepBlock } from '../../src/compute/thread/sweepBlock.js';
import { spansOf } from '../../src/compute/map/runIndex.js';
import { planSweep } from '../../src/jobs/sweep/sweepPlan.js';
import { MAX_PER_PAGE } from '../../src/spec.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { decodeNumbers } from '../../src/codec/numbers.js';
import { cellsBefore } from '../../src/memory/runIndexes.js';
import { allocateSweepMemory } from '../../src/memory/sweep/sweepMemory.js';
import { measure, rate, type Workload } from './measure.js';
import type { World } from './world.js';

const POINTS = 100;
const STATIONS = 100;
const STATION_REPETITIONS = 1;
const STRIDE = 997;
const PAGE_BLOCK_EPOCHS = 60;

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

  return [...stations, atPoint, ...epochs, page(world)];
}

/** A page in the middle of a run, from its index on; of the index, the page's surroundings are true and the rest repeats them. */
function page({ core, analysis, window, ringTables, classes }: World): Workload {
  return {
    name: `page of ${MAX_PER_PAGE} cells in the middle of a run`,
    async measure() {
      const norad = classes[0]?.norad ?? 0;
      const { epochCount } = window;
      const cut = { blockEpochs: PAGE_BLOCK_EPOCHS, partCells: 1, partRows: 1 };
      const sweep = { id: 1, windowId: window.id, status: 'running', noradNumbers: [norad], ipix: [], ...cut } as const;
      const plan = planSweep(window, sweep);
      const placed = allocateSweepMemory(core, ringTables, window, { ...plan, blockEpochs: PAGE_BLOCK_EPOCHS });
      const from = epochCount / 2;
      const block = {
        window: window.record.pointer,
        satellites: window.satelliteCount,
        from,
        epochs: PAGE_BLOCK_EPOCHS,
      };
      const { parts } = sweepBlock(core, {
        ...placed.memory,
        ...block,
        cells: 0,
        cellRows: 0,
        partCells: 1,
        partRows: plan.indexes.length,
      });
      placed.free();
      const counts = decodeNumbers(parts[0] ?? new Uint8Array(), plan.indexes.length * PAGE_BLOCK_EPOCHS);
      const index = cellsBefore(
        Array.from({ length: epochCount }, (_, epoch) => counts[epoch % PAGE_BLOCK_EPOCHS] ?? 0),
      );
      const before = index[from] as number;

      const times = await measure({
        async run(i) {
          const first = before + i * MAX_PER_PAGE;
          const spans = spansOf(index, first, first + MAX_PER_PAGE);
          (await analysis.cells({ window, norad, band: 'all', runId: 1, spans }, SERVICE)).release();
        },
      });
      return [{ workload: this.name, ...times, rates: [rate(times, 1, '/s')] }];
    },
  };
}
