import test from 'ava';
import { elset, importElsets } from '../db/fixtures.js';
import { installation } from '../helpers/cli.js';
import { historyOf } from '../helpers/histories.js';
import { today } from '../helpers/clock.js';

test('errors are shown with their source, fitted by command, and shown as fitted', async (t) => {
  const at = await installation(t);
  const before = await at.run('errors', 'show');
  t.like(before, { code: 0, err: '' });
  t.regex(before.out, /^no errors have been fitted yet\n\nclass +source +pairs +age +50 % +68 % +90 % +99 %\n/);
  t.regex(before.out, /\nStarlink +published +- +3 h +0\.93 km/);
  t.regex(before.out, /\nperigee below 450 km +as all +0\n/);
  t.regex(before.out, /\nall +model +- +3 h +0\.6\d km/);

  const fromUs = 1000 * ((await today()).getTime() - 30 * 86_400_000);
  const sets = historyOf({ count: 100, everyHours: 6, first: { epochUs: fromUs } });
  await at.look((knex) =>
    importElsets(
      knex,
      [...sets, ...sets.map((one) => ({ ...one, bstar: 1e-5 }))].map((one) =>
        elset({ ...one, noradNumber: 56_000, name: 'ONEWEB-0001' }),
      ),
    ),
  );
  const fitted = await at.run('errors', 'fit');
  t.like(fitted, { code: 0, err: '' });
  t.regex(
    fitted.out,
    /^fitted in \d+\.\d s to 6\d\d pairs of element sets of 1 satellite; left out: same epoch 100\n$/,
  );
  const { out } = await at.run('errors', 'show');
  t.regex(out, /^fitted at \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ to 6\d\d pairs of element sets of 1 satellite; left out/);
  t.regex(out, /\noneweb +as its satellites’ perigees +6\d\d\n/);
});
