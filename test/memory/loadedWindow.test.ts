import { createOwnedCore } from '../../src/core/instance.js';
import { publishedWindow, publishWindow } from '../../src/db/analysis/windows.js';
import { elementsOf } from '../../src/db/catalogue/elsets.js';
import { upsertCatalogue } from '../../src/db/catalogue/satellites.js';
import { withPatience } from '../../src/db/connection/patience.js';
import { loadStoredWindow } from '../../src/memory/loadedWindow.js';
import { addWindow, databaseTest, elset, frozen, START_US } from '../db/fixtures.js';

databaseTest(
  'a window is loaded however little time is left to its first asker, and names its satellites',
  async (t, { knex }) => {
    const many = Array.from({ length: 4_001 }, (_, i) => elset({ noradNumber: 60_000 + i, name: `STARLINK-${i}` }));
    const iss = elset({ epochUs: START_US - 5 });
    const geo = elset({ noradNumber: 40_000, name: 'NOBODYS', meanMotionRevPerDay: 1.0027 });
    await upsertCatalogue(knex, [...many, iss, geo, elset({ noradNumber: 7, name: 'LEFT OUT' })], { bundled: false });
    const satellites = [iss, geo, ...many].map((one) => ({ ...frozen(one), elements: elementsOf(one) }));
    const id = await addWindow(knex, { epochCount: 10 }, satellites);
    await publishWindow(knex, id);
    // Newer elements do not change a window that is open already.
    await upsertCatalogue(knex, [elset({ epochUs: START_US + 1 })], { bundled: false });

    const record = await publishedWindow(knex, id);
    if (record === undefined) throw new Error('no window');
    const core = await createOwnedCore(64);
    const window = await withPatience(() => loadStoredWindow(knex, core, record), 0.5);
    t.is(window.satellites.length, 4_003);
    t.true(window.satellites.every((one, index) => one.index === index && window.satellite(one.noradNumber) === one));
    t.like(window.satellite(25_544), {
      name: 'ISS (ZARYA)',
      operator: 'ISS partners',
      orbitalClass: 'LEO',
      elsetEpochUs: START_US - 5,
    });
    t.like(window.satellite(40_000), { name: 'NOBODYS', operator: null, orbitalClass: 'GEO' });
    t.like(window.satellite(64_000), { name: 'STARLINK-4000', operator: 'SpaceX' });
    t.is(window.satellite(7), undefined);
  },
);
