import test from 'ava';
import { type FrozenSatellite, loadSatellites, packSatellites } from '../../../src/db/analysis/frozenSatellites.js';
import { elementsOf } from '../../../src/db/catalogue/elsets.js';
import { addWindow, databaseTest, elset, frozen, START_US } from '../fixtures.js';

databaseTest('a window gives back the satellites that it froze, bit for bit', async (t, { knex }) => {
  // More bytes of satellites than one query reads.
  const satellites = Array.from({ length: 12_345 }, (_, i) =>
    frozen({
      noradNumber: 5_000 + i,
      bands: i % 2_048,
      minElevationDeg: i / 1_000,
      elements: elementsOf(elset({ epochUs: START_US + i, raanDeg: i / 13, bstar: -1 / (i + 1) })),
      bundled: i % 3 === 0,
      downlinks: `[[${i % 7},5,"table","given"],[7,8,"csv","baud"]]`,
    }),
  );
  t.deepEqual(await loadSatellites(knex, await addWindow(knex, {}, satellites)), satellites);
  t.deepEqual(await loadSatellites(knex, await addWindow(knex, {}, [])), []);
  t.is(await loadSatellites(knex, 999), undefined);
});

test('equal satellites have equal bytes, and others do not', async (t) => {
  const packed = (differences: Partial<FrozenSatellite>) => packSatellites([frozen(), frozen(differences)]);
  const first = await packed({ noradNumber: 90_000 });
  t.true(first.equals(await packed({ noradNumber: 90_000 })));
  for (const differences of [{ noradNumber: 90_001 }, { bundled: true }, { downlinks: '[[1,2,"csv","given"]]' }]) {
    t.false(first.equals(await packed({ noradNumber: 90_000, ...differences })));
  }
});

databaseTest(
  'damaged satellites are told from others',
  async (t, { knex }) => {
    const id = await addWindow(knex, {}, [frozen()]);
    const damaged = async (bytes: string): Promise<unknown> => {
      await knex('windows').update({ satellites: knex.raw(bytes) });
      const error = await t.throwsAsync(loadSatellites(knex, id), {
        message: /^the satellites of window \d+ cannot/,
      });
      return (error.cause as Error).message;
    };
    t.regex(String(await damaged('set_byte(satellites, 40, get_byte(satellites, 40) # 1)')), /^CRC-32 \d+, stored/);
    t.regex(String(await damaged('substring(satellites for 100)')), /^satellites of 100 bytes: at least 112/);
    t.regex(String(await damaged(`''`)), /^satellites of 0 bytes/);
  },
  ['embedded'],
);
