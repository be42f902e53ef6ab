import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { cellId, cellsJson } from '../../src/compute/cellsJson.js';
import { cellCount } from '../../src/core/healpix.js';
import { WINDOW_EPOCHS } from '../../src/spec.js';

function parsed(pieces: readonly Buffer[]): unknown {
  return JSON.parse(`[${Buffer.concat(pieces).toString()}]`);
}

test('the text is the entries that it stands for', (t) => {
  const scene = fc.record({
    run: fc.integer({ min: 1, max: 1_136_000 }),
    nside: fc.constantFrom(32, 64, 128, 256),
    epoch: fc.nat({ max: WINDOW_EPOCHS - 1 }),
    cells: fc.uniqueArray(fc.tuple(fc.nat({ max: cellCount(32) - 1 }), fc.integer({ min: 1, max: 65_535 })), {
      selector: ([ipix]) => ipix,
      maxLength: 20,
    }),
  });
  fc.assert(
    fc.property(scene, ({ run, nside, epoch, cells }) => {
      const ipix = Uint32Array.from(cells, ([cell]) => cell);
      const value = Uint16Array.from(cells, ([, count]) => count);
      const expected = cells.map(([cell, count]) => ({
        id: cellId(run, epoch, cell),
        epoch_index: epoch,
        nside,
        ipix: cell,
        ordering: 'NESTED',
        value: count,
      }));
      assert.deepEqual(parsed(cellsJson(run, nside, epoch, { ipix, value })), expected);
    }),
  );
  t.pass();
});

test('the text of more cells than are put together at once has every comma', (t) => {
  for (const length of [0, 1, 4095, 4096, 4097, 8192, 8193]) {
    const cells = { ipix: Uint32Array.from({ length }, (_, i) => i), value: new Uint16Array(length).fill(2) };
    const entries = parsed(cellsJson(1, 64, 5, cells)) as { ipix: number }[];
    t.deepEqual(
      entries.map(({ ipix }) => ipix),
      [...cells.ipix],
    );
  }
});

test('cells of all runs and epochs have names of their own', (t) => {
  t.is(cellId(1, 0, 0), 7_927_234_560);
  t.is(cellId(2, 3, 5), (2 * 10_080 + 3) * 786_432 + 5);
  const last = cellCount(256) - 1;
  t.is(cellId(1, 0, last) + 1, cellId(1, 1, 0));
  t.is(cellId(1, WINDOW_EPOCHS - 1, last) + 1, cellId(2, 0, 0));
  t.true(Number.isSafeInteger(cellId(1_136_000, WINDOW_EPOCHS - 1, last)));
});
