import test from 'ava';
import { sideBySide } from '../../../src/jobs/sweep/sweepParts.js';
import { until } from '../../helpers/until.js';

const aTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('when one fails the others stop, before the failure is told', async (t) => {
  const failure = new Error('it broke');
  let turn = 0;
  let stopped = 0;
  const works = sideBySide({ threads: 3 }, async (stop) => {
    const mine = turn++;
    await aTurn();
    if (mine === 1) throw failure;
    await until(() => stop.aborted, 'the others to be stopped');
    await aTurn();
    stopped++;
    stop.throwIfAborted();
  });
  t.is(await t.throwsAsync(works), failure);
  t.is(stopped, 2);
});

test('the signal stops them all', async (t) => {
  const stopping = new AbortController();
  const works = sideBySide({ threads: 2, signal: stopping.signal }, async (stop) => {
    await until(() => stop.aborted, 'the signal');
    stop.throwIfAborted();
  });
  stopping.abort(new Error('enough'));
  await t.throwsAsync(works, { message: 'enough' });
});
