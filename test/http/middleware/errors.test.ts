import test from 'ava';
import { ClientGone, MemoryTooSmall, type NotDone, Overloaded, Unavailable, WindowGone } from '../../../src/errors.js';
import { insertStation } from '../../../src/db/analysis/stations.js';
import { BASE, ISS, withServer } from '../../helpers/server.js';

const ANSWERS: readonly [reason: NotDone, status: number, code: string][] = [
  [new Overloaded('too much is asked', 7), 503, 'OVERLOADED'],
  [new MemoryTooSmall('SERIES_CACHE_MB=16 is too small'), 503, 'UNAVAILABLE'],
  [new MemoryTooSmall('a map takes too much'), 503, 'UNAVAILABLE'],
  [new Unavailable('no thread answers', 2), 503, 'UNAVAILABLE'],
  [new WindowGone('a newer window is there', 1), 503, 'ANALYSIS_NOT_READY'],
  [new ClientGone('nobody waits'), 400, 'BAD_REQUEST'],
];

test('each error of the layers below has a status, a code, a message and a time to come back', (t) =>
  withServer(t, async ({ call, analysis, enterprise, log }) => {
    for (const [reason, status, code] of ANSWERS) {
      analysis.gate = Promise.reject(reason);
      const query = `tracked_satellite_id=${enterprise.tracked[ISS]}&lat=1&lon=2&timestamp=2025-12-06T08:05:00Z`;
      const answer = await call(`${BASE}/interference/at_point?${query}`, { token: enterprise.token });
      t.is(answer.status, status, reason.name);
      t.like(answer.json.error, { code, message: reason.message });
      t.is(answer.headers.get('retry-after'), reason.retryAfterSeconds?.toString() ?? null);
    }
    const told = log.filter(({ msg }) => msg === 'the memory is too small for a question');
    t.deepEqual(
      told.map(({ reason }) => reason),
      ['SERIES_CACHE_MB=16 is too small'],
    );
  }));

test('additions to an account that was deleted meanwhile are refused like an unknown token', (t) =>
  withServer(t, async ({ call, analysis, db, enterprise, log }) => {
    const nobodys = { accountId: 999, name: 'Berlin', latitudeDeg: 52, longitudeDeg: 13 };
    analysis.gate = Promise.reject(await t.throwsAsync(insertStation(db.knex, nobodys)));
    const query = `tracked_satellite_id=${enterprise.tracked[ISS]}&lat=1&lon=2&timestamp=2025-12-06T08:05:00Z`;
    const answer = await call(`${BASE}/interference/at_point?${query}`, { token: enterprise.token });
    t.is(answer.status, 401);
    t.like(answer.json.error, { code: 'UNAUTHORIZED', message: 'the account was deleted' });
    t.false(log.some(({ msg }) => msg === 'unexpected error'));
  }));
