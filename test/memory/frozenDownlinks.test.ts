import type { Knex } from 'knex';
import { createOwnedCore } from '../../src/core/instance.js';
import { readDownlinks } from '../../src/jobs/import/importTransmitters.js';
import { openUnlessSame, openWindow } from '../../src/jobs/window/openWindow.js';
import type { LoadedWindow } from '../../src/memory/loadedWindow.js';
import { newestWindow } from '../helpers/storedWindow.js';
import { databaseTest, elset, importElsets, START_US } from '../db/fixtures.js';

const OPTIONS = { start: new Date(START_US / 1000), nside: 64, minElevationDeg: 10, uniformElevation: false };

const LANDSAT = 49_260;
const SENTINEL = 39_634;
const TWIN = 39_635;
const UNKNOWN = 90_001;
const SKY = [
  { noradNumber: LANDSAT, name: 'LANDSAT 9' },
  { noradNumber: SENTINEL, name: 'SENTINEL-1A' },
  { noradNumber: TWIN, name: 'SENTINEL-1B' },
  { noradNumber: UNKNOWN, name: 'UNHEARD OF' },
];

async function importCsv(knex: Knex, ...rows: string[]): Promise<void> {
  const text = ['norad_cat_id,downlink_low_hz,downlink_high_hz,bandwidth_hz,baud,mode', ...rows].join('\n');
  await knex.transaction(await readDownlinks(Buffer.from(text), 'tx.csv'));
}

/** Frequencies of a satellite in the newest window, as texts in megahertz with their source and rule. */
function told(window: LoadedWindow, norad: number): string[] {
  const { downlinks } = window;
  const list = downlinks.lists[downlinks.listOf[window.satellite(norad)?.index ?? -1] ?? -1] ?? [];
  return list.map(({ lowHz, highHz, source, rule }) => `${lowHz / 1e6}-${highHz / 1e6} ${source} ${rule}`);
}

const TABLE = ['2200-2290 table given', '8025-8400 table given'];
const FROZEN = ['2282-2283 table given', '8194.3-8205.7 csv given'];

databaseTest('a window freezes the frequencies of its satellites, whatever is imported later', async (t, { knex }) => {
  await importElsets(knex, SKY.map(elset));
  await importCsv(knex, `${LANDSAT},8.2e9,,11.4e6,,`);
  await openWindow(knex, OPTIONS);
  await importCsv(knex, `${LANDSAT},8.3e9,,,,`, `${SENTINEL},8.3e9,,,,`);
  const window = await newestWindow(knex, await createOwnedCore(64));
  t.deepEqual(told(window, LANDSAT), FROZEN);
  t.deepEqual(told(window, SENTINEL), TABLE);
  t.deepEqual(told(window, UNKNOWN), []);
  const { listOf, lists } = window.downlinks;
  t.is(listOf[window.satellite(SENTINEL)?.index ?? -1], listOf[window.satellite(TWIN)?.index ?? -1]);
  t.is(lists.length, 3, 'satellites with the same frequencies share a list');
  for (const { noradNumber } of SKY) {
    const found = window.satellite(noradNumber);
    t.is(window.downlinks.bandsOf[found?.index ?? -1], found?.bands);
  }
});

databaseTest('importing a width opens a new window, and importing it again does not', async (t, { knex }) => {
  await importElsets(knex, SKY.map(elset));
  await openWindow(knex, OPTIONS);
  await importCsv(knex, `${LANDSAT},8.2e9,,,375e6,OQPSK`);
  t.not(await openUnlessSame(knex, OPTIONS), undefined);
  const window = await newestWindow(knex, await createOwnedCore(64));
  t.deepEqual(told(window, LANDSAT)[1], '8000-8453.125 csv baud');
  await importCsv(knex, `${LANDSAT},8.2e9,,,375e6,OQPSK`);
  t.is(await openUnlessSame(knex, OPTIONS), undefined);
});
