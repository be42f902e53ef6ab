import { elementsOf } from '../../../src/db/catalogue/elsets.js';
import { findProvenance } from '../../../src/db/analysis/provenance.js';
import { insertWindow, setPropagationFailures } from '../../../src/db/analysis/windows.js';
import { databaseTest as test, elset, frozen, START_US } from '../fixtures.js';

test('provenance is what the window froze, and grows with its survey only', async (t, { knex }) => {
  const window = {
    startUs: START_US,
    epochCount: 10_080,
    nside: 64,
    minElevationDeg: 5,
    uniformElevation: true,
    catalogueRevision: 3,
    leftOut: { elset_more_than_14_days_away: 8, no_known_downlink: 120 },
  };
  const elements = elementsOf(elset({ epochUs: START_US + 7 }));
  const satellite = frozen({ bands: 72, minElevationDeg: 25, bundled: true, elements });
  const others = [frozen({ noradNumber: 7 }), frozen({ noradNumber: 90_000, bands: 0 })] as const;
  const id = await knex.transaction((trx) => insertWindow(trx, window, [others[0], satellite, others[1]]));

  const found = await findProvenance(knex, id, 25_544);
  t.true(found?.frozenAt instanceof Date);
  t.like(found, {
    catalogueRevision: 3,
    minElevationDeg: 5,
    uniformElevation: true,
    satelliteCount: 3,
    leftOut: window.leftOut,
    silentShare: { LEO: 0.333 },
    failingSatellites: null,
    satellite: { bands: 72, minElevationDeg: 25, elsetEpochUs: START_US + 7, bundled: true },
  });
  for (const failures of [[], [{ noradNumber: 25_544, firstEpoch: 5, epochs: 1 }]]) {
    await setPropagationFailures(knex, id, failures);
    t.deepEqual(await findProvenance(knex, id, 25_544), { ...found, failingSatellites: failures.length });
  }
  t.is(await findProvenance(knex, id, 25_545), undefined);
  t.is(await findProvenance(knex, id + 1, 25_544), undefined);
});
