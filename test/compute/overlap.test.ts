import test from 'ava';
import { createOwnedCore } from '../../src/core/instance.js';
import { anyone, intensities, poolHere, readText, withWindows } from '../helpers/analysis.js';
import { golden } from '../helpers/files.js';
import { compareOverlaps, type OverlapAnswers, type OverlapQuestions } from '../helpers/overlapGolden.js';
import { sampleSatellites, SILENT } from '../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const PLACE = { latDeg: 52.52, lonDeg: 13.405 };
const ISS = 25_544;

const withBench = withWindows(core, pool, satellites, EPOCHS);
const asks = { ...PLACE, band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;

test('counts by overlap equal those of python3-sgp4, healpy and brute force', async (t) => {
  const questions = golden('overlap/questions') as OverlapQuestions;
  const { differing, counted } = await compareOverlaps(core, questions, golden('overlap/answers') as OverlapAnswers);
  t.deepEqual(differing, []);
  t.true(questions.questions.length === 500 && counted > 150);
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
  const iss = satellites.find(({ noradNumber }) => noradNumber === ISS)?.downlinks ?? [];
  const twins = satellites.filter(({ downlinks = [] }) => downlinks.length > 0 && downlinks === iss);
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
    const entries = JSON.parse(readText(text)) as { timestamp: string; intensity: number }[];
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
