import test from 'ava';
import fc from 'fast-check';
import { createTurns, type Held, type TurnsOptions } from '../../src/fairness/turns.js';

/** Creates turns at `count` items, and a list of the names that were served, in order. */
function sharing(count: number, options?: TurnsOptions) {
  const turns = createTurns(
    Array.from({ length: count }, (_, i) => i),
    options,
  );
  const served: string[] = [];
  const held = new Map<string, Held<number>>();
  return {
    turns,
    served,
    held,
    ask: async (name: string, account: number, rank = 0, signal = new AbortController().signal): Promise<void> => {
      held.set(name, await turns.take({ account, signal }, rank));
      served.push(name);
    },
    end: async (name: string | undefined): Promise<void> => {
      held.get(name ?? '')?.release();
      held.delete(name ?? '');
      await turn();
    },
  };
}

/** Resolves after one turn of the event loop, when all callbacks that are due have run. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('accounts that wait are served in turns, however much one of them asks', async (t) => {
  const { ask, end, served } = sharing(1);
  for (const name of ['a1', 'a2', 'a3', 'a4']) void ask(name, 1);
  for (const name of ['b1', 'b2']) void ask(name, 2);
  void ask('c1', 3);
  await turn();
  for (let i = 0; i < 6; i++) await end(served.at(-1));
  t.deepEqual(served, ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

test('the account that holds least is served first', async (t) => {
  const { ask, end, served } = sharing(4);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) void ask(name, 1);
  for (const name of ['b1', 'b2', 'b3']) void ask(name, 2);
  await turn();
  t.deepEqual(served, ['a1', 'a2', 'a3', 'a4']);
  await end('a1');
  await end('a2');
  t.deepEqual(served.slice(4), ['b1', 'b2'], 'two each now');
  await end('a3');
  await end('a4');
  t.deepEqual(served.slice(6), ['a5', 'b3']);
});

test('within an account the lowest rank is first, then the earliest', async (t) => {
  const { ask, end, served } = sharing(1);
  void ask('now', 1);
  void ask('second', 1, 1);
  void ask('third', 1, 1);
  void ask('last', 1, 2);
  void ask('first', 1, 0);
  await turn();
  for (let i = 0; i < 4; i++) await end(served.at(-1));
  t.deepEqual(served, ['now', 'first', 'second', 'third', 'last']);
});

test('no account holds more than its maximum, though more items are free', async (t) => {
  const { ask, end, served, turns } = sharing(6, { most: 2 });
  for (const name of ['a1', 'a2', 'a3']) void ask(name, 1);
  await turn();
  t.deepEqual([served, turns.free], [['a1', 'a2'], 4]);
  await ask('b1', 2);
  await end('a1');
  t.deepEqual(served, ['a1', 'a2', 'b1', 'a3']);
});

test('the last account is served while nobody else waits', async (t) => {
  const { ask, end, served } = sharing(1, { last: 0 });
  void ask('service 1', 0);
  void ask('service 2', 0);
  void ask('a1', 1);
  void ask('a2', 1);
  await turn();
  for (let i = 0; i < 3; i++) await end(served.at(-1));
  t.deepEqual(served, ['service 1', 'a1', 'a2', 'service 2']);
});

test('an asker that goes away while waiting costs nobody a turn', async (t) => {
  const { ask, end, served } = sharing(1);
  await ask('a1', 1);
  const controller = new AbortController();
  const gone = ask('a2', 1, 0, controller.signal);
  void ask('a3', 1);
  controller.abort(new Error('gone'));
  await t.throwsAsync(gone, { message: 'gone' });
  await t.throwsAsync(ask('a4', 1, 0, controller.signal), { message: 'gone' });
  await end('a1');
  t.deepEqual(served, ['a1', 'a3']);
});

test('in any order of asking, giving back and giving up, no item is given twice or lost', async (t) => {
  const step = fc.record({
    kind: fc.constantFrom('ask', 'end', 'leave'),
    at: fc.nat({ max: 30 }),
    account: fc.nat({ max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 3 }), async (steps, most) => {
      const { turns, ask, end, held } = sharing(3, { most, last: 0 });
      const waiting: AbortController[] = [];
      for (const [i, { kind, at, account }] of steps.entries()) {
        if (kind === 'ask') {
          const controller = new AbortController();
          waiting.push(controller);
          ask(String(i), account, at % 3, controller.signal).catch(() => undefined);
        } else if (kind === 'end') await end([...held.keys()][at % Math.max(1, held.size)]);
        else waiting[at % Math.max(1, waiting.length)]?.abort();
        await turn();
        t.is(new Set([...held.values()].map(({ item }) => item)).size, held.size);
        t.is(turns.free, 3 - held.size);
      }
      for (const controller of waiting) controller.abort();
      while (held.size > 0) await end([...held.keys()][0]);
      t.is(turns.free, 3);
    }),
    { numRuns: 50 },
  );
});
