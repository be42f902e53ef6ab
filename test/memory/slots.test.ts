import test from 'ava';
import { createOwnedCore, type OwnedCore } from '../../src/core/instance.js';
import { textBytes } from '../../src/core/records/slotRecord.js';
import { createSlots, type Slot } from '../../src/memory/slots.js';
import { anyone } from '../helpers/analysis.js';

const core = await createOwnedCore(256);
const { layout } = core;
const SLOT_BYTES = layout.SLOT_TEXT + textBytes(core);

function isCancelled(owned: OwnedCore, slot: Slot): boolean {
  return Atomics.load(new Int32Array(owned.memory.buffer, slot.pointer + layout.SLOT_CANCEL, 1), 0) !== 0;
}

test('slots lie apart from each other and hold the longest answer', async (t) => {
  const slots = createSlots(core, 3);
  t.is(slots.free, 3);
  const held = [await slots.acquire(anyone), await slots.acquire(anyone), await slots.acquire(anyone)];
  t.is(slots.free, 0);
  const pointers = held.map(({ pointer }) => pointer).sort((a, b) => a - b);
  t.true(pointers.slice(1).every((pointer, i) => pointer - (pointers[i] ?? 0) >= SLOT_BYTES));
  t.true((pointers.at(-1) ?? 0) + SLOT_BYTES <= core.memory.buffer.byteLength);
});

test('more slots than the memory has room for are refused', async (t) => {
  const small = await createOwnedCore(2);
  t.throws(() => createSlots(small, 3), {
    instanceOf: RangeError,
    message: /no room for 4 slots of \d{7} bytes/,
  });
});

test('a slot that was given back is out of its holder’s hands', async (t) => {
  const slots = createSlots(core, 1);
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
