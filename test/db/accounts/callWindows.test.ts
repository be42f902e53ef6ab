import test from 'ava';
import { CallWindows } from '../../../src/db/accounts/callWindows.js';

const LENGTH_MS = 60_000;

test('windows that have ended are dropped when another begins', (t) => {
  const windows = new CallWindows();
  for (let key = 0; key < 1_000; key++) windows.begin(`key ${key}`, key, LENGTH_MS);
  t.is(windows.size, 1_000);
  t.is(windows.current('key 300', LENGTH_MS, LENGTH_MS)?.endMs, LENGTH_MS + 300);
  windows.begin('another', LENGTH_MS + 299, LENGTH_MS);
  t.is(windows.size, 701);
  windows.begin('another', 3 * LENGTH_MS, LENGTH_MS);
  t.is(windows.size, 1);
});

test('windows from before the clock was set back are dropped likewise', (t) => {
  const windows = new CallWindows();
  for (const key of ['a', 'b']) windows.begin(key, 10 * LENGTH_MS, LENGTH_MS);
  t.is(windows.current('a', LENGTH_MS, LENGTH_MS), undefined);
  windows.begin('c', LENGTH_MS, LENGTH_MS);
  t.is(windows.size, 1);
});

test('of more keys than are kept, those whose windows began first are forgotten', (t) => {
  const windows = new CallWindows(3);
  const begin = (key: string, nowMs: number): void => {
    windows.begin(key, nowMs, LENGTH_MS).calls = 1;
  };
  ['a', 'b', 'c', 'd'].forEach(begin);
  t.is(windows.size, 3);
  const kept = ['a', 'b', 'c', 'd'].filter((key) => windows.current(key, 4, LENGTH_MS) !== undefined);
  t.deepEqual(kept, ['b', 'c', 'd']);
});
