import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore, type OwnedCore } from '../../src/core/instance.js';
import { Overloaded } from '../../src/errors.js';
import type { FairPoolLimits } from '../../src/fairness/fairPool.js';
import { createSlots, type Slot, textBytes } from '../../src/memory/slots.js';
import { anyone } from '../helpers/analysis.js';

const core = await createOwnedCore(256);
const { layout, arena } = core;
const SLOT_BYTES = layout.SLOT_TEXT + textBytes(core);

function limits(most: number, mostWaiting: number): FairPoolLimits {
  return { most, mostWaiting, patienceMs: Infinity };
}

function isCancelled(owned: OwnedCore, slot: Slot): boolean {
  return Atomics.load(new Int32Array(owned.memory.buffer, slot.pointer + layout.SLOT_CANCEL, 1), 0) !== 0;
}

test('slots lie apart from each other and hold the longest answer', async (t) => {
  const slots = createSlots(core, 3, limits(3, 0));
  t.is(slots.free, 3);
  const held = [await slots.acquire(anyone), await slots.acquire(anyone), await slots.acquire(anyone)];
  t.is(slots.free, 0);
  const pointers = held.map(({ pointer }) => pointer).sort((a, b) => a - b);
  t.true(pointers.slice(1).every((pointer, i) => pointer - (pointers[i] ?? 0) >= SLOT_BYTES));
  t.true((pointers.at(-1) ?? 0) + SLOT_BYTES <= core.memory.buffer.byteLength);
});

test('more slots than the memory has room for are refused', async (t) => {
  const small = await createOwnedCore(2);
  t.throws(() => createSlots(small, 3, limits(3, 0)), {
    instanceOf: RangeError,
    message: /no room for 4 slots of \d{7} bytes/,
  });
});

test('a slot that was given back is out of its holder’s hands', async (t) => {
  const slots = createSlots(core, 1, limits(1, 1));
  const first = await slots.acquire(anyone);
  first.cancel();
  t.true(isCancelled(core, first));
  first.release();
  first.release();
  t.is(slots.free, 1);
  const second = await slots.acquire(anyone);
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

test('whatever is asked for and given back, no slot is given twice or lost', async (t) => {
  const steps = fc.array(fc.oneof(fc.constant('take' as const), fc.nat({ max: 20 })), { maxLength: 60 });
  const count = 3;
  await fc.assert(
    fc.asyncProperty(steps, async (actions) => {
      const before = arena.freeBytes;
      const slots = createSlots(core, count, limits(count, 2));
      const held: Slot[] = [];
      const pointers = new Set<number>();
      const asked: Promise<unknown>[] = [];
      const take = async (): Promise<void> => {
        const slot = await slots.acquire(anyone);
        t.false(held.some(({ pointer }) => pointer === slot.pointer));
        held.push(slot);
        pointers.add(slot.pointer);
      };
      for (const action of actions) {
        if (action === 'take') asked.push(take().catch((error: unknown) => t.true(error instanceof Overloaded)));
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
      for (let left = slots.free; left > 0; left--) pointers.add((await slots.acquire(anyone)).pointer);
      t.is(pointers.size, count);
      t.false(pointers.has(slots.host));
      pointers.add(slots.host);
      for (const pointer of pointers) arena.free(pointer);
      t.is(arena.freeBytes, before);
    }),
    { numRuns: 50 },
  );
});
