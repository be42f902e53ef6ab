import test from 'ava';
import { createOwnedCore, type OwnedCore } from '../../src/core/instance.js';
import { createSlots, type Slot } from '../../src/memory/slots.js';
import { anyone } from '../helpers/analysis.js';

const core = await createOwnedCore(256);
const { layout } = core;

function isCancelled(owned: OwnedCore, slot: Slot): boolean {
  return Atomics.load(new Int32Array(owned.memory.buffer, slot.pointer + layout.SLOT_CANCEL, 1), 0) !== 0;
}

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
