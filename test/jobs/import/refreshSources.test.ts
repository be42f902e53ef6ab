import type { Knex } from 'knex';
import { listFetches } from '../../../src/db/catalogue/fetches.js';
import { catalogueRevision, listImports } from '../../../src/db/catalogue/imports.js';
import { catalogueStatus } from '../../../src/db/catalogue/satellites.js';
import { type Refreshed, refreshSources } from '../../../src/jobs/import/refreshSources.js';
import { csv, ISS, stationary, televisionList, TRANSPONDER } from '../../catalogue/fixtures.js';
import { databaseTest, importElsets } from '../../db/fixtures.js';
import { freePort } from '../../helpers/files.js';
import { publisher } from '../../helpers/publisher.js';

const HST = { ...ISS, OBJECT_NAME: 'HST', NORAD_CAT_ID: '20580' };
const DOWNLINKS = 'norad_cat_id,downlink_low_hz,downlink_high_hz\n25544,2287500000,\n';
const START_MS = Date.UTC(2026, 6, 10);
const HOUR_MS = 3_600_000;

/** Imitates a process that refreshes the catalogue from these addresses every two hours. */
function refreshing(knex: Knex, catalogueUrls: string[], transmittersUrls: string[] = []) {
  let clock = START_MS;
  const settings = { catalogueUrls, transmittersUrls, refreshHours: 2 };
  return {
    refresh: () => refreshSources({ knex, settings, now: () => new Date(clock) }),
    /** Advances the clock. */
    wait: (hours: number) => void (clock += hours * HOUR_MS),
  };
}

const outcomes = (results: Refreshed[]): string[] => results.map(({ outcome }) => outcome);

databaseTest('an address is asked when it is due, and data that is known is not sent again', async (t, { knex }) => {
  const from = await publisher(t, csv(ISS));
  const { refresh, wait } = refreshing(knex, [from.address]);
  t.deepEqual(await refresh(), [
    {
      source: from.address,
      outcome: 'imported',
      format: 'omm-csv',
      rowsRead: 1,
      added: 1,
      changed: 0,
      unchanged: 0,
      rejected: 0,
    },
  ]);
  t.deepEqual(await refresh(), []);
  wait(1.99);
  t.deepEqual(await refresh(), []);
  t.is(from.requests.length, 1);
  t.is(from.requests[0]?.headers['if-none-match'], undefined);

  wait(0.01);
  t.deepEqual(await refresh(), [{ source: from.address, outcome: 'unchanged' }]);
  t.is(from.requests[1]?.headers['if-none-match'], '"0"');
  t.is((await listImports(knex, 10)).length, 1);

  from.publish(csv(ISS, HST, { ...HST, MEAN_MOTION: '0' }));
  wait(2);
  t.like(await refresh(), [{ outcome: 'imported', rowsRead: 3, added: 1, unchanged: 1, rejected: 1 }]);
  wait(2);
  t.deepEqual(outcomes(await refresh()), ['unchanged']);
  t.is(from.requests.at(-1)?.headers['if-none-match'], '"1"');
  t.is((await catalogueStatus(knex)).satellites, 2);
});

databaseTest(
  'a date of change serves where there is no ETag, and without either all data is sent',
  async (t, { knex }) => {
    const from = await publisher(t);
    const { refresh, wait } = refreshing(knex, [from.address]);
    const date = 'Fri, 10 Jul 2026 00:00:00 GMT';
    from.answer((request, response) => {
      if (request.headers['if-modified-since'] === date) response.writeHead(304).end();
      else response.writeHead(200, { 'last-modified': date }).end(csv(ISS));
    });
    const expected = ['imported', 'unchanged', 'unchanged'];
    for (const outcome of expected) {
      t.deepEqual(outcomes(await refresh()), [outcome]);
      wait(2);
    }
    from.answer((_, response) => response.end(csv(ISS)));
    t.like(await refresh(), [{ outcome: 'imported', added: 0, unchanged: 1 }]);
    wait(2);
    t.like(await refresh(), [{ outcome: 'imported', added: 0, unchanged: 1 }]);
    t.is(from.requests.at(-1)?.headers['if-modified-since'], undefined);
  },
);

databaseTest('an address that does not answer is asked again after five minutes, ten, twenty', async (t, { knex }) => {
  const { refresh, wait } = refreshing(knex, [`http://127.0.0.1:${await freePort()}/gp.csv`]);
  t.deepEqual(outcomes(await refresh()), ['failed']);
  for (const minutes of [5, 10, 20]) {
    wait((minutes - 1) / 60);
    t.deepEqual(await refresh(), []);
    wait(1.1 / 60);
    t.deepEqual(outcomes(await refresh()), ['failed']);
  }
});

databaseTest(
  'after failures an address is asked ever more rarely, at least once a day, and its earlier data stays',
  async (t, { knex }) => {
    const from = await publisher(t, csv(ISS));
    const { refresh, wait } = refreshing(knex, [from.address]);
    await refresh();
    from.answer((_, response) => response.writeHead(500, { 'content-type': 'text/plain' }).end('out of\norder'));
    const waits: number[] = [];
    let asked = from.requests.length;
    for (let hours = 0, since = 0; hours < 100; hours++) {
      wait(1);
      since++;
      const [result] = await refresh();
      if (from.requests.length === asked) continue;
      asked = from.requests.length;
      waits.push(since);
      since = 0;
      t.like(result, {
        outcome: 'failed',
        reason: `${from.address}: the server answered 500 Internal Server Error: out of order`,
      });
    }
    t.deepEqual(waits, [2, 2, 4, 8, 16, 24, 24]);
    t.like(await listFetches(knex), [{ url: from.address, status: 500, failures: 7, etag: '"0"' }]);
    t.is((await catalogueStatus(knex)).satellites, 1);

    from.publish(csv(ISS, HST));
    wait(24);
    t.deepEqual(outcomes(await refresh()), ['imported']);
    wait(2);
    t.deepEqual(outcomes(await refresh()), ['unchanged']);
    t.like(await listFetches(knex), [{ status: 304, failures: 0, error: null, etag: '"1"' }]);
  },
);

for (const [what, listener, reason] of [
  ['refuses', (_: unknown, response) => response.writeHead(403).end(), /the server answered 403 Forbidden$/],
  ['sends no catalogue', (_: unknown, response) => response.end('<html><title>Sorry'), /an HTML page, titled "Sorry"/],
  ['says unasked that nothing changed', (_: unknown, response) => response.writeHead(304).end(), /304 Not Modified$/],
] satisfies [string, Parameters<Awaited<ReturnType<typeof publisher>>['answer']>[0], RegExp][]) {
  databaseTest(
    `an address that ${what} leaves the others alone, and is told with the reason and its next time`,
    async (t, { knex }) => {
      const [bad, good] = [await publisher(t), await publisher(t, csv(ISS))];
      bad.answer(listener);
      const withUser = bad.address.replace('//', '//ann:secret@');
      const results = await refreshing(knex, [withUser, good.address]).refresh();
      t.like(results, [
        { source: bad.address, outcome: 'failed', nextAt: new Date(START_MS + 2 * HOUR_MS) },
        { source: good.address, outcome: 'imported', added: 1 },
      ]);
      const [first] = results;
      t.regex(first?.outcome === 'failed' ? first.reason : '', reason);
      const failed = (await listFetches(knex)).find(({ url }) => url === bad.address);
      t.like(failed, { failures: 1, fetchedAt: null, etag: null });
      t.regex(failed?.error ?? '', reason);
      t.false(JSON.stringify([results, await listFetches(knex)]).includes('secret'));
      t.truthy(bad.requests[0]?.headers.authorization);
    },
  );
}

databaseTest('of several processes that refresh at once only one asks, at first and later', async (t, { knex }) => {
  const from = await publisher(t, csv(ISS));
  const processes = [1, 2, 3, 4].map(() => refreshing(knex, [from.address]));
  for (let round = 1; round <= 3; round++) {
    const results = await Promise.all(processes.map(({ refresh }) => refresh()));
    t.is(results.flat().length, 1);
    t.is(from.requests.length, round);
    for (const { wait } of processes) wait(2);
  }
});

databaseTest('data of several addresses in one round makes one revision of the catalogue', async (t, { knex }) => {
  const [first, second, downlinks] = [
    await publisher(t, csv(ISS)),
    await publisher(t, csv(HST)),
    await publisher(t, DOWNLINKS),
  ];
  const { refresh, wait } = refreshing(knex, [first.address, second.address], [downlinks.address]);
  t.deepEqual(outcomes(await refresh()), ['imported', 'imported', 'imported']);
  t.is(new Set((await listImports(knex, 10)).map(({ createdAt }) => createdAt.getTime())).size, 1);
  t.like(await catalogueStatus(knex), { satellites: 2, transmitters: 1 });

  const revision = await catalogueRevision(knex);
  downlinks.publish(DOWNLINKS.replace('2287500000', '2287600000'));
  wait(2);
  t.deepEqual(outcomes(await refresh()).toSorted(), ['imported', 'unchanged', 'unchanged']);
  t.true((await catalogueRevision(knex)) > revision);
});

databaseTest('data that could not be stored is requested again in full, not only if changed', async (t, { knex }) => {
  const from = await publisher(t, csv(ISS));
  const { refresh, wait } = refreshing(knex, [from.address]);
  await knex.raw('alter table imports add constraint refused check (kind is null)');
  try {
    await t.throwsAsync(refresh(), { message: /refused/ });
  } finally {
    await knex.raw('alter table imports drop constraint refused');
  }
  t.deepEqual(await refresh(), []);
  wait(2);
  t.deepEqual(outcomes(await refresh()), ['imported']);
  t.is(from.requests[1]?.headers['if-none-match'], undefined);
});

databaseTest(
  'a clock that is set back by more than a day does not keep an address from being asked',
  async (t, { knex }) => {
    const from = await publisher(t, csv(ISS));
    const { refresh, wait } = refreshing(knex, [from.address]);
    await refresh();
    wait(-23);
    t.deepEqual(await refresh(), []);
    wait(-2);
    t.deepEqual(outcomes(await refresh()), ['unchanged']);
  },
);

databaseTest('a television list that comes before any catalogue fails alone', async (t, { knex }) => {
  const list = await publisher(t, televisionList([130, 'A', TRANSPONDER]));
  const others = await publisher(t, DOWNLINKS);
  const { refresh, wait } = refreshing(knex, [], [list.address, others.address]);
  t.like(await refresh(), [
    { outcome: 'failed', source: list.address },
    { outcome: 'imported', added: 1 },
  ]);
  const failed = (await listFetches(knex)).find(({ url }) => url === list.address);
  t.like(failed, { failures: 1, etag: null });
  t.regex(failed?.error ?? '', /by orbital slot.*import one with/);
  await importElsets(knex, [stationary(5, 'A', 13)]);
  wait(2);
  t.like(await refresh(), [{ outcome: 'unchanged' }, { outcome: 'imported', added: 1, warnings: 0 }]);
});
