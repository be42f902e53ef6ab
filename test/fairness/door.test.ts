import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { Overloaded } from '../../src/errors.js';
import { createAbort } from '../../src/fairness/asker.js';
import { createDoor, type Door, type Work } from '../../src/fairness/door.js';
import { ahead, stopped } from '../helpers/clock.js';

const patient = createAbort().signal;

/** Resolves when the event loop has turned. */
function turn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** Creates a door, and `begun`, a list of the keys of requests in the order in which the door let them begin. */
function watched(options: Partial<Parameters<typeof createDoor>[0]> = {}) {
  const door = createDoor({ threads: 2, mostWaitMs: 1e6, ...options });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = async (key: string, work: Work = 'cheap', signal = patient): Promise<void> => {
    const end = await door.enter(work, { account: key.charCodeAt(0), signal });
    begun.push(key);
    ends.push(end);
  };
  /** Makes `count` requests, lets the event loop turn, and returns how many were refused. */
  const askMany = async (count: number, key: string, work?: Work): Promise<number> => {
    let refused = 0;
    for (let i = 0; i < count; i++) ask(key, work).catch(() => refused++);
    await turn();
    return refused;
  };
  const countOf = (key: string): number => begun.filter((one) => one === key).length;
  return { door, begun, ends, ask, askMany, countOf };
}

/** Makes `count` requests one after the other without a turn of the event loop, as if all answers were in memory. */
async function greedy(door: Door, key: string, count: number, onAnswer: () => void, work: Work = 'whole') {
  for (let i = 0; i < count; i++) {
    (await door.enter(work, { account: key.charCodeAt(0), signal: patient }))();
    onAnswer();
  }
}

test('an account alone has 16 requests at work, and the next begins when one ends', async (t) => {
  const { ends, askMany, countOf, door } = watched();
  await askMany(20, 'a');
  t.deepEqual([countOf('a'), door.waiting], [16, 4]);
  ends[3]?.();
  ends[3]?.();
  await turn();
  t.deepEqual([countOf('a'), door.waiting], [17, 3]);
});

test('while another account asks, 4 requests of an account begin between two turns of the event loop', async (t) => {
  const { ask, countOf } = watched();
  await ask('b');
  await turn();
  const turned = turn();
  for (let i = 0; i < 16; i++) void ask('a');
  await turned;
  t.is(countOf('a'), 4);
  for (let turns = 0; turns < 6; turns++) await turn();
  t.is(countOf('a'), 16);
});

test('where all answers are in memory, another account soon gets a turn, and then every other one', async (t) => {
  const { door } = watched();
  const answers: string[] = [];
  const all = Array.from({ length: 8 }, () => greedy(door, 'a', 20, () => answers.push('a')));
  setImmediate(() => void greedy(door, 'b', 10, () => answers.push('b')));
  await Promise.all(all);
  t.true(answers.indexOf('b') <= 32);
  t.is(answers.filter((it) => it === 'b').length, 10);
  t.true(answers.lastIndexOf('b') <= 32 + 2 * 10);
});

test('cheap requests without end do not keep another kind of the same account waiting', async (t) => {
  const { door } = watched();
  const answers: string[] = [];
  const cheap = Array.from({ length: 40 }, () => greedy(door, 'a', 20, () => answers.push('cheap'), 'cheap'));
  await Promise.all([...cheap, greedy(door, 'a', 1, () => answers.push('whole'))]);
  t.true(answers.indexOf('whole') <= 2 * 16);
});

for (const [work, rests] of [
  ['whole', true],
  ['cheap', false],
] as const) {
  test(`beside another account, two "${work}" requests of 50 ms ${rests ? 'end in' : 'do not end in'} a rest`, async (t) => {
    const { ends, ask, countOf } = watched();
    const next = await stopped(performance, async () => {
      await ask('b');
      await ask('a', work);
      await ask('a', work);
      return ahead(performance, 50, async () => {
        for (const end of ends) end();
        const asked = ask('a', work);
        await turn();
        t.is(countOf('a'), rests ? 2 : 3);
        return { asked };
      });
    });
    await next.asked;
    t.is(countOf('a'), 3);
  });
}

for (const [work, most, why] of [
  ['whole', 6, 'two for each thread and two more'],
  ['change', 4, 'as each holds a connection to the database'],
  ['many', 4, 'as their answers are sent piece by piece'],
] as const) {
  test(`of the kind "${work}" ${most} requests are at work, ${why}; a cheap one does not wait for them`, async (t) => {
    const { begun, ask, askMany } = watched();
    await askMany(16, 'a', work);
    t.is(begun.length, most);
    await ask('a', 'cheap');
    t.is(begun.length, most + 1);
  });
}

test('a request that has waited for longer than is allowed is refused, and later ones are served', async (t) => {
  const { ends, ask, askMany, door } = watched({ mostWaitMs: 50 });
  await askMany(16, 'a');
  const refused = t.throwsAsync<Overloaded>(ask('a'), { instanceOf: Overloaded });
  // This pause keeps the process alive, which the door's own timer does not.
  await pause(60);
  t.regex((await refused).message, /^The service is busy/);
  t.is(door.waiting, 0);
  ends[0]?.();
  await t.notThrowsAsync(ask('a'));
});

test('of answers that are sent piece by piece 16 wait, and those of another account do not', async (t) => {
  const { ask, askMany } = watched();
  await askMany(20, 'a', 'many');
  const error = await t.throwsAsync<Overloaded>(ask('a', 'many'), { instanceOf: Overloaded });
  t.regex(error.message, /^The service is busy: 16 questions of this account wait already, for some 1 s$/);
  await ask('b', 'many');
});

test('a request that would wait too long is refused at once, by the time that earlier ones took', async (t) => {
  const { ends, ask, askMany, door } = watched();
  await askMany(16, 'a');
  // Ends the earlier requests as if each had taken far longer than a request may wait.
  await ahead(performance, 1e7, async () => ends.splice(0).forEach((end) => end()));
  const refused = await askMany(40, 'a');
  t.true(refused > 0 && door.waiting > 0);
  t.is(refused + door.waiting, 24);
  const error = await t.throwsAsync<Overloaded>(ask('a'), { instanceOf: Overloaded });
  t.true((error.retryAfterSeconds ?? 0) > 100);
  await t.notThrowsAsync(ask('b'));
});

test('requests that wait are refused, last come first, once earlier ones have taken too long', async (t) => {
  const { ends, ask, askMany, door } = watched();
  await askMany(16, 'a');
  const waiting = Promise.allSettled(Array.from({ length: 480 }, () => ask('a')));
  await turn();
  t.is(door.waiting, 480);
  while (door.waiting > 0) {
    await ahead(performance, 1e7, async () => ends.splice(0).forEach((end) => end()));
    await turn();
  }
  const outcomes = (await waiting).map(({ status }) => status);
  t.true(outcomes.includes('rejected'));
  t.false(outcomes.slice(outcomes.indexOf('rejected')).includes('fulfilled'));
});

test('a request whose asker goes away leaves the line', async (t) => {
  const { ends, ask, askMany, door, countOf } = watched();
  await askMany(17, 'a');
  const controller = new AbortController();
  const gone = ask('a', 'cheap', controller.signal);
  await turn();
  t.is(door.waiting, 2);
  controller.abort(new Error('gone'));
  await t.throwsAsync(gone, { message: 'gone' });
  for (const end of ends) end();
  await turn();
  t.deepEqual([countOf('a'), door.waiting], [17, 0]);
});
