import { mock } from 'node:test';
import test, { type ExecutionContext } from 'ava';
import fc from 'fast-check';
import { createOwnedCore, type OwnedCore } from '../../src/core/instance.js';
import type { ServiceError } from '../../src/errors.js';
import { createSlots, type Slot, TEXT_ROOM, textOffset } from '../../src/store/slots.js';

const core = await createOwnedCore(256);
const { layout, arena } = core;
const SLOT_BYTES = textOffset(core) + layout.MAX_EPOCHS * layout.MAX_ENTRY_BYTES + TEXT_ROOM.tail;

function isCancelled(owned: OwnedCore, slot: Slot): boolean {
  return Atomics.load(new Int32Array(owned.memory.buffer, slot.pointer + layout.SLOT_CANCEL, 1), 0) !== 0;
}

async function refused(t: ExecutionContext, waiting: Promise<unknown>, message: RegExp): Promise<void> {
  const error = await t.throwsAsync<ServiceError>(waiting);
  t.is(error?.code, 'OVERLOADED');
  t.is(error?.status, 503);
  t.regex(error?.message ?? '', message);
  t.is(error?.retryAfterSeconds, 2);
}

test('slots lie apart from each other and hold the longest answer', async (t) => {
  const slots = createSlots(core, 3, 0);
  t.is(slots.free, 3);
  const lent = [await slots.acquire(), await slots.acquire(), await slots.acquire()];
  t.is(slots.free, 0);
  const pointers = lent.map(({ pointer }) => pointer).sort((a, b) => a - b);
  t.true(pointers.slice(1).every((pointer, i) => pointer - (pointers[i] ?? 0) >= SLOT_BYTES));
  t.true((pointers.at(-1) ?? 0) + SLOT_BYTES <= core.memory.buffer.byteLength);
});

test('more slots than the memory has room for are refused', async (t) => {
  const small = await createOwnedCore(2);
  t.throws(() => createSlots(small, 3, 0), { instanceOf: RangeError, message: /no room for 3 slots of 8\d{5} bytes/ });
});

test('who asks first is served first', async (t) => {
  const slots = createSlots(core, 1, 3);
  const first = await slots.acquire();
  const served: number[] = [];
  const waiting = [1, 2, 3].map(async (turn) => {
    const slot = await slots.acquire();
    served.push(turn);
    slot.release();
  });
  t.deepEqual(served, []);
  first.release();
  await Promise.all(waiting);
  t.deepEqual(served, [1, 2, 3]);
  t.is(slots.free, 1);
});

test('no more may wait than the limit says', async (t) => {
  const slots = createSlots(core, 1, 2);
  const first = await slots.acquire();
  const waiting = [slots.acquire(), slots.acquire()];
  await refused(t, slots.acquire(), /2 requests wait already/);
  first.release();
  (await waiting[0])?.release();
  (await waiting[1])?.release();
  t.is(slots.free, 1);
  const next = await slots.acquire();
  next.release();
});

test.serial('who waits too long is refused, and takes nobody’s turn', async (t) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  try {
    const slots = createSlots(core, 1, 5);
    const first = await slots.acquire();
    const served = slots.acquire();
    first.release();
    const second = await served;
    mock.timers.tick(3000);
    const late = slots.acquire();
    // The time of whoever was served in time is up: that must cost nobody else the turn.
    mock.timers.tick(3000);
    second.release();
    const third = await late;
    const last = slots.acquire();
    mock.timers.tick(4999);
    t.is(await Promise.race([last, Promise.resolve('waits')]), 'waits');
    mock.timers.tick(1);
    await refused(t, last, /none of 1 computations ended within 5 s/);
    third.release();
    t.is(slots.free, 1);
  } finally {
    mock.timers.reset();
  }
});

test('a slot that was given back is out of its holder’s hands', async (t) => {
  const slots = createSlots(core, 1, 1);
  const first = await slots.acquire();
  first.cancel();
  t.true(isCancelled(core, first));
  first.release();
  first.release();
  t.is(slots.free, 1);
  const second = await slots.acquire();
  t.is(second.pointer, first.pointer);
  t.false(isCancelled(core, second));
  first.cancel();
  first.release();
  t.false(isCancelled(core, second));
  t.is(slots.free, 0);
  second.cancel();
  t.true(isCancelled(core, second));
  second.release();
});

test('whatever is asked for and given back, no slot is lent twice or lost', async (t) => {
  const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.nat({ max: 20 })), { maxLength: 60 });
  const count = 3;
  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const before = arena.freeBytes;
      const slots = createSlots(core, count, 2);
      const held: Slot[] = [];
      const pointers = new Set<number>();
      const asked: Promise<unknown>[] = [];
      const take = async (): Promise<void> => {
        const slot = await slots.acquire();
        t.false(held.some(({ pointer }) => pointer === slot.pointer));
        held.push(slot);
        pointers.add(slot.pointer);
      };
      for (const action of actions) {
        if (action === 'take') asked.push(take().catch((error: ServiceError) => t.is(error.code, 'OVERLOADED')));
        else held.splice(action % Math.max(1, held.length), 1)[0]?.release();
        // The next holder's turn comes in a microtask.
        await Promise.resolve();
        await Promise.resolve();
        t.true(held.length <= count);
        t.is(slots.free, count - held.length);
      }
      while (held.length > 0) {
        held.pop()?.release();
        await Promise.resolve();
        await Promise.resolve();
      }
      await Promise.all(asked);
      while (slots.free > 0) pointers.add((await slots.acquire()).pointer);
      t.is(pointers.size, count);
      for (const pointer of pointers) arena.free(pointer);
      t.is(arena.freeBytes, before);
    }),
    { numRuns: 50 },
  );
});
