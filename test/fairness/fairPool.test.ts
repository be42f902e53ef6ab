import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { Overloaded } from '../../src/errors.js';
import type { Asker } from '../../src/fairness/asker.js';
import { createCompany } from '../../src/fairness/company.js';
import { createFairPool, type FairPool, type FairPoolLimits, type Held } from '../../src/fairness/fairPool.js';

const LIMITS: FairPoolLimits = { most: 4, mostWaiting: 100, patienceMs: Infinity };

/** A pool with a clock that stands still unless it is moved, and who was served, in that order. */
function sharing(count: number, limits: Partial<FairPoolLimits> = {}) {
  const clock = { ms: 0 };
  const items = Array.from({ length: count }, (_, i) => i);
  const pool: FairPool<number> = createFairPool(items, { ...LIMITS, most: count, ...limits }, () => clock.ms);
  const served: string[] = [];
  const taken = new Map<string, Held<number>>();
  return {
    clock,
    pool,
    served,
    ask: (
      name: string,
      account: number,
      { rank = 0, isPart = false, signal = new AbortController().signal } = {},
    ): Promise<void> => {
      const asked = pool.acquire({ account, signal }, rank, isPart).then((share) => {
        served.push(name);
        taken.set(name, share);
      });
      // Some are refused, and a test looks at few of them.
      asked.catch(() => undefined);
      return asked;
    },
    end: async (name: string): Promise<void> => {
      taken.get(name)?.release();
      await turn();
    },
  };
}

/** Account that comes last in some tests. */
const LAST = 0;

/** Until everything that can go on has done so. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

async function refused(t: ExecutionContext, waiting: Promise<unknown>, message: RegExp): Promise<Overloaded> {
  const error = await t.throwsAsync<Overloaded>(waiting, { instanceOf: Overloaded });
  t.regex(error.message, message);
  return error;
}

test('an account has everything while nobody else waits, and gets no more than half while somebody does', async (t) => {
  const { ask, end, served } = sharing(4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8']) void ask(name, 1);
  await turn();
  t.deepEqual(served, ['a1', 'a2', 'a3', 'a4']);
  for (const name of ['b1', 'b2', 'b3']) void ask(name, 2);
  await end('a1');
  await end('a2');
  t.deepEqual(served.slice(4), ['b1', 'b2'], 'two each now');
  await end('a3');
  t.deepEqual(served.slice(6), ['a5'], 'two each still');
  await end('b1');
  t.deepEqual(served.slice(7), ['b3']);
  await end('b2');
  t.deepEqual(served.slice(8), ['a6'], 'nobody else waits');
});

test('accounts that wait are served in turns, whoever asks for most', async (t) => {
  const { ask, end, served } = sharing(1);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 1);
  for (const name of ['b1', 'b2']) void ask(name, 2);
  void ask('c1', 3);
  await turn();
  for (let i = 0; i < 6; i++) await end(served.at(-1) ?? '');
  t.deepEqual(served, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('within an account the lowest rank is first, then whoever came first', async (t) => {
  const { ask, end, served } = sharing(1);
  void ask('now', 1);
  void ask('second', 1, { rank: 1 });
  void ask('third', 1, { rank: 1 });
  void ask('last', 1, { rank: 2 });
  void ask('first', 1, { rank: 0 });
  await turn();
  for (let i = 0; i < 4; i++) await end(served.at(-1) ?? '');
  t.deepEqual(served, ['now', 'first', 'second', 'third', 'last']);
});

test('no account holds more than the most, though there are more', async (t) => {
  const { ask, end, served, pool } = sharing(6, { most: 2 });
  for (const name of ['a1', 'a2', 'a3']) void ask(name, 1);
  await turn();
  t.deepEqual([served, pool.free, pool.waiting], [['a1', 'a2'], 4, 1]);
  await ask('b1', 2);
  await end('a1');
  t.deepEqual(served, ['a1', 'a2', 'b1', 'a3']);
});

test('who goes away while waiting leaves the queue, and costs nobody a turn', async (t) => {
  const { ask, end, served, pool } = sharing(1);
  await ask('a1', 1);
  const controller = new AbortController();
  const gone = ask('a2', 1, { signal: controller.signal });
  void ask('a3', 1);
  controller.abort(new Error('gone'));
  await t.throwsAsync(gone, { message: 'gone' });
  t.is(pool.waiting, 1);
  await t.throwsAsync(ask('a4', 1, { signal: controller.signal }), { message: 'gone' });
  await end('a1');
  t.deepEqual(served, ['a1', 'a3']);
});

test('more of an account than may wait are refused at once', async (t) => {
  const { ask, end, served } = sharing(1, { mostWaiting: 1 });
  await ask('a1', 1);
  void ask('a2', 1);
  await refused(t, ask('a3', 1), /1 questions of this account wait already/);
  void ask('b1', 2);
  await end('a1');
  t.deepEqual(served, ['a1', 'b1'], 'other accounts have places of their own');
});

test('who would be expected to wait for too long is refused at once, and nobody else', async (t) => {
  const { ask, clock, end, pool } = sharing(2, { admittedMs: 2000, usualMs: 500 });
  await ask('a1', 1);
  await ask('a2', 1);
  for (const name of ['a3', 'a4', 'a5']) void ask(name, 1);
  t.is(pool.waiting, 3, 'a fourth would have to wait for four, half a second each');
  t.notThrows(() => pool.admit(1));
  void ask('a6', 1);
  const error = await refused(t, ask('a7', 1), /4 questions of this account wait already, for some 3 s/);
  t.true((error.retryAfterSeconds ?? 0) >= 3 && (error.retryAfterSeconds ?? 0) <= 6, String(error.retryAfterSeconds));
  t.throws(() => pool.admit(1), { instanceOf: Overloaded });
  t.notThrows(() => pool.admit(2), 'another account has a queue of its own');
  // Each of two held side by side for 100 ms keeps the next one for 50.
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) {
    clock.ms += 50;
    await end(name);
  }
  t.notThrows(() => pool.admit(1), 'they take less than was thought');
  t.is(pool.waiting, 0);
});

test.serial(
  'what one account’s questions take says little of another’s, and is remembered when it comes back',
  async (t) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { ask, clock, end, pool } = sharing(3, { most: 1, admittedMs: 2000 });
      for (let i = 0; i < 20; i++) {
        await ask('a', 1);
        clock.ms += 3000;
        await end('a');
        await ask('b', 2);
        clock.ms += 10;
        await end('b');
      }
      mock.timers.tick(1000);
      for (const account of [1, 2]) for (const name of ['first', 'second']) void ask(`${name} of ${account}`, account);
      t.throws(() => pool.admit(1), { instanceOf: Overloaded }, 'some 3 s each');
      t.notThrows(() => pool.admit(2), 'some 10 ms each');
    } finally {
      mock.timers.reset();
    }
  },
);

test('a lower rank waits only for those of its own and lower ones', async (t) => {
  const { ask, pool, end, served, clock } = sharing(1, { admittedMs: 2000, usualMs: 500 });
  await ask('now', 1);
  for (const name of ['1', '2', '3', '4']) void ask(name, 1, { rank: 1 });
  t.throws(() => pool.admit(1, 1), { instanceOf: Overloaded });
  t.notThrows(() => pool.admit(1, 0));
  void ask('cheap', 1);
  clock.ms += 1;
  await end('now');
  t.deepEqual(served, ['now', 'cheap']);
});

test('where all items are held, an account waits for the turns of the others too', async (t) => {
  const { ask, pool } = sharing(1, { admittedMs: 2000, usualMs: 300 });
  await ask('a1', 1);
  for (const account of [2, 3, 4]) for (const name of ['1', '2']) void ask(`${name} of ${account}`, account);
  void ask('a2', 1);
  t.is(pool.waiting, 7);
  t.throws(() => pool.admit(1), { instanceOf: Overloaded }, 'two of each of four accounts come before');
});

test('whoever was let in is served, though it takes longer than was expected', async (t) => {
  const { ask, clock, end, pool, served } = sharing(1, { admittedMs: 2000 });
  await ask('a1', 1);
  for (const name of ['a2', 'a3', 'a4']) void ask(name, 1);
  for (const name of ['a1', 'a2', 'a3']) {
    clock.ms += 30_000;
    await end(name);
  }
  t.deepEqual(served, ['a1', 'a2', 'a3', 'a4']);
  void ask('a5', 1);
  t.throws(() => pool.admit(1), { instanceOf: Overloaded });
  const part = ask('part', 1, { isPart: true });
  await end('a4');
  await end('a5');
  await part;
  t.pass('a part of a question that was let in is, too');
});

test.serial('accounts of one company have their share of each pool, whichever the others ask', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const company = createCompany();
    const [one, other] = [sharing(4, { mostBeside: 2, company }), sharing(4, { company })];
    await other.ask('b1', 2);
    for (const name of ['a1', 'a2', 'a3', 'a4']) void one.ask(name, 1);
    await turn();
    t.deepEqual(one.served, ['a1', 'a2']);
    await other.end('b1');
    mock.timers.tick(100);
    await one.end('a1');
    t.deepEqual(one.served, ['a1', 'a2', 'a3', 'a4']);
  } finally {
    mock.timers.reset();
  }
});

test.serial('where nothing comes back, nobody waits longer than the patience', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { ask, pool } = sharing(1, { patienceMs: 4000 });
    await ask('a1', 1);
    const late = ask('b1', 2);
    mock.timers.tick(3999);
    t.is(pool.waiting, 1);
    mock.timers.tick(1);
    await refused(t, late, /for some 4 s/);
    t.is(pool.waiting, 0);
  } finally {
    mock.timers.reset();
  }
});

test('whoever asks and goes, no item is given twice or lost, and no account is beyond its bounds', async (t) => {
  const step = fc.record({
    what: fc.constantFrom('ask', 'ask', 'end', 'go'),
    account: fc.integer({ min: 1, max: 3 }),
    which: fc.nat({ max: 20 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 80 }), async (steps) => {
      const pool = createFairPool([0, 1, 2, 3], { most: 3, mostWaiting: 4, patienceMs: Infinity });
      const held: { share: Held<number>; account: number }[] = [];
      const controllers: AbortController[] = [];
      const asked: Promise<unknown>[] = [];
      for (const { what, account, which } of steps) {
        if (what === 'ask') {
          const controller = new AbortController();
          const asker: Asker = { account, signal: controller.signal };
          controllers.push(controller);
          const share = pool.acquire(asker, which % 3).then((got) => held.push({ share: got, account }));
          asked.push(share.catch(() => undefined));
        } else if (what === 'end') held.splice(which % Math.max(1, held.length), 1)[0]?.share.release();
        else controllers[which % Math.max(1, controllers.length)]?.abort();
        await turn();
        t.is(new Set(held.map(({ share }) => share.item)).size, held.length);
        t.is(pool.free + held.length, 4);
        for (const id of [1, 2, 3]) t.true(held.filter((one) => one.account === id).length <= 3);
        if (pool.waiting > 0 && pool.free > 0) {
          t.true([1, 2, 3].some((id) => held.filter((one) => one.account === id).length === 3));
        }
      }
      while (held.length > 0) {
        held.pop()?.share.release();
        await turn();
      }
      await Promise.all(asked);
      t.deepEqual([pool.free, pool.waiting], [4, 0]);
    }),
    { numRuns: 50 },
  );
});

test.serial('while others are there, and for a moment longer, an account holds no more than its share', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const { ask, end, served } = sharing(6, { most: 4, mostBeside: 2 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'a5', 'a6']) void ask(name, 1);
    await turn();
    t.is(served.length, 4, 'nobody else is there');
    void ask('b1', 2);
    await end('a1');
    await end('a2');
    t.deepEqual(served.slice(4), ['b1'], 'two are the share');
    await end('b1');
    await end('a3');
    t.deepEqual(served.slice(5), ['a5'], 'the other one may come back at once');
    mock.timers.tick(100);
    await turn();
    t.deepEqual(served.slice(6), ['a6']);
  } finally {
    mock.timers.reset();
  }
});

test('the last account is served while nobody else waits, however long it has waited itself', async (t) => {
  const { ask, end, served } = sharing(1, { last: LAST });
  void ask('held', 1);
  void ask('last', LAST);
  void ask('last again', LAST);
  for (const name of ['b', 'c']) void ask(name, 2);
  for (const name of ['held', 'b', 'c', 'last', 'last again']) {
    await turn();
    await end(name);
  }
  t.deepEqual(served, ['held', 'b', 'c', 'last', 'last again']);
});
