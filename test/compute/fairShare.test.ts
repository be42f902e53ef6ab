import test from 'ava';
import { createFairShare } from '../../src/compute/fairShare.js';

/** Tasks that run until they are let go; the order in which they began. */
function tasks() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    task: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await turn();
    },
  };
}

/** Until everything that can go on has done so. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('an account has all threads while nobody waits, and half of them while somebody does', async (t) => {
  const pool = { threads: 4, waiting: 0 };
  const share = createFairShare(pool);
  const { begun, task, end } = tasks();
  const all = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => share.run(1, task(name)));
  await turn();
  t.deepEqual(begun, ['a', 'b', 'c', 'd']);
  pool.waiting = 1;
  await end('a');
  await end('b');
  t.deepEqual(begun, ['a', 'b', 'c', 'd'], 'two still run');
  await end('c');
  t.deepEqual(begun.slice(4), ['e']);
  pool.waiting = 0;
  await end('d');
  t.deepEqual(begun.slice(4), ['e', 'f', 'g']);
  for (const name of ['e', 'f', 'g']) await end(name);
  t.deepEqual(await Promise.all(all), ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
});

test('accounts have shares of their own', async (t) => {
  const share = createFairShare({ threads: 2, waiting: 3 });
  const { begun, task, end } = tasks();
  const all = [share.run(1, task('a')), share.run(1, task('b')), share.run(2, task('c'))];
  await turn();
  t.deepEqual(begun, ['a', 'c']);
  await end('c');
  t.deepEqual(begun, ['a', 'c']);
  await end('a');
  t.deepEqual(begun, ['a', 'c', 'b']);
  await end('b');
  await Promise.all(all);
});

test('the only thread is everybody’s, and a task that fails makes room', async (t) => {
  const share = createFairShare({ threads: 1, waiting: 5 });
  const { begun, task, end } = tasks();
  const failing = share.run(1, () => Promise.reject(new Error('no')));
  const next = share.run(1, task('a'));
  await t.throwsAsync(failing, { message: 'no' });
  await turn();
  t.deepEqual(begun, ['a']);
  await end('a');
  t.is(await next, 'a');
});
