import test from 'ava';
import { createOwnedCore } from '../../../src/core/instance.js';
import type { BandChoice } from '../../../src/spec.js';
import { readEpochBlock } from '../../../src/web/data/epochBlock.js';
import { anyone, bench, load, poolHere, readText } from '../../helpers/analysis.js';
import { cellEntries } from '../../helpers/cellsJson.js';
import { nestedIntensities } from '../../helpers/packedCells.js';
import { sampleSatellites } from '../../helpers/sky.js';

const EPOCHS = 70;
const RUN = 1_135_999;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const { analysis, windows } = bench(core, pool);
const [fine, finest] = [64, 256].map((nside) => load(core, satellites, { epochCount: EPOCHS, nside }));
if (fine === undefined || finest === undefined) throw new Error('no windows');
for (const window of [fine, finest]) windows.publish(window);

const GEO =
  satellites.find(({ elements, bands }) => bands !== 0 && elements.meanMotionRevPerDay < 1.1)?.noradNumber ?? 0;
const LEO =
  satellites.find(({ elements, bands }) => bands !== 0 && elements.meanMotionRevPerDay > 14)?.noradNumber ?? 0;

/** JSON entries of all cells of these epochs, made from the epochs' packed footprints. */
async function entriesOf(
  window: typeof fine & object,
  norad: number,
  epochs: readonly number[],
  band: BandChoice = 'all',
) {
  const all = [];
  for (const epoch of epochs) {
    const head = new Uint8Array(Uint32Array.of(window.nside, epoch, 1).buffer);
    const packed = await analysis.footprints({ window, norad, band, epochs: [epoch] }, anyone);
    const block = readEpochBlock(new Uint8Array(Buffer.concat([head, ...packed])).buffer);
    const cells = block.epochs.flatMap((found) =>
      [...nestedIntensities(found).entries()].filter(([, intensity]) => intensity > 0),
    );
    all.push(cellEntries({ run: RUN, epoch, nside: window.nside }, cells));
  }
  return all.flat();
}

/** Text of some spans of epochs. */
async function textOf(query: Parameters<typeof analysis.cells>[0]): Promise<{ plain: string; entries: number }> {
  const text = await analysis.cells(query, anyone);
  return { plain: readText(text), entries: text.entries };
}

test.serial('the text of an epoch equals that of JSON.stringify, however many cells it has', async (t) => {
  for (const [window, norad] of [
    [fine, LEO],
    [fine, GEO],
    [finest, GEO],
  ] as const) {
    const spans = [{ epoch: 42, skip: 0, take: Infinity }];
    const { plain, entries } = await textOf({ window, norad, band: 'all', runId: RUN, spans });
    t.true(plain === JSON.stringify(await entriesOf(window, norad, [42])));
    if (norad === GEO) t.is(entries > core.layout.CELL_TEXT_ENTRIES, window === finest, `${entries}`);
  }
});

test.serial('parts of many epochs make one text, whatever the parts', async (t) => {
  const epochs = Array.from({ length: EPOCHS }, (_, epoch) => epoch);
  const all = await entriesOf(fine, LEO, epochs);
  for (const [skip, take] of [
    [0, 7],
    [3, 1],
    [0, Infinity],
  ] as const) {
    const spans = epochs.map((epoch) => ({ epoch, skip, take }));
    const expected = epochs.flatMap((epoch) =>
      all.filter((entry) => entry.epoch_index === epoch).slice(skip, skip + take),
    );
    const { plain } = await textOf({ window: fine, norad: LEO, band: 'all', runId: RUN, spans });
    t.true(plain === JSON.stringify(expected));
  }
});

test.serial('no cells are an empty array', async (t) => {
  const spans = [{ epoch: 1, skip: 1e9, take: 3 }];
  t.deepEqual(await textOf({ window: fine, norad: GEO, band: 'all', runId: RUN, spans }), { plain: '[]', entries: 0 });
});
