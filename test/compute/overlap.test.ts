import test, { type ExecutionContext } from 'ava';
import { type DownlinkRange, intersects } from '../../src/catalogue/frequencies/ranges.js';
import { createOwnedCore } from '../../src/core/instance.js';
import { cellCentre, cellOf } from '../../src/core/healpix.js';
import { withScratch } from '../../src/core/withScratch.js';
import { anyone, intensities, poolHere, withWindows } from '../helpers/analysis.js';
import { createSky, sampleSatellites, SILENT } from '../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const PLACE = { latDeg: 52.52, lonDeg: 13.405 };
const ISS = 25_544;
const everything = { fromEpoch: 0, toEpoch: EPOCHS };

const withBench = withWindows(core, pool, satellites, EPOCHS);
const indexOf = (norad: number): number => satellites.findIndex(({ noradNumber }) => noradNumber === norad);
const downlinksOf = (norad: number): readonly DownlinkRange[] => satellites[indexOf(norad)]?.downlinks ?? [];

/** Satellites with a downlink that overlaps one of the ranges, found in the lists of the sample. */
const overlapping = (norad: number, ranges: readonly { lowHz: number; highHz: number }[]): Set<number> =>
  new Set(
    satellites
      .filter(
        ({ noradNumber, downlinks = [] }) =>
          noradNumber !== norad && downlinks.some((one) => ranges.some((asked) => intersects(one, asked))),
      )
      .map(({ noradNumber }) => noradNumber),
  );

/**
 * Bounds of a satellite's intensities at the place, counting only `others`. The slow twin counts by band, so only these
 * and the satellite itself get a band.
 */
function expected(norad: number, others: ReadonlySet<number>) {
  const masked = satellites.map((one) => ({
    ...one,
    bands: one.noradNumber === norad || others.has(one.noradNumber) ? 1 : 0,
  }));
  return createSky(masked, EPOCHS).intensities(indexOf(norad), CENTRE, 1, 0, EPOCHS);
}

/** Centre of the place's cell. */
const CENTRE = withScratch(core, (scratch) => {
  const ipix = cellOf(core.kernels, 64, PLACE.latDeg, PLACE.lonDeg);
  return cellCentre(core.kernels, core.view, scratch, 64, ipix);
});

function isWithin(
  t: ExecutionContext,
  values: readonly number[],
  bounds: readonly { low: number; high: number }[],
): void {
  t.deepEqual(
    values.flatMap((value, k) => {
      const { low, high } = bounds[k] ?? { low: 0, high: 0 };
      return value >= low && value <= high ? [] : [`${k}: ${value}, ${low} to ${high}`];
    }),
    [],
  );
}

const asks = { ...PLACE, band: 'all', ...everything } as const;

test('counts by overlap take in the overlapping satellites alone, and are never above those by band', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    const heard = satellites.filter(({ downlinks = [] }) => downlinks.length > 0);
    let fewer = 0;
    for (const { noradNumber: norad } of heard.filter((_, i) => i % 30 === 0)) {
      const byOverlap = await intensities(analysis, { window, norad, ...asks, match: 'overlap' });
      const byBand = await intensities(analysis, { window, norad, ...asks });
      isWithin(t, byOverlap, expected(norad, overlapping(norad, downlinksOf(norad))));
      t.true(byOverlap.every((value, k) => value <= (byBand[k] as number)));
      if (byOverlap.some((value, k) => value < (byBand[k] as number))) fewer++;
    }
    t.true(fewer > 1);
  });
});

test('counts over a carrier take in its senders, also for a satellite that is not known to send anything', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    const carrier = { lowHz: 8_200_000_000, highHz: 8_200_000_001 };
    for (const norad of [ISS, SILENT]) {
      const counted = await intensities(analysis, { window, norad, ...asks, match: 'overlap', carrier });
      isWithin(t, counted, expected(norad, overlapping(norad, [carrier])));
      t.true(counted.some((value) => value > 0));
      t.is(counted.length, EPOCHS);
    }
  });
});

test('without known frequencies, or without any in the band, there is nothing to count', async (t) => {
  await withBench(t, async ({ analysis, pool: { asked } }, window) => {
    const match = 'overlap';
    t.deepEqual(await intensities(analysis, { window, norad: SILENT, ...asks, match }), []);
    t.deepEqual(await intensities(analysis, { window, norad: ISS, ...asks, band: 'W', match }), []);
    const point = await analysis.point({ window, norad: SILENT, ...PLACE, band: 'all', epoch: 3, match }, anyone);
    t.is(point.intensity, 0);
    t.is(asked.length, 0);
  });
});

test('a repeated question only scans, also for another satellite with the same frequencies', async (t) => {
  const twins = satellites.filter(({ downlinks = [] }) => downlinks.length > 0 && downlinks === downlinksOf(ISS));
  t.true(twins.length > 0);
  const loaded: number[] = [];
  const loader = async (_window: unknown, ipix: number): Promise<void> => void loaded.push(ipix);
  await withBench(
    t,
    async ({ analysis, pool: { asked }, series }, window) => {
      const ask = (norad: number) => intensities(analysis, { window, norad, ...asks, match: 'overlap' });
      const first = await ask(ISS);
      t.is(asked.length, 1);
      t.deepEqual(await ask(ISS), first);
      const at = { ...PLACE, band: 'all', epoch: 700, match: 'overlap' } as const;
      t.is((await analysis.point({ window, norad: ISS, ...at }, anyone)).intensity, first[700] as number);
      t.is(asked.length, 1, 'the second time nothing is computed');
      for (const { noradNumber } of twins) await ask(noradNumber);
      t.is(series.count, 1, 'twins share the series');
      t.deepEqual(loaded, [], 'nothing of a set is stored');
      await intensities(analysis, { window, norad: ISS, ...asks });
      t.deepEqual([series.count, loaded.length], [2, 1], 'that of the groups is another one');
      t.deepEqual(await ask(ISS), first);
      series.drop(window.id);
      t.is(series.bytes, 0);
    },
    { loader },
  );
});

test('stations are answered by overlap as places are', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    const query = { window, norad: ISS, ...asks, heightKm: 0, match: 'overlap' } as const;
    const { passes, text } = await analysis.station(query, anyone);
    const entries = JSON.parse(text.wrap('', '').toString()) as { timestamp: string; intensity: number }[];
    text.release();
    const week = await intensities(analysis, { ...query });
    t.true(passes.length > 1 && entries.length > 5);
    for (const { timestamp, intensity } of entries) {
      t.is(intensity, week[(Date.parse(timestamp) - window.startMs) / 60_000] as number);
    }
    for await (const one of analysis.stations({ ...query, places: [{ ...PLACE, heightKm: 0 }] }, anyone)) {
      t.deepEqual(one.passes, passes);
      one.text.release();
    }
  });
});
