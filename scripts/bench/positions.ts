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
import type { MeanElements } from '../../src/core/elements.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import { measurePair, rate, type Row, type Subject, type Times, type Workload } from './measure.js';
import { pythonWith, runPython, timesInPython } from './python.js';
import { julianDateOf, sgp4initOf } from './sgp4init.js';
import type { World } from './world.js';

const EPOCHS = 8;
const MINUTE_MS = 60_000;
const PYTHON_REPETITIONS = 9;

/** Near-earth or deep-space satellites of the world's window: their indexes in it, and what satellite.js makes of them. */
interface Kind {
  name: string;
  from: number;
  to: number;
  satrecs: { satrec: SatRec; epochUs: number; elements: MeanElements }[];
}

/**
 * SGP4 and SDP4, each beside the scalar twin and satellite.js, one by one and in bulk; all of them Earth-fixed. Beside
 * python3-sgp4 too, which leaves them in TEME.
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
    .map(({ elements }) => ({ satrec: satrecOf(elements), epochUs: elements.epochUs, elements }));
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
      ...inPython(world, kind, peer.own),
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

/** One epoch of those in each repetition, as the other peers do. */
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
      view.setFloat64(instant, window.startUs + i * EPOCHS * MINUTE_MS * 1000, true);
      kernels.writeInstants(instant, 1, 1, instant);
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
    // Not the runtime: its end would be the process's.
    dispose() {
      propagator.dispose();
    },
  };
}

function inPython({ window }: World, { satrecs }: Kind, own: Times): Row[] {
  const python = pythonWith('sgp4', 'numpy');
  if (python === undefined) return [];
  const head = Uint32Array.of(satrecs.length, EPOCHS, PYTHON_REPETITIONS, 0);
  const numbers = Float64Array.from([
    julianDateOf(window.startUs),
    ...satrecs.flatMap(({ elements }) => sgp4initOf(elements)),
  ]);
  const input = Buffer.concat([new Uint8Array(head.buffer), new Uint8Array(numbers.buffer)]);
  const { seconds, accelerated } = runPython(python, 'positions.py', input) as {
    seconds: number[];
    accelerated: boolean;
  };
  const times = timesInPython(seconds.map((second) => (1000 * second) / (EPOCHS * satrecs.length)));
  const ratio = { value: own.paceMs / times.paceMs, to: 'x in pairs' };
  const workload = `  python3-sgp4 in ${accelerated ? 'C++' : 'Python'}, TEME`;
  return [{ workload, ...times, rates: [rate(times, 1e-6, 'M/s')], ratio }];
}
