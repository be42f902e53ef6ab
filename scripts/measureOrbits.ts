/** Positions per second through `core.orbits`, beside satellite.js and its bulk: `npx tsx scripts/measureOrbits.ts`. */
import {
  BulkPropagator,
  createSingleThreadRuntime,
  EcfPositionCalculator,
  eciToEcf,
  EciBaseCalculator,
  GmstCalculator,
  gstime,
  sgp4,
} from 'satellite.js';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { createCore, type MeanElements } from '../src/core/index.js';
import { satrecOf } from '../test/helpers/satrec.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const MINUTE_US = 60e6;
const TIMES = 60;
const SATELLITES = 400;
const ROUNDS = 9;

interface Subject {
  name: string;
  /** Positions of all satellites at all times, and how many times that is. */
  run: () => void;
  times: number;
}

const core = await createCore();
const catalogue = bundledCatalogue(START_US);
const thinned = (some: readonly MeanElements[]): MeanElements[] =>
  some.filter((_, i) => i % Math.max(1, Math.floor(some.length / SATELLITES)) === 0).slice(0, SATELLITES);
const isDeep = ({ meanMotionRevPerDay }: MeanElements): boolean => meanMotionRevPerDay < 6.4;
const bulkRuntime = await createSingleThreadRuntime();

for (const [name, elements] of [
  ['SGP4', thinned(catalogue.filter((one) => !isDeep(one)))],
  ['SDP4', thinned(catalogue.filter(isDeep))],
] as const) {
  const subjects = subjectsOf(elements);
  const best = subjects.map(() => 0);
  // Round by round, so that all meet the same noise.
  for (let round = 0; round < ROUNDS; round++) {
    subjects.forEach(({ run, times }, i) => {
      const from = performance.now();
      run();
      const rate = (elements.length * times) / (performance.now() - from) / 1e3;
      best[i] = Math.max(best[i] ?? 0, rate);
    });
  }
  process.stdout.write(`${name}: ${elements.length} satellites, ${TIMES} minutes\n`);
  subjects.forEach((subject, i) => {
    const rate = best[i] ?? 0;
    process.stdout.write(
      `  ${rate.toFixed(2).padStart(6)} M/s  ${((best[0] ?? 0) / rate).toFixed(2).padStart(5)} x  ${subject.name}\n`,
    );
  });
}

function subjectsOf(elements: readonly MeanElements[]): Subject[] {
  const orbits = core.orbits(elements);
  const times = Float64Array.from({ length: TIMES }, (_, k) => START_US + k * MINUTE_US);
  const entries = elements.length * TIMES;
  const inCore = {
    positions: core.allocate(Float64Array, 3 * entries),
    velocities: core.allocate(Float64Array, 3 * entries),
    status: core.allocate(Uint8Array, entries),
  };
  const satrecs = elements.map((one) => ({ satrec: satrecOf(one), epochUs: one.epochUs }));
  const calculators = [new EciBaseCalculator(), new GmstCalculator(), new EcfPositionCalculator()] as const;
  const bulk = new BulkPropagator({
    runtime: bulkRuntime,
    calculators,
    satRecsCount: elements.length,
    datesCount: TIMES,
  });
  bulk.setSatRecs(satrecs.map(({ satrec }) => satrec));
  bulk.setDates(Array.from(times, (timeUs) => new Date(timeUs / 1000)));
  const one = (timeUs: number, velocity: boolean): void => {
    const gmst = gstime(new Date(timeUs / 1000));
    for (const { satrec, epochUs } of satrecs) {
      const state = sgp4(satrec, (timeUs - epochUs) / MINUTE_US);
      if (state !== null && !velocity) eciToEcf(state.position, gmst);
    }
  };
  return [
    { name: 'propagate, Earth-fixed', times: TIMES, run: () => orbits.propagate(times) },
    {
      name: 'propagate, Earth-fixed, to arrays of the core',
      times: TIMES,
      run: () => orbits.propagate(times, { out: inCore }),
    },
    {
      name: 'propagate, TEME with velocities',
      times: TIMES,
      run: () => orbits.propagate(times, { frame: 'teme', velocity: true }),
    },
    { name: 'propagate, one time', times: 1, run: () => orbits.propagate(START_US) },
    { name: 'geodetic', times: TIMES, run: () => orbits.geodetic(times) },
    {
      name: 'look, with rates',
      times: TIMES,
      run: () => orbits.look(times, { latDeg: 52, lonDeg: 13 }, { rate: true }),
    },
    {
      name: 'satellite.js in bulk, Earth-fixed, with velocities in TEME',
      times: TIMES,
      run: () => {
        bulk.run();
        bulk.getRawOutput();
      },
    },
    {
      name: 'satellite.js, Earth-fixed',
      times: 4,
      run: () => {
        for (let k = 0; k < 4; k++) one(START_US + k * MINUTE_US, false);
      },
    },
    {
      name: 'satellite.js, TEME with velocities',
      times: 4,
      run: () => {
        for (let k = 0; k < 4; k++) one(START_US + k * MINUTE_US, true);
      },
    },
  ];
}
