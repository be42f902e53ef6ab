import type { Knex } from 'knex';
import { listFetches } from '../../../src/db/catalogue/fetches.js';
import { createRefresher } from '../../../src/jobs/import/refresher.js';
import { csv, ISS, ISS_TLE } from '../../catalogue/fixtures.js';
import { databaseTest, elset, importElsets } from '../../db/fixtures.js';
import { keptLog } from '../../helpers/log.js';
import { publisher } from '../../helpers/publisher.js';

const HST = { ...ISS, OBJECT_NAME: 'HST', NORAD_CAT_ID: '20580' };
const HOUR_MS = 3_600_000;

function refreshing(knex: Knex, ...catalogueUrls: string[]) {
  const { log, lines } = keptLog();
  let clock = Date.UTC(2026, 6, 10);
  let changes = 0;
  const refresher = createRefresher({
    knex,
    settings: { catalogueUrls, transmittersUrls: [], refreshHours: 2 },
    log,
    now: () => new Date(clock),
    onChange: async () => void changes++,
  });
  return {
    refresher,
    lines,
    /** Number of calls of `onChange`, which tells that the catalogue has changed. */
    changes: () => changes,
    /** Advances the clock. */
    wait: (hours: number) => void (clock += hours * HOUR_MS),
  };
}

databaseTest('imports are logged with their counts, and listeners hear of changes alone', async (t, { knex }) => {
  const from = await publisher(t, csv(ISS));
  const { refresher, lines, changes, wait } = refreshing(knex, from.address);
  await Promise.all([refresher.check(), refresher.check()]);
  t.is(changes(), 1);
  const counts = { rowsRead: 1, added: 1, changed: 0, unchanged: 0, rejected: 0 };
  t.like(lines.at(-1), { level: 30, msg: 'source imported', source: from.address, format: 'omm-csv', ...counts });
  await refresher.check();
  t.is(lines.length, 1);

  wait(2);
  await refresher.check();
  t.like(lines.at(-1), { level: 30, msg: 'source unchanged', source: from.address });
  from.answer((_, response) => response.end(csv(ISS)));
  wait(2);
  await refresher.check();
  t.like(lines.at(-1), { msg: 'source imported', added: 0, unchanged: 1 });
  t.is(changes(), 1);

  from.answer((_, response) => response.writeHead(503).end());
  wait(2);
  await refresher.check();
  t.like(lines.at(-1), { level: 40, nextAt: '2026-07-10T08:00:00.000Z' });
  t.regex(String(lines.at(-1)?.['reason']), /503 Service Unavailable$/);
  t.is(lines.length, 4);
});

databaseTest(
  'a source that leaves satellites out is named in a warning, once it is known that there are such',
  async (t, { knex }) => {
    const from = await publisher(t, ISS_TLE.join('\n'));
    const { refresher, lines } = refreshing(knex, from.address);
    await importElsets(knex, [elset({ noradNumber: 100_001 })]);
    await refresher.check();
    t.like(lines.at(-1), { level: 40, msg: 'source imported, but it leaves satellites out', format: 'tle', added: 1 });
    t.regex(String(lines.at(-1)?.['notice']), /^TLE has no numbers above 99999 .* Import OMM as CSV or JSON/);
    t.deepEqual(await knex('elsets').distinct().pluck('source'), ['gp']);
  },
);

databaseTest('the age is that of the address whose data is oldest, once all have given some', async (t, { knex }) => {
  const [first, second] = [await publisher(t, csv(ISS)), await publisher(t)];
  const { refresher, wait } = refreshing(knex, first.address, second.address);
  t.is(refresher.ageSeconds(), undefined);
  await refresher.check();
  t.is(refresher.ageSeconds(), undefined);
  second.publish(csv(HST));
  wait(2);
  await refresher.check();
  t.is(refresher.ageSeconds(), 0);
  first.answer((_, response) => response.writeHead(500).end());
  wait(2);
  await refresher.check();
  t.is(refresher.ageSeconds(), 7_200);
  const restarted = refreshing(knex, first.address, second.address);
  restarted.wait(5);
  await restarted.refresher.check();
  t.is(restarted.refresher.ageSeconds(), 10_800);
});

databaseTest(
  'a download under way when the refresher stops is given up, and is no failure of the address',
  async (t, { knex }) => {
    const from = await publisher(t);
    const asked = new Promise<void>((resolve) => {
      from.answer((_, response) => {
        response.write('OBJECT_NAME');
        resolve();
      });
    });
    const { refresher, lines } = refreshing(knex, from.address);
    refresher.start();
    await asked;
    await refresher.stop();
    t.deepEqual(lines, []);
    t.like(await listFetches(knex), [{ url: from.address, failures: 0, error: null, fetchedAt: null }]);
  },
);
