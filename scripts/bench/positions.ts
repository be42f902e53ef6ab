import {
  BulkPropagator,
  createSingleThreadRuntime,
  EcfPositionCalculator,
  EciBaseCalculator,
  eciToEcf,
  GmstCalculator,
  gstime,
  type SatRec,
  sgp4,
} from 'satellite.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import { measurePair, rate, type Row, type Subject, type Workload } from './measure.js';
import type { World } from './world.js';

const EPOCHS = 8;
const MINUTE_MS = 60_000;
const REFERENCE_SATELLITES = 2000;
const REFERENCE_EPOCHS = 10;
const REFERENCE_REPETITIONS = 50;

/** Near-earth or deep-space satellites of the world's window: their indexes in it, and their records for satellite.js. */
interface Kind {
  name: string;
  from: number;
  to: number;
  satrecs: { satrec: SatRec; epochUs: number }[];
}

/**
 * SGP4 and SDP4, each beside the scalar twin and satellite.js, one by one and in bulk; all of them Earth-fixed.
 */
export function positions(world: World): Workload {
  return {
    name: 'SGP4 and SDP4 to Earth-fixed',
    async measure() {
      const rows: Row[] = [];
      for (const kind of kindsOf(world)) {
        if (kind.from < kind.to) rows.push(...(await measureKind(world, kind)));
      }
      return rows;
    },
  };
}

function kindsOf({ core, window, satellites }: World): Kind[] {
  const near = core.view.getUint32(window.record.pointer + core.layout.WINDOW_NEAR_COUNT, true);
  const placed = satellites
    .map(({ noradNumber, elements }) => ({ index: window.satellite(noradNumber)?.index ?? 0, elements }))
    .sort((a, b) => a.index - b.index)
    .map(({ elements }) => ({ satrec: satrecOf(elements), epochUs: elements.epochUs }));
  return [
    { name: 'SGP4 in pairs', from: 0, to: near, satrecs: placed.slice(0, near) },
    { name: 'SDP4 in pairs', from: near, to: placed.length, satrecs: placed.slice(near) },
  ];
}

async function measureKind(world: World, kind: Kind): Promise<Row[]> {
  const own = inPairs(world, kind);
  const twin = await measurePair(own, oneByOne(world, kind));
  const peer = await measurePair(own, inJavaScript(world, kind));
  const bulk = await inBulk(world, kind);
  try {
    const wasm = await measurePair(own, bulk.subject);
    const row = (workload: string, times: typeof twin.own): Row => ({
      workload,
      ...times,
      rates: [rate(times, 1e-6, 'M/s')],
    });
    const beside = (workload: string, { peer: times, ratio }: typeof twin): Row => ({
      ...row(workload, times),
      ratio: { value: 1 / ratio, to: 'x in pairs' },
    });
    return [
      { ...row(kind.name, peer.own), ratio: { value: peer.ratio, to: 'x satellite.js' } },
      beside('  the scalar twin', twin),
      beside('  satellite.js 7.1.0', peer),
      beside('  satellite.js 7.1.0 in bulk, wasm', wasm),
    ];
  } finally {
    bulk.dispose();
  }
}

function inPairs({ core, window, satellites, block }: World, { from, to }: Kind): Subject {
  const planes = block(core.kernels.positionsBytes(satellites.length));
  core.kernels.openPositions(window.record.pointer, planes);
  const scratch = block(core.layout.SCRATCH_BYTES);
  return {
    pieces: EPOCHS * (to - from),
    run(i) {
      for (let k = i * EPOCHS; k < (i + 1) * EPOCHS; k++) {
        core.kernels.epochPositions(window.record.pointer, k, from, to, scratch, planes);
      }
    },
  };
}

/** Scalar twin: one epoch in each repetition, as the other peers do. */
function oneByOne({ core, window, block }: World, { from, to }: Kind): Subject {
  const { kernels, layout, view } = core;
  const [out, instant] = [block(layout.ORBIT_BYTES), block(layout.INSTANT_BYTES)];
  const word = (offset: number): number => view.getUint32(window.record.pointer + offset, true);
  const [records, bytes] =
    from === 0
      ? [word(layout.WINDOW_NEAR_RECORDS), kernels.nearRecordBytes()]
      : [word(layout.WINDOW_DEEP_RECORDS), kernels.deepRecordBytes()];
  return {
    pieces: to - from,
    run(i) {
      kernels.writeInstant(instant, window.startUs + i * EPOCHS * MINUTE_MS * 1000);
      for (let s = 0; s < to - from; s++) kernels.sgp4Fixed(records + s * bytes, instant, out);
    },
  };
}

function inJavaScript({ window }: World, { satrecs }: Kind): Subject {
  return {
    pieces: satrecs.length,
    run(i) {
      const us = window.startUs + i * EPOCHS * MINUTE_MS * 1000;
      const gmst = gstime(new Date(us / 1000));
      for (const { satrec, epochUs } of satrecs) {
        const state = sgp4(satrec, (us - epochUs) / 60e6);
        if (state !== null) eciToEcf(state.position, gmst);
      }
    },
  };
}

async function inBulk({ window }: World, { satrecs }: Kind): Promise<{ subject: Subject; dispose: () => void }> {
  const calculators = [new EciBaseCalculator(), new GmstCalculator(), new EcfPositionCalculator()] as const;
  const runtime = await createSingleThreadRuntime();
  const propagator = new BulkPropagator({ runtime, calculators, satRecsCount: satrecs.length, datesCount: EPOCHS });
  propagator.setSatRecs(satrecs.map(({ satrec }) => satrec));
  return {
    subject: {
      pieces: EPOCHS * satrecs.length,
      prepare(i) {
        const startMs = window.startUs / 1000 + i * EPOCHS * MINUTE_MS;
        propagator.setDates(Array.from({ length: EPOCHS }, (_, k) => new Date(startMs + k * MINUTE_MS)));
      },
      run() {
        propagator.run();
        propagator.getRawOutput();
      },
    },
    // The runtime stays: its end would be the process's.
    dispose() {
      propagator.dispose();
    },
  };
}

/**
 * Positions that satellite.js makes in a second of one thread's processor time: the speed of the machine, which no change of
 * ours moves. The best repetition counts, as other work on the machine delays it least.
 */
export function referenceRate({ window, satellites }: World): number {
  const satrecs = satellites.slice(0, REFERENCE_SATELLITES).map(({ elements }) => ({
    satrec: satrecOf(elements),
    tsinceMin: (window.startUs - elements.epochUs) / 60e6,
  }));
  const seconds = Array.from({ length: REFERENCE_REPETITIONS }, () => {
    const before = process.cpuUsage();
    for (let k = 0; k < REFERENCE_EPOCHS; k++) {
      for (const { satrec, tsinceMin } of satrecs) sgp4(satrec, tsinceMin + k);
    }
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  });
  return (satrecs.length * REFERENCE_EPOCHS) / Math.min(...seconds);
}
