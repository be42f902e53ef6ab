import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { createLatest } from '../../src/web/loading/latest.js';

function recorded(pauseMs = 0) {
  const values: [string, number][] = [];
  const errors: string[] = [];
  const begun: string[] = [];
  const ends = new Map<string, (value: number) => void>();
  const latest = createLatest<number>({
    pauseMs,
    onValue: (key, value) => values.push([key, value]),
    onError: (key) => errors.push(key),
  });
  const want = (key: string) =>
    latest.want(key, async () => {
      begun.push(key);
      return new Promise((resolve) => ends.set(key, resolve));
    });
  const end = async (key: string, value: number) => {
    ends.get(key)?.(value);
    await pause(5);
  };
  return { latest, values, errors, begun, want, end };
}

test('one request is under way at a time, and the last wish comes next', async (t) => {
  const { values, begun, want, end } = recorded();
  for (const key of ['a', 'b', 'c']) want(key);
  t.deepEqual(begun, ['a']);
  await end('a', 1);
  t.deepEqual(begun, ['a', 'c']);
  await end('c', 3);
  t.deepEqual(values, [
    ['a', 1],
    ['c', 3],
  ]);
  want('d');
  t.deepEqual(begun, ['a', 'c', 'd']);
});

test('after an error the next wish is requested; after the end nothing is reported', async (t) => {
  const { latest, values, errors, want, end } = recorded();
  latest.want('bad', async () => {
    throw new Error('no');
  });
  await pause(5);
  t.deepEqual(errors, ['bad']);
  want('a');
  latest.close();
  await end('a', 1);
  t.deepEqual(values, []);
});
