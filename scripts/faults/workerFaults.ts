import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { threadEntry } from '../../src/core/threadEntry.js';
import { NotDone } from '../../src/errors.js';
import { TASK_SECONDS } from '../../src/spec.js';
import { anyone, bench, load } from '../../test/helpers/analysis.js';
import { type Fault, FAULT_EPOCHS } from '../../test/helpers/faultEpochs.js';
import { createSky, sampleSatellites } from '../../test/helpers/sky.js';
import { type Part, spread } from './report.js';

const EPOCHS = 10_080;
const ASKERS = 8;
const FAULTS: readonly Fault[] = ['exit', 'heap', 'trap', 'memory', 'spin'];
const HUNDRED_MS = 100;

/** Makes threads exit, trap, spin and run out of memory while others ask. */
export const workerFaults: Part = async ({ report, rounds }) => {
  const core = await createOwnedCore(512);
  const pool = await createPool(core, 2, {
    entry: threadEntry('../../test/helpers/faultyWorker', import.meta.url),
    taskSeconds: TASK_SECONDS,
  });
  try {
    const satellites = sampleSatellites(200);
    const parts = bench(core, pool, { slots: 24, cacheBytes: 32 * 2 ** 20 });
    parts.windows.publish(load(core, satellites, { epochCount: EPOCHS }));
    const window = parts.analysis.current();
    const steady = satellites.find(({ bands, elements }) => bands !== 0 && elements.inclinationDeg < 1);
    if (window === undefined || steady === undefined) throw new Error('there is no satellite to ask about');
    const norad = steady.noradNumber;
    const below = createSky([steady], 1).below(0, 0) ?? { latDeg: 0, lonDeg: 0 };
    /** Places that nobody has asked about, from which the satellite is seen. */
    let places = 0;
    const place = (): { latDeg: number; lonDeg: number } => {
      const k = ++places;
      return { latDeg: ((k * 37.77) % 100) - 50, lonDeg: below.lonDeg + ((k * 53.3) % 60) - 30 };
    };
    for (const fault of FAULTS) {
      const times = fault === 'spin' || fault === 'heap' ? Math.min(rounds, 3) : rounds;
      const own: string[] = [];
      const others: string[] = [];
      const nextMs: number[] = [];
      let asked = 0;
      const over = new AbortController();
      const asking = Array.from({ length: ASKERS }, async () => {
        while (!over.signal.aborted) {
          asked += 1;
          const text = parts.analysis.timeseries(
            { window, norad, band: 'all', ...place(), fromEpoch: 0, toEpoch: EPOCHS },
            anyone,
          );
          await text.then(
            (found) => found.release(),
            (error: unknown) => others.push(String(error)),
          );
          await new Promise((resolve) => setImmediate(resolve));
        }
      });
      for (let i = 0; i < times; i++) {
        const failure = await parts.analysis
          .point({ window, norad, band: 'all', ...place(), epoch: FAULT_EPOCHS[fault] }, anyone)
          .then(
            () => 'answered',
            (error: unknown) => (error instanceof NotDone ? error.name : `500 ${String(error)}`),
          );
        own.push(failure);
        const fromMs = performance.now();
        await parts.analysis.point({ window, norad, band: 'all', ...place(), epoch: 7 }, { ...anyone, account: 2 });
        nextMs.push(performance.now() - fromMs);
      }
      over.abort();
      await Promise.all(asking);
      const fates = [...new Set(own)].join(', ').slice(0, 100);
      report.line(
        `thread ${fault} under ${ASKERS} askers, ${times} times: tasks failed beyond its own`,
        `${others.length} of ${asked}`,
        '0',
        others.length === 0,
      );
      const isTold =
        fault === 'trap'
          ? own.every((fate) => fate.startsWith('500'))
          : own.every((fate) => !fate.startsWith('500') && fate !== 'answered');
      report.line('  its own question', fates, fault === 'trap' ? 'an error' : 'a retryable 503', isTold);
      report.line(
        '  next answer of another account',
        spread(nextMs),
        '100 ms or less',
        (nextMs.toSorted((a, b) => a - b)[Math.floor(nextMs.length / 2)] ?? NaN) <= HUNDRED_MS,
      );
    }
  } finally {
    await pool.close();
  }
};
