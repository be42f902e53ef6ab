import test from 'ava';
import { csv, ISS } from '../catalogue/fixtures.js';
import { ADA, createAccount, installation } from '../helpers/cli.js';
import { temporaryFile } from '../helpers/files.js';

test('satellites are tracked and untracked by catalogue number', async (t) => {
  const at = await installation(t);
  const catalogue = csv(ISS, { ...ISS, OBJECT_NAME: 'HST', NORAD_CAT_ID: '20580' });
  await at.run('catalogue', 'import', temporaryFile(t, 'catalogue.csv', catalogue));
  await createAccount(at);
  const track = (numbers: string): ReturnType<typeof at.run> => at.run('track', ...ADA, '--norad', numbers);
  const untrack = (numbers: string): ReturnType<typeof at.run> => at.run('untrack', ...ADA, '--norad', numbers);

  t.deepEqual(await track('25544, 20580'), {
    code: 0,
    out: '25544 ISS (ZARYA) is tracked: tracked_satellite_id 1\n20580 HST is tracked: tracked_satellite_id 2\n',
    err: '',
  });
  t.like(await track('25544'), { code: 0, out: '25544 ISS (ZARYA) is tracked: tracked_satellite_id 1\n' });

  const partly = await track('20580,1,2');
  t.like(partly, { code: 1, err: 'sidelobe: not in the catalogue: 1, 2\n' });
  t.is(partly.out, '20580 HST is tracked: tracked_satellite_id 2\n');

  t.deepEqual(await untrack('20580,7'), { code: 0, out: '20580 HST is tracked no more\n7 was not tracked\n', err: '' });
  t.like(await untrack('20580'), { code: 0, out: '20580 was not tracked\n' });

  const wrong = '--norad 25544,x: "x" is no catalogue number; allowed: 1 to 999999999, separated by commas';
  t.deepEqual(await track('25544,x'), { code: 1, out: '', err: `sidelobe: ${wrong}\n` });
  t.like(await untrack('0'), { code: 1, out: '' });
  t.deepEqual(await at.run('track', '--email', 'bob@example.org', '--norad', '25544'), {
    code: 1,
    out: '',
    err: 'sidelobe: no account has the email address bob@example.org: see `sidelobe account list`\n',
  });
});
