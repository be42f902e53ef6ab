import {
  BulkPropagator,
  createSingleThreadRuntime,
  EcfPositionCalculator,
  EciBaseCalculator,
  eciToEcf,
  GmstCalculator,
  gstime,
  sgp4,
} from 'satellite.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import type { Core, MeanElements } from '../../src/core/index.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import { julianDateOf, sgp4initOf } from '../bench/sgp4init.js';
import { type Contest, secondsOf, type Subject } from './contest.js';
import type { Python } from './python.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const MINUTE_US = 60e6;
const TIMES = 60;
const SATELLITES = 400;
/** Number of times for peers that take one satellite at a time. */
const FEW_TIMES = 4;

/** 400 satellites near the Earth, and 400 in deep space, at 60 minutes each. */
export async function orbitContests(core: Core, python: Python | undefined): Promise<Contest[]> {
  const catalogue = bundledCatalogue(START_US);
  const isDeep = ({ meanMotionRevPerDay }: MeanElements): boolean => meanMotionRevPerDay < 6.4;
  const runtime = await createSingleThreadRuntime();
  const contests: Contest[] = [];
  for (const [kind, all] of [
    ['SGP4', catalogue.filter((one) => !isDeep(one))],
    ['SDP4', catalogue.filter(isDeep)],
  ] as const) {
    const elements = thinned(all);
    const accelerated =
      (await python?.ask(['keep', kind, elements.map(sgp4initOf), julianDateOf(START_US), TIMES])) === 1;
    const items = elements.length * TIMES;
    const own = ofCore(core, elements);
    const inPython: Subject[] = python
      ? [{ who: `python-sgp4${accelerated ? '' : ' without C++'}`, run: () => python.ask(['propagate', kind]) }]
      : [];
    const contest = (what: string, subjects: readonly Subject[]): void => {
      contests.push({ work: `${kind}: ${what}`, items, unit: 'M/s', subjects });
    };
    contest('positions, Earth-fixed', [
      ...own.positions,
      inBulk(runtime, elements, true),
      oneByOne(elements, true),
      ...inPython,
    ]);
    contest('and velocities, TEME', [
      ...own.velocities,
      inBulk(runtime, elements, false),
      oneByOne(elements, false),
      ...inPython,
    ]);
    contest('places on the ground', own.places);
    contest('look angles and rates', own.looks);
  }
  return contests;
}

function thinned(some: readonly MeanElements[]): MeanElements[] {
  return some.filter((_, i) => i % Math.max(1, Math.floor(some.length / SATELLITES)) === 0).slice(0, SATELLITES);
}

/** What the core does, to arrays of its own and to new ones. */
function ofCore(core: Core, elements: readonly MeanElements[]) {
  const orbits = core.orbits(elements);
  const times = Float64Array.from({ length: TIMES }, (_, k) => START_US + k * MINUTE_US);
  const entries = elements.length * TIMES;
  const [positions, velocities] = [core.allocate(Float64Array, 3 * entries), core.allocate(Float64Array, 3 * entries)];
  const [rates, status] = [core.allocate(Float64Array, entries), core.allocate(Uint8Array, entries)];
  const site = { latDeg: 52, lonDeg: 13 };
  const both = (toOwn: () => void, toNew: () => void): Subject[] => [
    { who: 'core', run: () => secondsOf(toOwn) },
    { who: 'core, copying', run: () => secondsOf(toNew) },
  ];
  const teme = { frame: 'teme', velocity: true } as const;
  return {
    positions: both(
      () => orbits.propagate(times, { out: { positions, status } }),
      () => orbits.propagate(times),
    ),
    velocities: both(
      () => orbits.propagate(times, { ...teme, out: { positions, velocities, status } }),
      () => orbits.propagate(times, teme),
    ),
    places: both(
      () => orbits.geodetic(times, { out: { lonLatHeight: positions, status } }),
      () => orbits.geodetic(times),
    ),
    looks: both(
      () => orbits.look(times, site, { rate: true, out: { looks: positions, rates, status } }),
      () => orbits.look(times, site, { rate: true }),
    ),
  };
}

type Runtime = Awaited<ReturnType<typeof createSingleThreadRuntime>>;

/** satellite.js by its own WebAssembly. */
function inBulk(runtime: Runtime, elements: readonly MeanElements[], turning: boolean): Subject {
  const about = { runtime, satRecsCount: elements.length, datesCount: TIMES };
  const bulk = turning
    ? new BulkPropagator({
        ...about,
        calculators: [new EciBaseCalculator(), new GmstCalculator(), new EcfPositionCalculator()],
      })
    : new BulkPropagator({ ...about, calculators: [new EciBaseCalculator()] });
  bulk.setSatRecs(elements.map(satrecOf));
  bulk.setDates(Array.from({ length: TIMES }, (_, k) => new Date((START_US + k * MINUTE_US) / 1000)));
  return {
    who: 'satellite.js bulk',
    run: () =>
      secondsOf(() => {
        bulk.run();
        bulk.getRawOutput();
      }),
  };
}

/** satellite.js as most call it: some of the times, and the seconds that all would take. */
function oneByOne(elements: readonly MeanElements[], turning: boolean): Subject {
  const satrecs = elements.map((one) => ({ satrec: satrecOf(one), epochUs: one.epochUs }));
  const some = (): void => {
    for (let k = 0; k < FEW_TIMES; k++) {
      const timeUs = START_US + k * MINUTE_US;
      const gmst = gstime(new Date(timeUs / 1000));
      for (const { satrec, epochUs } of satrecs) {
        const state = sgp4(satrec, (timeUs - epochUs) / MINUTE_US);
        if (state !== null && turning) eciToEcf(state.position, gmst);
      }
    }
  };
  return { who: 'satellite.js', run: () => (secondsOf(some) * TIMES) / FEW_TIMES };
}
