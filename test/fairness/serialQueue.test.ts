import test from 'ava';
import { createSerialQueue } from '../../src/fairness/serialQueue.js';

/** Jobs that run until they are let go; what happened to them. */
function jobs() {
  const turns = createSerialQueue();
  const events: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    events,
    run: (name: string, asker = new AbortController()) => {
      const done = turns.run(asker.signal, async (signal) => {
        events.push(`${name} begins`);
        signal.addEventListener('abort', () => events.push(`${name} is given up`));
        await new Promise<void>((resolve) => ends.set(name, resolve));
        events.push(`${name} ends`);
        return name;
      });
      done.catch(() => undefined);
      return { asker, done };
    },
    end: async (name: string) => {
      ends.get(name)?.();
      await turn();
    },
  };
}

function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

test('a job whose asker goes is given up at once where nobody waits for its end', async (t) => {
  const { run, end, events } = jobs();
  const only = run('a');
  await turn();
  only.asker.abort();
  await end('a');
  t.deepEqual(events, ['a begins', 'a is given up', 'a ends']);
});

test('a job that others wait for goes on, until the last of them has gone', async (t) => {
  const { run, end, events } = jobs();
  const [a, b, c] = [run('a'), run('b'), run('c')];
  await turn();
  a.asker.abort();
  b.asker.abort();
  await t.throwsAsync(b.done, { any: true }, 'who waits is told at once');
  t.deepEqual(events, ['a begins']);
  c.asker.abort();
  t.deepEqual(events, ['a begins', 'a is given up']);
  await end('a');
  await t.throwsAsync(c.done, { any: true });
  const d = run('d');
  await turn();
  await end('d');
  t.is(await d.done, 'd');
  t.deepEqual(events.slice(2), ['a ends', 'd begins', 'd ends']);
});

test('who leaves the queue lets nobody begin too early', async (t) => {
  const { run, end, events } = jobs();
  run('a');
  const b = run('b');
  const c = run('c');
  await turn();
  b.asker.abort();
  await turn();
  t.deepEqual(events, ['a begins']);
  await end('a');
  t.deepEqual(events, ['a begins', 'a ends', 'c begins']);
  await end('c');
  t.is(await c.done, 'c');
});
