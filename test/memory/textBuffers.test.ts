import { mock } from 'node:test';
import test from 'ava';
import { createTextBuffers } from '../../src/memory/textBuffers.js';

const LARGE = 100_000;
const SPARE_MS = 10_000;

test.serial('a buffer that was given back serves again, and is nobody else’s until then', (t) => {
  const buffers = createTextBuffers(LARGE);
  const first = buffers.acquire(LARGE);
  const second = buffers.acquire(LARGE);
  t.not(first.bytes.buffer, second.bytes.buffer);
  const memory = first.bytes.buffer;
  first.release();
  first.release();
  t.is(buffers.acquire(LARGE - 1).bytes.buffer, memory);
  t.not(buffers.acquire(LARGE).bytes.buffer, memory);
});

test.serial('buffers that no text has needed for some time are given back, the others stay', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const buffers = createTextBuffers(LARGE);
    const held = [1, 2, 3].map(() => buffers.acquire(LARGE));
    const memories = new Set(held.map(({ bytes }) => bytes.buffer));
    for (const buffer of held) buffer.release();
    mock.timers.tick(SPARE_MS);
    const again = [1, 2].map(() => buffers.acquire(LARGE));
    t.true(
      again.every(({ bytes }) => memories.has(bytes.buffer)),
      'they were in use until now',
    );
    for (const buffer of again) buffer.release();
    mock.timers.tick(SPARE_MS);
    mock.timers.tick(SPARE_MS);
    t.false(memories.has(buffers.acquire(LARGE).bytes.buffer), 'nobody has asked for one since');
  } finally {
    mock.timers.reset();
  }
});
