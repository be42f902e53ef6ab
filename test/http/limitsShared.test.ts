import test from 'ava';
import { serverInstallation, startTestService } from '../helpers/service.js';

test('of 300 calls at once to two services on one database exactly 100 are answered', async (t) => {
  const settings = await serverInstallation(t);
  if (settings === undefined) {
    t.pass();
    return;
  }
  const first = await startTestService(t, settings);
  const second = await startTestService(t, settings, { demo: false });
  const { token = '', tracked = [] } = first.demo ?? {};
  const path = `/api/v1/interference/available_frequency_bands?tracked_satellite_id=${tracked[0]?.id}`;
  const headers = { authorization: `Bearer ${token}` };
  const replies = await Promise.all(
    Array.from({ length: 300 }, async (_unused, call) => {
      const response = await fetch(`${(call % 2 === 0 ? first : second).url}${path}`, { headers });
      await response.arrayBuffer();
      return { status: response.status, remaining: Number(response.headers.get('x-ratelimit-remaining')) };
    }),
  );
  const answered = replies.filter(({ status }) => status === 200);
  t.is(answered.length, 100);
  t.is(replies.filter(({ status }) => status === 429).length, 200);
  // Each of the hundred took another place.
  t.deepEqual(
    answered.map(({ remaining }) => remaining).toSorted((a, b) => a - b),
    Array.from({ length: 100 }, (_unused, left) => left),
  );

  const other = `${second.url}/api/v1/auth`;
  t.is((await fetch(other, { method: 'DELETE', headers })).status, 200);
  t.is((await first.get('/me', token)).status, 401);
  await Promise.all([first.stop(), second.stop()]);
});
