import { setImmediate as turnOfLoop } from 'node:timers/promises';
import test from 'ava';
import { createFairPool } from '../../src/fairness/fairPool.js';
import { createPace } from '../../src/fairness/pace.js';
import { SERVICE } from '../../src/fairness/asker.js';

const LIMITS = { most: 1, mostWaiting: Infinity, patienceMs: Infinity };

function asker(account: number) {
  return { ...SERVICE, account };
}

test('one account that never waits for anything lets the loop turn every few turns', async (t) => {
  const pool = createFairPool([0], { ...LIMITS, pace: createPace({ size: 1 }) });
  const served: number[] = [];
  const all = Array.from({ length: 100 }, async (_, i) => {
    const { release } = await pool.acquire(asker(1));
    served.push(i);
    release();
  });
  const seen: number[] = [];
  while (served.length < 100 && seen.length < 100) {
    await turnOfLoop();
    seen.push(served.length);
  }
  await Promise.all(all);
  const steps = seen.map((count, i) => count - (seen[i - 1] ?? 0));
  t.true(Math.max(...steps) <= 16, String(steps));
});

test('while others are there an account rests after a turn, twice as long as that took and a millisecond at most', async (t) => {
  const clock = { ms: 1000 };
  const pool = createFairPool([0], { ...LIMITS, pace: createPace({ size: 2 }) }, () => clock.ms);
  const served: string[] = [];
  const take = async (name: string, account: number, ms: number): Promise<void> => {
    const { release } = await pool.acquire(asker(account));
    served.push(name);
    clock.ms += ms;
    release();
  };
  const turns = async (): Promise<void> => {
    for (let i = 0; i < 3; i++) await turnOfLoop();
  };
  await take('a1', 1, 0.25);
  const second = take('a2', 1, 30);
  await turns();
  t.deepEqual(served, ['a1']);
  await take('b1', 2, 0);
  t.deepEqual(served, ['a1', 'b1'], 'the other one has its turn meanwhile');
  clock.ms += 0.5;
  await second;
  const third = take('a3', 1, 0);
  clock.ms += 0.99;
  await turns();
  t.deepEqual(served, ['a1', 'b1', 'a2']);
  clock.ms += 0.01;
  await third;
  t.is(served.at(-1), 'a3');
});

test('who is alone does not rest', async (t) => {
  const clock = { ms: 0 };
  const pool = createFairPool([0], { ...LIMITS, pace: createPace({ size: 1 }) }, () => clock.ms);
  for (let i = 0; i < 5; i++) (await pool.acquire(asker(1))).release();
  t.is(pool.free, 1);
});
