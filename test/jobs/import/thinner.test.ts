import { upsertCatalogue } from '../../../src/db/catalogue/satellites.js';
import { createThinner } from '../../../src/jobs/import/thinner.js';
import { databaseTest, DAY_US, elset, START_US } from '../../db/fixtures.js';
import { keptLog } from '../../helpers/log.js';

databaseTest('a round deletes what is older than the setting allows, and logs how much', async (t, { knex }) => {
  const { log, lines } = keptLog();
  const thinner = createThinner({ knex, log, keepDays: 20, now: () => new Date(START_US / 1000) });
  await upsertCatalogue(
    knex,
    [-25, -15, -1].map((days) => elset({ epochUs: START_US + days * DAY_US })),
    { bundled: false },
  );
  await thinner.check();
  t.like(lines.at(-1), { level: 30, msg: 'element sets of the past thinned', deleted: 1, keepDays: 20 });
  t.deepEqual(await knex('elsets').orderBy('epoch_us').pluck('epoch_us'), [START_US - 15 * DAY_US, START_US - DAY_US]);
  await thinner.stop();
});
