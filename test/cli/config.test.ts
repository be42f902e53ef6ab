import test from 'ava';
import { start } from '../helpers/cli.js';

test('config check prints every setting, hides secrets, and ends with 1 and a line for each fault', async (t) => {
  const good = await start(t, { PORT: '8081', DATABASE_URL: 'postgres://a:secret@b/c' }, 'config', 'check').ended;
  t.is(good.code, 0, good.err);
  t.regex(good.out, /^PORT +8081 +environment$/m);
  t.regex(good.out, /^DATABASE_URL +… +environment$/m);
  t.regex(good.out, /^SERIES_CACHE_MB +512 +default$/m);
  t.true(good.out.endsWith('the settings are valid\n'));
  t.false(good.out.includes('secret'));

  const bad = await start(t, { PORT: '70000', WORKERS: 'many' }, 'config', 'check').ended;
  t.is(bad.code, 1);
  t.is(bad.err.trim().split('\n').length, 2, bad.err);
  t.regex(bad.err, /^sidelobe: PORT="70000": /m);
  t.regex(bad.err, /^sidelobe: WORKERS="many": /m);
});
