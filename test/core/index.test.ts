import test from 'ava';
import fc from 'fast-check';
import { type CoreSatellite, type CoreWindowOptions, createCore } from '../../src/core/index.js';
import { cellOf, centreOf } from './places.js';
import { createSky, DECAYING, sampleSatellites, START_US } from '../helpers/sky.js';

const START = new Date(START_US / 1000);
const EPOCHS = 1500;
const core = await createCore({ maxMegabytes: 16 });
const sample = sampleSatellites();
const sky = createSky(sample, EPOCHS);
const window = core.openWindow({ start: START, epochCount: EPOCHS, satellites: sample });

function between(values: ArrayLike<number>, bounds: readonly { low: number; high: number }[]): number[] {
  return bounds.flatMap(({ low, high }, k) => ((values[k] ?? -1) >= low && (values[k] ?? -1) <= high ? [] : [k]));
}

test('a week over a place equals a look at every satellite in every minute', (t) => {
  const query = fc.record({
    satellite: fc.nat({ max: sample.length - 1 }),
    epoch: fc.nat({ max: EPOCHS - 1 }),
    away: fc.tuple(fc.double({ min: -15, max: 15, noNaN: true }), fc.double({ min: -15, max: 15, noNaN: true })),
    bands: fc.constantFrom(undefined, 0xffff_ffff, 1 << 6, 0b1010, 0),
  });
  let positive = 0;
  fc.assert(
    fc.property(query, ({ satellite, epoch, away: [north, east], bands }) => {
      const under = sky.below(satellite, epoch) ?? { latDeg: 0, lonDeg: 0 };
      const place = { latDeg: Math.min(90, Math.max(-90, under.latDeg + north)), lonDeg: under.lonDeg + east };
      const { ipix, covered, intensity } = window.week(satellite, place, bands);
      t.is(ipix, cellOf(core, 64, place));
      const centre = centreOf(core, 64, ipix);
      t.is(cellOf(core, 64, centre), ipix);
      const expected = sky.intensities(satellite, centre, bands ?? 0xffff_ffff, 0, EPOCHS);
      t.deepEqual([covered.length, intensity.length], [EPOCHS, EPOCHS]);
      t.deepEqual(between(intensity, expected), []);
      t.true(intensity.every((value, k) => value === 0 || covered[k] === 1));
      positive += intensity.filter((value) => value > 0).length;
    }),
    { numRuns: 15 },
  );
  t.true(positive > 0);
});

test('a satellite alone with its bands is covered, and interferes with nobody', (t) => {
  const silent = { ...(sample[0] as CoreSatellite), bands: 0, minElevationDeg: 0 };
  const alone = core.openWindow({ start: START, epochCount: EPOCHS, satellites: [silent, silent] });
  const under = sky.below(0, 700) ?? { latDeg: 0, lonDeg: 0 };
  const { covered, intensity } = alone.week(0, under);
  t.is(covered[700], 1);
  t.true(covered.includes(0));
  t.is(Math.max(...intensity), 0);
  alone.close();
});

test('satellites have all bands and a minimum elevation of 10 degrees unless they say otherwise', (t) => {
  const elements = sample.map((one) => one.elements).find(({ inclinationDeg }) => inclinationDeg > 80);
  if (elements === undefined) throw new Error('the sample has no polar satellite');
  const satellites = [{ elements }, { elements, bands: 1 }, { elements, bands: 1, minElevationDeg: 10 }];
  const defaults = core.openWindow({ start: START, epochCount: EPOCHS, satellites });
  const place = createSky([{ elements, bands: 1, minElevationDeg: 10 }], 41).below(0, 40) ?? { latDeg: 0, lonDeg: 0 };
  const weeks = [0, 1, 2].map((satellite) => defaults.week(satellite, place));
  for (const week of weeks) t.deepEqual(week, weeks[2]);
  t.is(Math.max(...(weeks[2]?.intensity ?? [])), 2);
  t.is(defaults.nside, 64);
  defaults.close();
});

test('an ephemeris is Earth-fixed, minute by minute, and NaN once the satellite is down', (t) => {
  const decaying = sample.findIndex(({ noradNumber }) => noradNumber === DECAYING);
  for (const satellite of [0, decaying]) {
    const ephemeris = window.ephemeris(satellite);
    t.is(ephemeris.length, 3 * EPOCHS);
    for (let k = 0; k < EPOCHS; k += 7) {
      const [x = 0, y = 0, z = 0] = ephemeris.subarray(3 * k, 3 * k + 3);
      const expected = sky.below(satellite, k);
      if (expected === undefined) {
        t.deepEqual([x, y, z], [Number.NaN, Number.NaN, Number.NaN]);
        continue;
      }
      t.true(Math.abs((Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI - expected.latDeg) < 1e-6);
      t.true(Math.abs((Math.atan2(y, x) * 180) / Math.PI - expected.lonDeg) < 1e-6);
    }
  }
  t.true(window.ephemeris(decaying).some(Number.isNaN));
});

test('values out of range are refused with their name and the range', (t) => {
  const sound = sample[0] as CoreSatellite;
  const message = (options: Partial<CoreWindowOptions>): string =>
    t.throws(() => core.openWindow({ start: START, satellites: [sound], ...options }), { instanceOf: RangeError })
      .message;
  t.regex(message({ start: new Date(START.getTime() + 1) }), /whole UTC minute/);
  t.regex(message({ start: new Date(Number.NaN) }), /Invalid Date: a whole UTC minute/);
  t.is(message({ epochCount: 10_081 }), 'epochCount 10081: a whole number from 1 to 10080 is needed');
  t.is(message({ nside: 48 }), 'nside 48: a power of two from 1 to 8192 is needed');
  const steep = { ...sound, minElevationDeg: 90 };
  t.is(message({ satellites: [sound, steep] }), 'satellites[1].minElevationDeg 90: 0 to below 90 is needed');
  const endless = { elements: { ...sound.elements, bstar: Number.POSITIVE_INFINITY } };
  t.is(message({ satellites: [endless] }), 'satellites[0].elements.bstar Infinity: a finite number is needed');
  const milliseconds = { ...sound.elements, epochUs: START.getTime() };
  t.regex(message({ satellites: [{ elements: milliseconds }] }), /epochUs \d{13}: at most 3653 days from the start/);
  t.is(
    message({ satellites: Array<CoreSatellite>(60_000).fill(sound) }),
    "60000 satellites do not fit into the core's memory",
  );
  for (const satellite of [-1, sample.length, 0.5]) {
    const expected = {
      instanceOf: RangeError,
      message: new RegExp(`satellite ${satellite}: the window has ${sample.length}`),
    };
    t.throws(() => window.ephemeris(satellite), expected);
    t.throws(() => window.week(satellite, { latDeg: 0, lonDeg: 0 }), expected);
  }
  t.throws(() => window.week(0, { latDeg: -90.5, lonDeg: 0 }), { instanceOf: RangeError, message: /latDeg -90.5/ });
});

test('a place keeps its counts, and every satellite has the same week as without it, prepared or not', (t) => {
  const satellites = sample.slice(0, 40);
  const options = { start: START, epochCount: EPOCHS, satellites };
  const [cold, warm] = [core.openWindow(options), core.openWindow(options)];
  warm.prepare();
  const at = { latDeg: 48.1, lonDeg: 11.6 };
  const [first, second] = [warm.place(at), warm.place({ latDeg: -20, lonDeg: 30 })];
  t.is(first.ipix, cellOf(core, 64, at));
  for (let satellite = 0; satellite < satellites.length; satellite++) {
    for (const bands of [undefined, 1 << 6]) {
      t.deepEqual(first.week(satellite, bands), cold.week(satellite, at, bands));
    }
  }
  second.prepare();
  for (let satellite = 0; satellite < satellites.length; satellite++) {
    t.deepEqual(second.week(satellite), cold.week(satellite, { latDeg: -20, lonDeg: 30 }));
  }
  first.close();
  first.close();
  t.throws(() => first.week(3), { message: 'the place is closed' });
  t.throws(() => warm.place({ latDeg: 91, lonDeg: 0 }), { instanceOf: RangeError, message: /91/ });
  t.throws(() => second.week(40), { instanceOf: RangeError, message: /satellite 40: the window has 40/ });
  warm.close();
  second.close();
  t.throws(() => second.week(3), { message: 'the window is closed' });
  t.throws(() => warm.place(at), { message: 'the window is closed' });
  t.throws(
    () => {
      warm.prepare();
    },
    { message: 'the window is closed' },
  );
  cold.close();
});

test('a closed window refuses questions, and closing it again changes nothing', async (t) => {
  const small = await createCore({ maxMegabytes: 2 });
  const options = { start: START, epochCount: 300, satellites: sample.slice(0, 10) };
  const place = { latDeg: 40, lonDeg: -3 };
  const first = small.openWindow(options).week(4, place);
  for (let i = 0; i < 20; i++) {
    const opened = small.openWindow(options);
    t.deepEqual(opened.week(4, place), first);
    opened.close();
    t.throws(() => opened.week(4, place), { message: 'the window is closed' });
    t.throws(() => opened.ephemeris(4), { message: 'the window is closed' });
    const next = small.openWindow(options);
    opened.close();
    const beside = small.openWindow({ ...options, satellites: sample.slice(10, 20) });
    t.deepEqual(next.week(4, place), first);
    next.close();
    beside.close();
  }
});
