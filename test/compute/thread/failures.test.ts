import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import { anyone, bench, load, poolHere } from '../../helpers/analysis.js';
import { orbitAt } from '../../helpers/elements.js';
import { createSky, DECAYING, sampleSatellites, SILENT, START_US } from '../../helpers/sky.js';

const EPOCHS = 10_080;
/** Catalogue number of a satellite that is below 90 km for some minutes of each revolution. */
const DIPPING = 800_000_003;
const core = await createOwnedCore(128);
const pool = poolHere(core);
const dipping = orbitAt(START_US, {
  meanMotionRevPerDay: 2.3,
  eccentricity: 0.7355,
  inclinationDeg: 63.4,
  argPerigeeDeg: 270,
  meanAnomalyDeg: 180,
});
const satellites = [
  ...sampleSatellites().filter(({ noradNumber }) => noradNumber === DECAYING || noradNumber === SILENT),
  { noradNumber: DIPPING, elements: dipping, bands: 1, minElevationDeg: 10 },
];
const sky = createSky(satellites, EPOCHS);
const { analysis, windows, slots } = bench(core, pool);
const window = load(core, satellites, { epochCount: EPOCHS });
windows.publish(window);
test.after.always(async (t) => {
  t.is(slots.free, 4, 'all slots came back');
});

const ask = (norad: number, fromEpoch: number, toEpoch: number) =>
  analysis.failures({ window, norad, fromEpoch, toEpoch }, anyone);

test('failures are exactly the epochs at which the satellite has no position', async (t) => {
  for (const [index, { noradNumber }] of satellites.entries()) {
    const spans = await ask(noradNumber, 0, EPOCHS);
    const failing = new Uint8Array(EPOCHS);
    for (const [from, to] of spans) failing.fill(1, from, to);
    const nowhere = Uint8Array.from({ length: EPOCHS }, (_, k) => (sky.below(index, k) === undefined ? 1 : 0));
    t.deepEqual(failing, nowhere, String(noradNumber));
    t.true(
      spans.every(([from, to], i) => from < to && from > (spans[i - 1]?.[1] ?? -1)),
      'ranges are as long as can be',
    );
  }
  t.is((await ask(SILENT, 0, EPOCHS)).length, 0);
  t.is((await ask(DECAYING, 0, EPOCHS)).length, 1);
  t.true((await ask(DIPPING, 0, EPOCHS)).length > 5);
});

test('a part of the window has the failures of that part', async (t) => {
  const [[from, to] = [0, 0]] = await ask(DIPPING, 0, EPOCHS);
  t.true(to - from > 1);
  t.deepEqual(await ask(DIPPING, from + 1, to), [[from + 1, to]]);
  t.deepEqual(await ask(DIPPING, from - 1, to + 1), [[from, to]]);
  t.deepEqual(await ask(DIPPING, from - 1, from), []);
  t.deepEqual(await ask(DIPPING, from, from + 1), [[from, from + 1]]);
});
