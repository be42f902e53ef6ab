import test from 'ava';
import fc from 'fast-check';
import { sharedBands } from '../../../src/catalogue/bands.js';
import type { Analysis } from '../../../src/compute/analysis.js';
import type { AnalysisWindow } from '../../../src/compute/query.js';
import { cellCentre, cellCount } from '../../../src/core/healpix.js';
import { createCore } from '../../../src/core/index.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { withScratch } from '../../../src/core/parts.js';
import { ALL_BANDS_MASK, BAND_CHOICES, type BandChoice } from '../../../src/spec.js';
import { readEpochBlock } from '../../../src/web/data/epochBlock.js';
import {
  anyone,
  bench,
  cellValues,
  epochCells,
  intensities as weekIntensities,
  load,
  poolHere,
  withWindows,
} from '../../helpers/analysis.js';
import { nestedIntensities } from '../../helpers/packedCells.js';
import { createSky, DECAYING, sampleSatellites, SILENT, START_US } from '../../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const sky = createSky(satellites, EPOCHS);
const shared = bench(core, pool);
const { analysis } = shared;
const fine = load(core, satellites, { epochCount: EPOCHS, nside: 64 });
const coarse = load(core, satellites, { epochCount: EPOCHS, nside: 8 });
shared.windows.publish(fine);
shared.windows.publish(coarse);

test.after.always(async (t) => {
  t.deepEqual([shared.slots.free, shared.maps.free], [4, 2], 'all slots and blocks came back');
});

const numberOf = (satellite: number): number => satellites[satellite]?.noradNumber ?? 0;
const indexOf = (norad: number): number => satellites.findIndex(({ noradNumber }) => noradNumber === norad);

const maskOf = (band: BandChoice): number => sharedBands(ALL_BANDS_MASK, band);

/** Intensities of all cells, by ipix. */
async function everyCell(
  asked: Analysis,
  query: { window: AnalysisWindow; norad: number; band: BandChoice; epoch: number },
): Promise<Uint16Array> {
  const { ipix, value } = await epochCells(asked, query);
  const whole = new Uint16Array(cellCount(query.window.nside));
  ipix.forEach((cell, i) => (whole[cell] = value[i] as number));
  return whole;
}

const question = fc.record({
  satellite: fc.nat({ max: satellites.length - 1 }),
  epoch: fc.nat({ max: EPOCHS - 1 }),
  band: fc.oneof(fc.constant<BandChoice>('all'), fc.constantFrom(...BAND_CHOICES)),
});

/** Question about a footprint in which other satellites count, too. */
const AMONG_OTHERS = { satellite: 2, epoch: 10, band: 'all' as const };

test('maps of an embedded window are those of the service, bit for bit', async (t) => {
  const embedded = (await createCore()).openWindow({
    start: new Date(START_US / 1000),
    epochCount: EPOCHS,
    satellites,
  });
  const found: number[] = [];
  await fc.assert(
    fc.asyncProperty(question, async ({ satellite, epoch, band }) => {
      const expected = await everyCell(analysis, { window: fine, norad: numberOf(satellite), band, epoch });
      const maps = embedded.occupancy(epoch, { satellite, bands: maskOf(band) });
      t.deepEqual([maps.length, maps.findIndex((count, ipix) => count !== expected[ipix])], [expected.length, -1]);
      found.push(Math.max(...expected));
    }),
    { numRuns: 30, examples: [[AMONG_OTHERS]] },
  );
  t.true(Math.max(...found) > 3);
});

/**
 * Footprints, read by the page's own reader: for each epoch the intensity of every cell, -1 outside of the footprint.
 */
async function footprints(asked: Analysis, query: Parameters<Analysis['footprints']>[0]): Promise<Int32Array[]> {
  const packed = await asked.footprints(query, anyone);
  const head = Uint32Array.of(query.window.nside, 0, query.epochs.length);
  const bytes = Buffer.concat([new Uint8Array(head.buffer), ...packed]);
  return readEpochBlock(new Uint8Array(bytes).buffer).epochs.map(nestedIntensities);
}

test('by overlap, a footprint counts as the week of a place does', async (t) => {
  const query = { window: fine, norad: numberOf(AMONG_OTHERS.satellite), band: 'all', match: 'overlap' } as const;
  const epochs = [10, 500];
  const found = await footprints(analysis, { ...query, epochs });
  let fewer = 0;
  for (const [index, epoch] of epochs.entries()) {
    const intensities = found[index] ?? new Int32Array();
    const [byBand = new Int32Array()] = await footprints(analysis, { ...query, match: 'band', epochs: [epoch] });
    const inView = Array.from(intensities.keys()).filter((ipix) => intensities[ipix] !== -1);
    t.deepEqual(
      inView,
      Array.from(byBand.keys()).filter((ipix) => byBand[ipix] !== -1),
    );
    fewer += inView.filter((ipix) => (intensities[ipix] ?? 0) < (byBand[ipix] ?? 0)).length;
    for (const ipix of inView.filter((_cell, i) => i % 97 === 0)) {
      const centre = withScratch(core, 16, (scratch) => cellCentre(core.kernels, core.view, scratch, 64, ipix));
      const place = { ...centre, fromEpoch: epoch, toEpoch: epoch + 1 };
      const [counted = 0] = await weekIntensities(analysis, { ...query, ...place });
      t.is(intensities[ipix], counted, `cell ${ipix}`);
    }
  }
  t.true(fewer > 0);
  const silent = { ...query, norad: SILENT, epochs: [10] };
  t.deepEqual(
    (await footprints(analysis, silent))[0]?.filter((intensity) => intensity !== -1),
    new Int32Array(),
  );
});

test('magnitudes count the cells of footprints by their intensity', async (t) => {
  for (const match of ['band', 'overlap'] as const) {
    const query = { window: fine, norad: numberOf(2), band: 'all', match, epochs: [700, 10, 42] } as const;
    const expected: number[] = [];
    for (const intensities of await footprints(analysis, query)) {
      for (const intensity of intensities) if (intensity >= 0) expected[intensity] = (expected[intensity] ?? 0) + 1;
    }
    const counts = await analysis.magnitudes(query, anyone);
    t.deepEqual(
      counts,
      Array.from({ length: expected.length }, (_, intensity) => expected[intensity] ?? 0),
    );
    t.true(counts.length > 1);
  }
  t.deepEqual(await analysis.magnitudes({ window: fine, norad: SILENT, band: 'all', epochs: [1] }, anyone), []);
});

test('all cells equal a count of every satellite from each centre', async (t) => {
  const centres = withScratch(core, 16, (scratch) =>
    Array.from({ length: cellCount(8) }, (_, ipix) => cellCentre(core.kernels, core.view, scratch, 8, ipix)),
  );
  let positive = 0;
  await fc.assert(
    fc.asyncProperty(question, async ({ satellite, epoch, band }) => {
      const found = await everyCell(analysis, { window: coarse, norad: numberOf(satellite), band, epoch });
      const wrong = centres.flatMap((centre, ipix) => {
        const [bounds] = sky.intensities(satellite, centre, maskOf(band), epoch, epoch + 1);
        const value = found[ipix] ?? -1;
        if (value > 0) positive++;
        return bounds && bounds.low <= value && value <= bounds.high ? [] : [ipix];
      });
      t.deepEqual(wrong, []);
    }),
    { numRuns: 40, examples: [[AMONG_OTHERS]] },
  );
  t.true(positive > 0);
});

test('a satellite that has come down, or shares no band, has no cells and zeroes', async (t) => {
  const lost = Array.from({ length: EPOCHS }, (_, k) => k).find((k) => sky.below(indexOf(DECAYING), k) === undefined);
  const none = { ipix: new Uint32Array(), value: new Uint16Array() };
  const down = { window: fine, norad: DECAYING, band: 'all' } as const;
  t.deepEqual(await epochCells(analysis, { ...down, epoch: lost ?? -1 }), none);
  t.true((await epochCells(analysis, { ...down, epoch: 0 })).ipix.length > 0);
  const silent = { window: fine, norad: SILENT, band: 'all' } as const;
  t.deepEqual(await epochCells(analysis, { ...silent, epoch: 0 }), none);
  t.deepEqual(await cellValues(analysis, { ...silent, ipix: 1 }), new Uint16Array(EPOCHS));
});

/** The first question makes the ring table, which stays in memory. */
const withBench = withWindows(core, pool, satellites, EPOCHS, async (parts, window) => {
  await epochCells(parts.analysis, { window, norad: numberOf(2), band: 'all', epoch: 0 });
});

test.serial('a task that breaks gives all memory back, and the next question is answered', async (t) => {
  const query = { norad: numberOf(2), band: 'all', epoch: 9 } as const;
  const expected = await epochCells(analysis, { window: fine, ...query });
  await withBench(
    t,
    async (parts, window) => {
      const ask = (): Promise<unknown> => epochCells(parts.analysis, { window, ...query });
      parts.pool.beforeCells = () => Promise.reject(new Error('the thread is gone'));
      await t.throwsAsync(ask(), { message: 'the thread is gone' });
      parts.pool.beforeCells = () => Promise.resolve();
      t.deepEqual(await ask(), expected);
    },
    { maps: 1, cacheBytes: 2 ** 20 },
  );
});
