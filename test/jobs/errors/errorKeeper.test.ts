import type { Knex } from 'knex';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { readErrorRows } from '../../../src/db/catalogue/elementErrors.js';
import { createErrorKeeper } from '../../../src/jobs/errors/errorKeeper.js';
import { fitErrors } from '../../../src/jobs/errors/fitErrors.js';
import { createKnownErrorLaws } from '../../../src/memory/errorLaws.js';
import { anyDatabaseTest, databaseTest, elset, importElsets, START_US } from '../../db/fixtures.js';
import { historyOf, HOUR_US } from '../../helpers/histories.js';
import { keptLog } from '../../helpers/log.js';

const SATELLITE = { name: 'STARLINK-1001', perigeeKm: 545 };
const DAY_MS = 24 * 3_600_000;
const NOW = new Date(START_US / 1000 + 20 * DAY_MS);

/** Catalogue of `count` Starlink satellites, each with 30 element sets. */
function histories(count: number): Elset[] {
  return Array.from({ length: count }, (_, i) =>
    historyOf({ count: 30, everyHours: 6, seed: i + 1 }).map((elements) =>
      elset({ ...elements, noradNumber: 44_000 + i, name: `STARLINK-${1_001 + i}` }),
    ),
  ).flat();
}

function keeping(knex: Knex) {
  const { log, lines } = keptLog();
  const laws = createKnownErrorLaws(knex);
  let nowMs = NOW.getTime();
  const keeper = createErrorKeeper({ knex, laws, log, now: () => new Date(nowMs), restMs: 0 });
  return { keeper, laws, lines, wait: (ms: number) => (nowMs += ms) };
}

databaseTest('after an import laws are fitted, told and in force, in all processes', async (t, { knex }) => {
  const [one, other] = [keeping(knex), keeping(knex)];
  await one.keeper.check();
  t.deepEqual(one.lines, []);
  t.is(one.laws.current().of(SATELLITE).source, 'published');
  await importElsets(knex, histories(20));
  await Promise.all([one.keeper.check(), other.keeper.check()]);
  const told = [...one.lines, ...other.lines];
  t.is(told.length, 1, 'one of them fits');
  t.like(told[0], { level: 30, msg: 'laws of error fitted', satellites: 20, classes: 3 });
  await Promise.all([one.keeper.check(), other.keeper.check()]);
  for (const { laws } of [one, other]) {
    t.like(laws.current().of({ ...SATELLITE }), { errorClass: 'starlink', source: 'fitted' });
    t.is(laws.current().identity, NOW.toISOString());
    t.like(laws.fit(), { satellites: 20, fittedAt: NOW });
  }
  one.wait(2 * DAY_MS);
  await one.keeper.check();
  t.is(one.lines.length + other.lines.length, 1, 'nothing was imported since');
});

anyDatabaseTest('a fit that fails leaves the laws before it, and is told', async (t, { knex }) => {
  await importElsets(knex, histories(10));
  const before = await fitErrors(knex, NOW);
  t.true(before.pairs > 500);
  await t.throwsAsync(fitErrors(knex, NOW, AbortSignal.abort(new Error('stopped'))), { message: 'stopped' });
  t.like(await readErrorRows(knex), { pairs: before.pairs, fittedAt: NOW });

  const { keeper, lines, laws, wait } = keeping(knex);
  await importElsets(knex, [elset({ noradNumber: 99 })]);
  await knex.raw(`alter table element_errors add constraint no_more check (age_hours = 0) not valid`);
  try {
    wait(2 * DAY_MS);
    await keeper.check();
    t.like(lines.at(-1), { level: 50, retryInSeconds: 60 });
    t.like(await readErrorRows(knex), { pairs: before.pairs, fittedAt: NOW });
    t.is(laws.current().of(SATELLITE).source, 'fitted');
  } finally {
    await knex.raw(`alter table element_errors drop constraint no_more`);
  }
});

anyDatabaseTest('a stop gives a fit up at once', async (t, { knex }) => {
  await importElsets(knex, histories(20));
  const { keeper, lines } = keeping(knex);
  keeper.start();
  await keeper.stop();
  t.deepEqual(lines, []);
  t.is((await readErrorRows(knex)).fittedAt, null);
});

anyDatabaseTest('sets count of the last 90 days alone', async (t, { knex }) => {
  await importElsets(knex, histories(3));
  const late = new Date(START_US / 1000 + (90 + 4) * DAY_MS);
  const whole = await fitErrors(knex, NOW);
  const rest = await fitErrors(knex, late);
  t.true(rest.pairs > 0 && rest.pairs < whole.pairs, `${rest.pairs} of ${whole.pairs}`);
  t.is((await fitErrors(knex, new Date(START_US / 1000 + HOUR_US / 1000))).leftOut.future_epoch, 3 * 29);
});
