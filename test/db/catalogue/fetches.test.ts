import { claimFetch, findFetch, listFetches, noteFailure, noteFetched } from '../../../src/db/catalogue/fetches.js';
import { databaseTest as test } from '../fixtures.js';

const URL_A = 'https://a.example/gp.csv';
const AT = new Date('2026-07-10T00:00:00.123Z');
const LATER = new Date('2026-07-10T02:00:00.456Z');

test('of several claims that saw the same state, one is granted', async (t, { knex }) => {
  const granted = async (at: Date): Promise<number> => {
    const seen = await findFetch(knex, URL_A);
    const claims = [0, 1, 2, 3, 4].map(() => claimFetch(knex, URL_A, seen, at));
    return (await Promise.all(claims)).filter(Boolean).length;
  };
  t.is(await granted(AT), 1);
  t.is(await granted(LATER), 1);
  t.deepEqual((await findFetch(knex, URL_A))?.attemptedAt, LATER);
  t.false(await claimFetch(knex, URL_A, undefined, LATER));
});

test('failures are counted until an attempt succeeds, and keep what is known of the data', async (t, { knex }) => {
  await claimFetch(knex, 'https://b.example/gp.csv', undefined, AT);
  await claimFetch(knex, URL_A, undefined, AT);
  const fetched = { status: 200, etag: 'W/"1"', lastModified: null, fetchedAt: LATER };
  const known = { url: URL_A, attemptedAt: AT, ...fetched };
  await noteFetched(knex, URL_A, fetched);
  t.deepEqual(await findFetch(knex, URL_A), { ...known, error: null, failures: 0 });
  await noteFailure(knex, URL_A, { status: 403, error: 'too often' });
  await noteFailure(knex, URL_A, { status: null, error: 'gone' });
  t.deepEqual(await findFetch(knex, URL_A), { ...known, status: null, error: 'gone', failures: 2 });
  await noteFetched(knex, URL_A, fetched);
  t.deepEqual(await findFetch(knex, URL_A), { ...known, error: null, failures: 0 });
  t.like(await listFetches(knex), [
    { url: URL_A, failures: 0 },
    { url: 'https://b.example/gp.csv', status: null, fetchedAt: null, etag: null },
  ]);
  t.is(await findFetch(knex, 'https://c.example/gp.csv'), undefined);
});
