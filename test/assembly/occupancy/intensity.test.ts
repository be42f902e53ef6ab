import test from 'ava';
import { golden } from '../../helpers/files.js';
import { cellOf } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { seriesBytes, writeSeries } from '../../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../../src/core/records/slotRecord.js';
import { STATUS } from '../../../src/core/status.js';
import { type ElementsRow, elementsOf } from '../../helpers/elements.js';
import { block, placeWindow } from '../../helpers/memory.js';
import { debugCore } from '../../helpers/kernels.js';

interface Query {
  norad: number;
  lat: number;
  lon: number;
  epoch: number;
  bands: number;
}

/** Degrees from a satellite's minimum elevation within which rounding may make two implementations differ. */
const TIE_DEG = 1e-5;

test('intensities are those of python3-sgp4, healpy and brute force', async (t) => {
  const satellites = golden('occupancy/satellites') as (ElementsRow & { bands: number })[];
  const { start, nside, queries } = golden('occupancy/queries') as { start: string; nside: number; queries: Query[] };
  const { answers } = golden('occupancy/answers') as { answers: { ipix: number; intensity: number; margin: number }[] };
  const core = await createOwnedCore(64, debugCore);
  const { kernels, layout, view } = core;
  const window = placeWindow(core, {
    startUs: Date.parse(start) * 1000,
    epochCount: 10_080,
    satellites: satellites.map((row) => ({
      elements: elementsOf(row),
      bands: row.bands,
      minElevationDeg: row.minElevation,
    })),
  });
  const slot = block(core, layout.SLOT_TEXT);
  writeSlot(core, slot);
  const shape = { groupCount: window.groupCount, epochCount: 10_080 };
  const series = block(core, seriesBytes(core, shape));
  const rowOf = new Map(satellites.map((row, k) => [row.norad, k]));

  const wrong: string[] = [];
  let nonzero = 0;
  t.is(answers.length, queries.length);
  queries.forEach((query, q) => {
    const answer = answers[q];
    const satellite = rowOf.get(query.norad) ?? -1;
    const ipix = cellOf(kernels, nside, query.lat, query.lon);
    t.is(ipix, answer?.ipix ?? -1);
    writeSeries(core, series, shape, { nside, ipix });
    const site = series + layout.SERIES_SITE;
    const covered = kernels.coverTracked(
      window.pointer,
      window.indexOf[satellite] ?? -1,
      site,
      query.epoch,
      query.epoch + 1,
      slot,
    );
    const bands = query.bands & (satellites[satellite]?.bands ?? 0);
    let intensity = 0;
    const sumAt = (): number => kernels.sumAt(window.pointer, series, bands, query.epoch);
    if (bands !== 0) {
      t.is(sumAt(), -1, 'nothing is filled in yet');
      t.is(kernels.fillSeries(window.pointer, series, bands, slot), STATUS.ok);
      t.is(kernels.scanSeries(window.pointer, series, bands, slot), STATUS.ok);
      intensity = view.getUint16(slot + layout.SLOT_VALUES + 2 * query.epoch, true);
      if (covered > 0) t.is(sumAt() - 1, intensity);
    }
    if (intensity > 0) nonzero++;
    if (intensity !== answer?.intensity && (answer?.margin ?? 0) > TIE_DEG) wrong.push(`query ${q}: ${intensity}`);
  });
  t.deepEqual(wrong, []);
  t.true(nonzero > 900);
});
