import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createPool } from '../../src/compute/pool.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { NotDone } from '../../src/errors.js';
import { TASK_SECONDS } from '../../src/spec.js';
import { anyone, bench, load } from '../../test/helpers/analysis.js';
import { type Fault, FAULT_EPOCHS } from '../../test/helpers/faultEpochs.js';
import { createSky, sampleSatellites } from '../../test/helpers/sky.js';
import { until } from '../../test/helpers/until.js';
import { compileTests } from '../build/tests.js';
import { type Part, type Report, spread } from './report.js';

const EPOCHS = 10_080;
const ASKERS = 8;
/** Pools, and what is done to them. */
const POOLS: readonly { threads: number; faults: readonly Fault[] }[] = [
  { threads: 2, faults: ['exit', 'heap', 'trap', 'memory', 'spin'] },
  { threads: 1, faults: ['exit'] },
];
const HUNDRED_MS = 100;

/** Compiled, as what is shipped: a loader would take several times as long as the thread itself does to start. */
const ENTRY = fileURLToPath(new URL('../../build/test/helpers/faultyWorker.js', import.meta.url));
/** Nice value of a thread that answers, from when it has started. */
const NICENESS = '5';

/** Makes threads exit, trap, spin and run out of memory while others ask. */
export const workerFaults: Part = async ({ report, rounds }) => {
  await compileTests();
  for (const given of POOLS) await tryPool(report, rounds, given);
};

async function tryPool(report: Report, rounds: number, { threads, faults }: (typeof POOLS)[number]): Promise<void> {
  const core = await createOwnedCore(512);
  const entry = { filename: ENTRY };
  const pool = await createPool(core, threads, { entry, taskSeconds: TASK_SECONDS });
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
    for (const fault of faults) {
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
        await until(() => startedThreads() === threads, 'all threads to have started');
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
        `thread ${fault} of ${threads} under ${ASKERS} askers, ${times} times: tasks failed beyond its own`,
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
}

/** Number of the threads that compute, without those that are still starting. */
function startedThreads(): number {
  const niceness = (task: string): string | undefined => {
    try {
      // The name before, in brackets, may hold blanks.
      return readFileSync(`/proc/self/task/${task}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[16];
    } catch {
      // It has ended meanwhile.
      return undefined;
    }
  };
  return readdirSync('/proc/self/task').filter((task) => niceness(task) === NICENESS).length;
}
