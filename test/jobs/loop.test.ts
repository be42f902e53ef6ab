import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createLoop, type LoopOptions, untilDone } from '../../src/jobs/loop.js';

const { serial } = test;
serial.beforeEach(() => mock.timers.enable({ apis: ['setTimeout'] }));
serial.afterEach.always(() => mock.timers.reset());

/** Creates a loop whose rounds take no time, unless `work` says otherwise. */
function looping(work: (round: number, signal: AbortSignal) => unknown, options: Partial<LoopOptions> = {}) {
  /** Times at which rounds began, in milliseconds by the test's clock. */
  const rounds: number[] = [];
  /** Pauses after failures, in milliseconds. */
  const pauses: number[] = [];
  let clock = 0;
  const loop = createLoop({
    every: 100,
    async round(signal) {
      rounds.push(clock);
      await work(rounds.length, signal);
    },
    onFailure: (_, pauseMs) => pauses.push(pauseMs),
    now: () => clock,
    ...options,
  });
  /** Advances the clock; timers that become due meanwhile fire. */
  const wait = async (ms: number): Promise<void> => {
    for (const end = clock + ms; clock < end; clock += 10) {
      mock.timers.tick(10);
      await turn();
    }
  };
  return { loop, rounds, pauses, wait };
}

const fail = (): never => {
  throw new Error('it broke');
};

serial('the first round waits for the time given, and a stop meanwhile ends the loop without one', async (t) => {
  const { loop, rounds, wait } = looping(() => undefined, { after: 50 });
  const running = loop.run();
  await wait(40);
  t.is(rounds.length, 0);
  await wait(100);
  t.is(rounds.length, 1);
  await loop.stop();
  await running;
  const stopped = looping(() => undefined, { after: 50 });
  const ending = stopped.loop.run();
  await stopped.loop.stop();
  await ending;
  t.deepEqual(stopped.rounds, []);
});

serial('rounds follow each other at the interval, the first at once, until the loop is stopped', async (t) => {
  const { loop, rounds, wait } = looping(() => undefined);
  const running = loop.run();
  await wait(250);
  t.deepEqual(rounds.map(roughly), [0, 100, 200]);
  await loop.stop();
  await running;
  await wait(200);
  await loop.check();
  t.is(rounds.length, 3);
});

serial('after a failure the loop pauses, after each further one twice as long up to the limit', async (t) => {
  const { loop, rounds, pauses, wait } = looping((round) => round !== 6 && fail(), {
    every: 50,
    backoff: { first: 100, most: 400 },
  });
  const running = loop.run();
  await wait(1600);
  t.deepEqual(pauses.slice(0, 5), [100, 200, 400, 400, 400]);
  t.deepEqual(rounds.slice(0, 6).map(roughly), [0, 100, 300, 700, 1100, 1500]);
  // Round 6 succeeded, so the failure after it is followed by the first pause again.
  t.deepEqual([pauses[5], roughly(rounds[6] ?? 0)], [100, 1550]);
  await loop.stop();
  await running;
});

serial(
  'a pause longer than the interval ends when the given clock is set forward past the pause, or back',
  async (t) => {
    for (const setTo of [100_000, -3 * 86_400_000]) {
      let clock = 0;
      const { loop, rounds, wait } = looping((round) => round === 1 && fail(), {
        backoff: { first: 100_000, most: 100_000 },
        now: () => clock,
      });
      const running = loop.run();
      await wait(500);
      t.is(rounds.length, 1);
      clock = setTo;
      await wait(100);
      t.is(rounds.length, 2);
      await loop.stop();
      await running;
    }
  },
);

serial('a job is done again after growing pauses until it has not failed, or is given up', async (t) => {
  for (const [fails, signal, tries] of [
    [3, new AbortController().signal, 4],
    [Infinity, AbortSignal.abort(), 0],
  ] as const) {
    let tried = 0;
    const pauses: number[] = [];
    const over = untilDone({
      job: async () => void (++tried <= fails && fail()),
      backoff: { first: 0, most: 0 },
      signal,
      onFailure: (_error, pauseMs) => pauses.push(pauseMs),
    });
    for (let i = 0; i < 20; i++) {
      mock.timers.tick(10);
      await turn();
    }
    await over;
    t.is(tried, tries);
    t.is(pauses.length, Math.max(0, tries - 1));
  }
});

serial('a check does a round at once, and none within a pause', async (t) => {
  const { loop, rounds, wait } = looping(fail, { backoff: { first: 100, most: 400 } });
  await loop.check();
  await loop.check();
  t.is(rounds.length, 1);
  await wait(100);
  await loop.check();
  t.is(rounds.length, 2);
});

serial('rounds never overlap: a check waits for the one under way, and then does its own', async (t) => {
  let underWay = 0;
  let most = 0;
  const { loop, rounds } = looping(async () => {
    most = Math.max(most, ++underWay);
    await turn();
    underWay--;
  });
  const running = loop.run();
  await Promise.all([loop.check(), loop.check()]);
  t.is(rounds.length, 3);
  t.is(most, 1);
  await loop.stop();
  await running;
});

for (const by of ['stop', 'signal'] as const) {
  serial(`${by} ends the round under way by its signal, and an error that it then throws is no failure`, async (t) => {
    const ending = new AbortController();
    const { loop, pauses } = looping(
      (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('end')))),
      { signal: ending.signal },
    );
    const running = loop.run();
    await turn();
    if (by === 'signal') ending.abort();
    else await loop.stop();
    await running;
    t.deepEqual(pauses, []);
  });

  serial(`${by} ends the rest between two rounds at once`, async (t) => {
    const ending = new AbortController();
    const { loop, rounds } = looping(() => undefined, { signal: ending.signal });
    const running = loop.run();
    await loop.check();
    await turn();
    if (by === 'signal') ending.abort();
    else await loop.stop();
    await running;
    t.is(rounds.length, 2);
  });
}

serial('an error of onFailure ends the loop and reaches its caller', async (t) => {
  const { loop, rounds } = looping(fail, {
    onFailure(error) {
      throw error;
    },
  });
  await t.throwsAsync(loop.run(), { message: 'it broke' });
  await t.throwsAsync(loop.check(), { message: 'it broke' });
  t.is(rounds.length, 2);
});

/** Rounds down to 50 ms: the clock goes in steps of 10 ms, and may make a step before it starts a new timer. */
function roughly(ms: number): number {
  return Math.floor(ms / 50) * 50;
}
