import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { createLifecycle } from '../../src/service/lifecycle.js';

test('a server that starts during the shutdown is drained before its resources go', async (t) => {
  const order: string[] = [];
  const note = (what: string) => async (): Promise<void> => {
    await turn();
    order.push(what);
  };
  const life = createLifecycle(() => starting);
  const start = async (): Promise<void> => {
    life.resource(note('database closed'));
    life.serving(note('metrics drained'));
    await turn();
    // The port was still being opened when the shutdown began.
    life.serving(note('port drained'));
    life.background(note('sweeper stopped'));
    life.stopping.throwIfAborted();
  };
  const starting = start();
  await life.stop();
  t.deepEqual(order, ['metrics drained', 'port drained', 'sweeper stopped', 'database closed']);
});
