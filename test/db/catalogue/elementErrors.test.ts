import type { ErrorFit } from '../../../src/catalogue/errors/fit.js';
import { nothingLeftOut } from '../../../src/catalogue/errors/history.js';
import {
  claimErrorFit,
  lastErrorFit,
  NO_FIT,
  readErrorRows,
  replaceErrorRows,
} from '../../../src/db/catalogue/elementErrors.js';
import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { databaseTest, elset, importElsets } from '../fixtures.js';

const FIT: ErrorFit = {
  rows: [
    { errorClass: 'all', ageHours: 24, pairs: 300, km: [1.5, 2.25, 3, 4] },
    { errorClass: 'starlink', ageHours: 6, pairs: 200, km: [0.1, 0.2, 0.3, 0.4] },
  ],
  satellites: 20,
  pairs: 300,
  leftOut: { ...nothingLeftOut(), same_epoch: 7 },
};
const NOW = new Date('2026-07-10T12:00:00Z');
const after = (hours: number): Date => new Date(NOW.getTime() + 3_600_000 * hours);

databaseTest('a fit takes the place of the one before, or of none', async (t, { knex }) => {
  t.deepEqual(await readErrorRows(knex), NO_FIT);
  t.is(await lastErrorFit(knex), null);
  const store = (fit: ErrorFit, fittedAt: Date) =>
    knex.transaction((trx) => replaceErrorRows(trx, { ...fit, fittedAt, catalogueRevision: 1 }));
  await store(FIT, NOW);
  t.deepEqual(await readErrorRows(knex), { ...FIT, fittedAt: NOW });
  const [first] = FIT.rows;
  const second = { ...FIT, rows: first === undefined ? [] : [first], pairs: 2 ** 40 };
  await store(second, after(24));
  t.deepEqual(await readErrorRows(knex), { ...second, fittedAt: after(24) });
  t.deepEqual(await lastErrorFit(knex), after(24));
  const failed = knex.transaction(async (trx) => {
    await replaceErrorRows(trx, { ...FIT, rows: [], fittedAt: after(48), catalogueRevision: 1 });
    throw new Error('died');
  });
  await t.throwsAsync(failed, { message: 'died' });
  t.deepEqual(await readErrorRows(knex), { ...second, fittedAt: after(24) });
  await store({ ...FIT, rows: [] }, after(72));
  t.like(await readErrorRows(knex), { rows: [], fittedAt: after(72) });
});

databaseTest('one process fits, once a day, after an import', async (t, { knex }) => {
  await upsertCatalogue(knex, [elset()], { bundled: true });
  t.false(await claimErrorFit(knex, NOW), 'the bundled catalogue has no history');
  const revision = await importElsets(knex, [elset()]);
  const claims = await Promise.all([1, 2, 3].map(() => claimErrorFit(knex, NOW)));
  t.is(claims.filter((isOurs) => isOurs).length, 1);
  t.false(await claimErrorFit(knex, after(0.9)), 'it may be at work');
  t.true(await claimErrorFit(knex, after(1.1)), 'it has come to nothing');
  await knex.transaction((trx) => replaceErrorRows(trx, { ...FIT, fittedAt: after(2), catalogueRevision: revision }));
  t.false(await claimErrorFit(knex, after(50)), 'the catalogue has not changed');
  await importElsets(knex, [elset({ noradNumber: 7 })]);
  t.false(await claimErrorFit(knex, after(25.9)), 'a day has not passed');
  t.true(await claimErrorFit(knex, after(26.1)));
  t.true(await claimErrorFit(knex, after(9_000)), 'a clock runs ahead');
  t.true(await claimErrorFit(knex, after(30)), 'and is set back: times to come do not count');
});
