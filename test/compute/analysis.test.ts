import test from 'ava';
import fc from 'fast-check';
import { sharedBands } from '../../src/catalogue/bands.js';
import { createPool } from '../../src/compute/pool.js';
import { cellCentre, cellOf } from '../../src/core/healpix.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { withScratch } from '../../src/core/parts.js';
import { ALL_BANDS_MASK, BAND_CHOICES, type BandChoice, RISK_LEVELS } from '../../src/spec.js';
import { anyone, bench, intensities, load, readText } from '../helpers/analysis.js';
import { createSky, sampleSatellites, SILENT, START_US } from '../helpers/sky.js';

/** Number of epochs that is no multiple of 64, so that the last word of every bitmap is partly unused. */
const EPOCHS = 1500;
const NSIDE = 64;
const core = await createOwnedCore(256);
const pool = await createPool(core, 2);
const satellites = sampleSatellites();
const sky = createSky(satellites, EPOCHS);
const all = bench(core, pool);
const { analysis } = all;
const window = load(core, satellites, { epochCount: EPOCHS, nside: NSIDE });
all.windows.publish(window);

test.after.always(async (t) => {
  t.is(all.slots.free, 4, 'all slots came back');
  await pool.close();
});

interface Entry {
  timestamp: string;
  intensity: number;
  risk_level: string;
}

/** Centre of the cell in which a place lies; answers are computed for it. */
function centreOf(latDeg: number, lonDeg: number): { latDeg: number; lonDeg: number } {
  const ipix = cellOf(core.kernels, NSIDE, latDeg, lonDeg);
  return withScratch(core, 16, (scratch) => cellCentre(core.kernels, core.view, scratch, NSIDE, ipix));
}

const maskOf = (band: BandChoice): number => sharedBands(ALL_BANDS_MASK, band);

function numberOf(index: number): number {
  return satellites[index]?.noradNumber ?? 0;
}

/** Random questions about a place near a satellite's track, over epochs in which it passes. */
const question = fc
  .record({
    satellite: fc.nat({ max: satellites.length - 1 }),
    epoch: fc.nat({ max: EPOCHS - 1 }),
    away: fc.tuple(fc.double({ min: -15, max: 15, noNaN: true }), fc.double({ min: -15, max: 15, noNaN: true })),
    before: fc.nat({ max: 300 }),
    after: fc.nat({ max: 300 }),
    band: fc.oneof(fc.constant<BandChoice>('all'), fc.constantFrom(...BAND_CHOICES)),
  })
  .map(({ satellite, epoch, away: [north, east], before, after, band }) => {
    const under = sky.below(satellite, epoch) ?? { latDeg: 0, lonDeg: 0 };
    return {
      satellite,
      band,
      latDeg: Math.min(90, Math.max(-90, under.latDeg + north)),
      lonDeg: ((under.lonDeg + east + 540) % 360) - 180,
      fromEpoch: Math.max(0, epoch - before),
      toEpoch: Math.min(EPOCHS, epoch + 1 + after),
    };
  });

/** Question over two hours about a place in the middle of satellite 2's footprint, which other satellites cover too. */
const BELOW_THE_SECOND = {
  satellite: 2,
  band: 'all' as const,
  ...(sky.below(2, 60) ?? { latDeg: 0, lonDeg: 0 }),
  fromEpoch: 0,
  toEpoch: 120,
};

test('a timeseries equals a count of every satellite in every minute', async (t) => {
  let positive = 0;
  await fc.assert(
    fc.asyncProperty(question, async ({ satellite, ...query }) => {
      const text = await analysis.timeseries({ window, norad: numberOf(satellite), ...query }, anyone);
      const entries = JSON.parse(readText(text)) as Entry[];
      const { band, latDeg, lonDeg, fromEpoch, toEpoch } = query;
      const bands = maskOf(band);
      const silent = ((satellites[satellite]?.bands ?? 0) & bands) === 0;
      t.is(text.entries, silent ? 0 : toEpoch - fromEpoch);
      t.is(entries.length, text.entries);
      const expected = sky.intensities(satellite, centreOf(latDeg, lonDeg), bands, fromEpoch, toEpoch);
      entries.forEach(({ timestamp, intensity, risk_level: risk }, i) => {
        const { low, high } = expected[i] ?? { low: -1, high: -1 };
        t.true(low <= intensity && intensity <= high, `epoch ${fromEpoch + i}: ${intensity}, not ${low} to ${high}`);
        t.is(Date.parse(timestamp), START_US / 1000 + 60_000 * (fromEpoch + i));
        t.regex(timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
        t.is(risk, RISK_LEVELS.findLast(({ from }) => from <= intensity)?.name ?? '');
        if (intensity > 0) positive++;
      });
    }),
    { numRuns: 80, examples: [[BELOW_THE_SECOND]] },
  );
  t.true(positive > 0);
});

test('a point is the entry of the timeseries, in the cell of the place', async (t) => {
  // The points are asked from another bench, whose cell series are its own: neither answer can use counts of the other.
  const other = bench(core, pool);
  const copy = load(core, satellites, { epochCount: EPOCHS, nside: NSIDE });
  other.windows.publish(copy);
  await fc.assert(
    fc.asyncProperty(question, async ({ satellite, ...query }) => {
      const { latDeg, lonDeg, fromEpoch, toEpoch, band } = query;
      const norad = numberOf(satellite);
      const whole = await intensities(analysis, { window, norad, ...query });
      for (const epoch of [fromEpoch, (fromEpoch + toEpoch) >> 1, toEpoch - 1]) {
        const point = await other.analysis.point({ window: copy, norad, latDeg, lonDeg, band, epoch }, anyone);
        t.deepEqual(point, {
          intensity: whole[epoch - fromEpoch] ?? 0,
          ipix: cellOf(core.kernels, NSIDE, latDeg, lonDeg),
        });
      }
    }),
    { numRuns: 40 },
  );
  t.is(other.slots.free, 4);
});

test('poles and the antimeridian are places like any other', async (t) => {
  const polar = satellites.findIndex(({ elements }) => Math.abs(elements.inclinationDeg - 86.4) < 2);
  const range = { window, norad: numberOf(polar), band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;
  for (const latDeg of [90, -90]) {
    const found = await intensities(analysis, { ...range, latDeg, lonDeg: 33 });
    const expected = sky.intensities(polar, centreOf(latDeg, 33), ALL_BANDS_MASK, 0, EPOCHS);
    t.true(expected.every(({ low, high }, k) => low <= (found[k] ?? -1) && (found[k] ?? -1) <= high));
    t.true(Math.max(...found) > 0);
  }
  const east = await intensities(analysis, { ...range, latDeg: 3, lonDeg: 180 });
  t.deepEqual(await intensities(analysis, { ...range, latDeg: 3, lonDeg: -180 }), east);
  const expected = sky.intensities(polar, centreOf(3, 180), ALL_BANDS_MASK, 0, EPOCHS);
  t.true(expected.every(({ low, high }, k) => low <= (east[k] ?? -1) && (east[k] ?? -1) <= high));
});

test('a satellite without known downlinks, or without the band asked for, has no entries and intensity 0', async (t) => {
  const place = { latDeg: 10, lonDeg: 20 };
  const range = { fromEpoch: 0, toEpoch: EPOCHS };
  const lOnly = satellites.find(({ bands }) => bands === maskOf('L'))?.noradNumber ?? 0;
  for (const [norad, band] of [
    [SILENT, 'all'],
    [SILENT, 'Ku'],
    [lOnly, 'Ku'],
  ] as const) {
    const text = await analysis.timeseries({ window, norad, ...place, band, ...range }, anyone);
    t.is(text.entries, 0);
    t.is(text.wrap('{"timeseries":', '}').toString(), '{"timeseries":[]}');
    text.release();
    t.deepEqual(await analysis.point({ window, norad, ...place, band, epoch: 5 }, anyone), {
      intensity: 0,
      ipix: cellOf(core.kernels, NSIDE, 10, 20),
    });
  }
});

test('a satellite or place outside the window is refused, and costs no slot', async (t) => {
  const query = { window, norad: numberOf(0), latDeg: 1, lonDeg: 2, band: 'all', epoch: 0 } as const;
  const unknown = await t.throwsAsync(analysis.point({ ...query, norad: 4 }, anyone), { instanceOf: RangeError });
  t.regex(unknown?.message ?? '', /satellite 4 is not in window/);
  await t.throwsAsync(analysis.point({ ...query, latDeg: 91 }, anyone), {
    instanceOf: RangeError,
    message: /latDeg 91/,
  });
  t.is(analysis.current()?.satellite(4), undefined);
  t.deepEqual(analysis.current()?.satellite(SILENT)?.bands, 0);
});
