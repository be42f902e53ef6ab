import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { createMemory } from '../../../src/db/notices/memory.js';

/** A table of one row, read through a memory; a read can be kept waiting. */
function table() {
  let isTrusted = true;
  const memory = createMemory(() => isTrusted);
  let row: string | undefined = 'first';
  let reads = 0;
  let gate: Promise<unknown> = Promise.resolve();
  return {
    memory,
    set: (value: string | undefined) => (row = value),
    trust: (value: boolean) => (isTrusted = value),
    reads: () => reads,
    /** Keeps reads waiting until the returned function is called. */
    hold: (): (() => void) => {
      let open = (): void => undefined;
      gate = new Promise<void>((resolve) => (open = resolve));
      return () => {
        gate = Promise.resolve();
        open();
      };
    },
    get: (key = 'row', more: { accountId?: number; holdsMs?: number } = {}) =>
      memory.get(key, async () => {
        reads++;
        const value = row;
        await gate;
        return { value, accountId: 7, ...more };
      }),
  };
}

test('what was read is read again only when its account, or everybody, has changed', async (t) => {
  const { memory, get, set, reads } = table();
  t.is(await get(), 'first');
  set('second');
  t.is(await get(), 'first');
  memory.forget(8);
  t.is(await get(), 'first');
  t.is(reads(), 1);
  memory.forget(7);
  t.is(await get(), 'second');
  set('third');
  memory.forget('all');
  t.is(await get(), 'third');
  t.is(await get(), 'third');
  t.is(reads(), 3);
});

test('what belongs to no account is forgotten when everybody is', async (t) => {
  const { memory, reads } = table();
  const ask = () => memory.get('window', async () => ({ value: reads() }));
  await ask();
  memory.forget(7);
  t.is(await ask(), 0);
  memory.forget('all');
  let asked = 0;
  await memory.get('window', async () => ({ value: ++asked }));
  t.is(asked, 1);
});

test('what is not there is asked for again', async (t) => {
  const { get, set, reads } = table();
  set(undefined);
  t.is(await get(), undefined);
  t.is(await get(), undefined);
  set('added');
  t.is(await get(), 'added');
  t.is(await get(), 'added');
  t.is(reads(), 3);
});

test('a change that is told while a row is read is not lost: who asked gets the row, and nobody after them', async (t) => {
  for (const changed of [7, 'all'] as const) {
    const { memory, get, set, hold } = table();
    const release = hold();
    const under = get();
    set('second');
    memory.forget(changed);
    const after = get();
    release();
    t.is(await under, 'first');
    t.is(await after, 'second', 'a question after the notice does not wait for the read before it');
    t.is(await get(), 'second');
  }
});

test('a change of another account does not cost the row that is being read', async (t) => {
  const { memory, get, reads, hold } = table();
  const release = hold();
  const under = get();
  memory.forget(8);
  release();
  await under;
  await get();
  t.is(reads(), 1);
});

test('questions at the same time share one read, and its error', async (t) => {
  const { memory, get, reads } = table();
  t.deepEqual(await Promise.all([get(), get(), get()]), ['first', 'first', 'first']);
  t.is(reads(), 1);
  let failed = 0;
  const fail = async () =>
    memory.get('failing', async () => {
      failed++;
      throw new Error('away');
    });
  const results = await Promise.allSettled([fail(), fail()]);
  t.deepEqual(
    results.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
  t.is(failed, 1);
  await t.throwsAsync(fail());
  t.is(failed, 2, 'an error is not remembered');
});

test('while changes may go untold every question reads for itself; what was read counts when they are told again', async (t) => {
  const { get, set, reads, trust } = table();
  await get();
  trust(false);
  set('second');
  t.deepEqual(await Promise.all([get(), get()]), ['second', 'second']);
  t.is(reads(), 3);
  trust(true);
  set('third');
  t.is(await get(), 'second');
});

test('a row holds no longer than it says, nor longer than a minute', async (t) => {
  const { get, reads } = table();
  await get('short', { holdsMs: 20 });
  await pause(30);
  await get('short', { holdsMs: 20 });
  t.is(reads(), 2);
  await get('over', { holdsMs: -1 });
  await get('over', { holdsMs: -1 });
  t.is(reads(), 4);
});

test('rows are frozen, with all that is in them: others have them too', async (t) => {
  const { memory } = table();
  const value = await memory.get('list', async () => ({ value: [{ at: new Date(0), by: { id: 1 } }] }));
  t.throws(() => value.push({ at: new Date(1), by: { id: 2 } }), { instanceOf: TypeError });
  t.throws(() => Object.assign(value[0]?.by ?? {}, { id: 3 }), { instanceOf: TypeError });
  t.is(value[0]?.at.getTime(), 0);
});

test('memory is bounded: of more rows than it takes, those asked for least recently go', async (t) => {
  const { memory } = table();
  let reads = 0;
  const list = (name: string) =>
    memory.get(name, async () => {
      reads++;
      return { value: Array.from({ length: 9_999 }, () => name) };
    });
  for (const name of ['a', 'b', 'c', 'd', 'e']) await list(name);
  await list('a');
  t.is(reads, 5);
  await list('f');
  await list('a');
  t.is(reads, 6);
  await list('b');
  t.is(reads, 7);
});

test('changes of any number of accounts are remembered, or everything is forgotten', async (t) => {
  const { memory, get, reads } = table();
  await get('row', { accountId: 0 });
  for (let account = 1; account <= 10_001; account++) memory.forget(account);
  await get('row', { accountId: 0 });
  t.is(reads(), 2);
});
