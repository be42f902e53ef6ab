import test from 'ava';
import fc from 'fast-check';
import { createArena } from '../../src/core/arena.js';

test('blocks are aligned, inside the arena and apart from each other; freed blocks can be allocated again', (t) => {
  const step = fc.oneof(
    fc.record({ take: fc.integer({ min: 0, max: 5000 }) }),
    fc.record({ give: fc.nat({ max: 1000 }) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const arena = createArena(100, 65_536);
      const held: { pointer: number; bytes: number }[] = [];
      for (const action of steps) {
        if ('give' in action) {
          const [block] = held.splice(action.give % Math.max(1, held.length), 1);
          if (block !== undefined) arena.free(block.pointer);
          continue;
        }
        const pointer = arena.allocate(action.take);
        if (pointer === undefined) continue;
        t.is(pointer % 64, 0);
        t.true(pointer >= 100 && pointer + action.take <= 65_536);
        for (const other of held) {
          t.true(pointer + action.take <= other.pointer || other.pointer + other.bytes <= pointer);
        }
        held.push({ pointer, bytes: Math.max(1, action.take) });
      }
      for (const { pointer } of held) arena.free(pointer);
      t.is(arena.freeBytes, 65_536 - 128);
      t.is(arena.allocate(65_536 - 128), 128);
    }),
  );
});

test('an allocation for which no gap is large enough is undefined', (t) => {
  const arena = createArena(0, 1024);
  t.is(arena.allocate(1025), undefined);
  t.is(arena.allocate(512), 0);
  t.is(arena.allocate(513), undefined);
  t.is(arena.allocate(512), 512);
});

test('a pointer that was never handed out, or was given back, is refused', (t) => {
  const arena = createArena(0, 1024);
  const pointer = arena.allocate(64) ?? 0;
  arena.free(pointer);
  t.throws(() => arena.free(pointer), { instanceOf: RangeError, message: /no block starts at 0/ });
});
