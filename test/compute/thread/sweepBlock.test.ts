import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { sweepBlock } from '../../../src/compute/thread/sweepBlock.js';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { atOnce } from '../../../src/core/pieces.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { decodeNumbers } from '../../../src/codec/numbers.js';
import { allocatingSweepMemory } from '../../../src/memory/sweep/sweepMemory.js';
import { bench, cellEntries, load, poolHere } from '../../helpers/analysis.js';
import { liveSeries } from '../../helpers/series.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { choicesOf } from '../../helpers/storedWindow.js';

const EPOCHS = 200;
const NSIDE = 8;
const core = await createOwnedCore(64);
const pool = poolHere(core);
const satellites = sampleSatellites(200);
const { analysis, windows } = bench(core, pool);
const window = load(core, satellites, { epochCount: EPOCHS, nside: NSIDE });
windows.publish(window);
const groups = window.record.groupCount;
const ringTables = createRingTables(core);
ringTables.of(NSIDE);

interface Block {
  /** Indexes in the list of satellites. */
  tracked: readonly number[];
  ipix: readonly number[];
  from: number;
  epochs: number;
  /** Number of epochs for which memory is allocated; `epochs` may be fewer. */
  blockEpochs: number;
  partCells: number;
  partRows: number;
}

/**
 * Sweeps a block. Returns a row of counts for each satellite and choice of bands, and in each part a row of occupancies
 * for each group and cell.
 */
function sweep({ tracked, ipix, from, epochs, blockEpochs, partCells, partRows }: Block): {
  counts: Uint32Array;
  parts: Uint16Array[];
} {
  const choices = tracked.map((place) => choicesOf(satellites[place]?.bands ?? 0).map(({ mask }) => mask));
  const bandSets = [...new Set(choices.flat())];
  let rows = 0;
  const asked = tracked.map((place, i) => {
    const sets = (choices[i] ?? []).map((mask) => bandSets.indexOf(mask));
    const one = { index: window.record.indexOf[place] as number, sets, row: rows };
    rows += sets.length;
    return one;
  });
  const shape = { bandSets, tracked: asked, ipix: Uint32Array.from(ipix), blockEpochs };
  const { memory, free } = atOnce(allocatingSweepMemory(core, ringTables, window, shape));
  // Fills the memory with numbers, as an earlier block would leave them; they must not matter.
  core.bytes.fill(0xee, memory.scratch, memory.maps);
  core.bytes.fill(0xee, memory.prefix, memory.sets);
  core.bytes.fill(0xee, memory.sumWork, memory.tracked);
  core.bytes.fill(0xee, memory.counts, memory.rows + 2 * ipix.length * groups * blockEpochs);
  const block = { window: window.record.pointer, satellites: satellites.length, from, epochs };
  const wanted = { cells: ipix.length, cellRows: groups, partCells, partRows };
  const result = sweepBlock(core, { ...memory, ...block, ...wanted });
  free();
  const cellParts = Math.ceil(ipix.length / partCells);
  const [firstCounts = new Uint8Array(), ...parts] = result.parts;
  assert.equal(result.parts.length, cellParts + Math.max(1, Math.ceil(rows / partRows)));
  const countsOf = (part: Uint8Array, p: number): number[] => [
    ...decodeNumbers(part, new Uint32Array(Math.min(partRows, rows - p * partRows) * epochs)),
  ];
  return {
    counts: Uint32Array.from([firstCounts, ...parts.slice(cellParts)].flatMap(countsOf)),
    parts: parts.slice(0, cellParts).map((part, p) => {
      const count = Math.min(partCells, ipix.length - p * partCells);
      return decodeNumbers(part, new Uint16Array(count * groups * epochs));
    }),
  };
}

const place = fc.nat({ max: satellites.length - 1 });
const cells = fc.uniqueArray(fc.nat({ max: cellCount(NSIDE) - 1 }), { maxLength: 7 });
const span = fc.tuple(fc.nat({ max: EPOCHS - 1 }), fc.integer({ min: 1, max: 12 })).map(([from, length]) => {
  return { from, epochs: Math.min(length, EPOCHS - from), blockEpochs: length };
});
const block: fc.Arbitrary<Block> = fc
  .record({
    tracked: fc.uniqueArray(place, { maxLength: 6 }),
    ipix: cells,
    span,
    partCells: fc.integer({ min: 1, max: 4 }),
    partRows: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ span: epochs, ...rest }) => ({ ...rest, ...epochs }));

/** Block whose tracked satellites cover many of the same cells. */
const CROWDED: Block = {
  tracked: [0, 1, 2, 3, 4, 5],
  ipix: [3, 100, 200, 300, 400, 500, 600],
  from: 20,
  epochs: 12,
  blockEpochs: 12,
  partCells: 3,
  partRows: 4,
};

test('counts are the lengths of the lists of cells, for all satellites, bands and epochs', async (t) => {
  let total = 0;
  await fc.assert(
    fc.asyncProperty(block, async (one) => {
      const { counts } = sweep(one);
      const spans = Array.from({ length: one.epochs }, (_, e) => ({ epoch: one.from + e, skip: 0, take: Infinity }));
      const expected: number[] = [];
      for (const tracked of one.tracked) {
        const { noradNumber, bands } = satellites[tracked] as (typeof satellites)[number];
        for (const { band } of choicesOf(bands)) {
          const entries = await cellEntries(analysis, { window, norad: noradNumber, band, runId: 1, spans });
          for (const { epoch } of spans) expected.push(entries.filter((cell) => cell.epoch_index === epoch).length);
        }
      }
      assert.deepEqual([...counts], expected);
      total += expected.reduce((sum, count) => sum + count, 0);
    }),
    { numRuns: 30, examples: [[CROWDED]] },
  );
  t.true(total > 0);
});

test('rows are the occupancies that filling in by site gives, in parts of the size asked for', (t) => {
  let positive = 0;
  fc.assert(
    fc.property(block, (one) => {
      const { parts } = sweep(one);
      assert.equal(parts.length, Math.ceil(one.ipix.length / one.partCells));
      parts.forEach((part, p) => {
        const cellsOfPart = one.ipix.slice(p * one.partCells, (p + 1) * one.partCells);
        const live = cellsOfPart.map((ipix) => liveSeries(core, window, ipix));
        const expected = Array.from({ length: groups }, (_, g) => g * EPOCHS + one.from).flatMap((from) =>
          live.flatMap((series) => [...series.subarray(from, from + one.epochs)]),
        );
        assert.deepEqual([...part], expected);
        positive += expected.filter((count) => count > 0).length;
      });
    }),
    { numRuns: 30, examples: [[CROWDED]] },
  );
  t.true(positive > 0);
});

test('around few satellites the counts are those on the whole sphere', (t) => {
  const few = fc.record({ tracked: fc.uniqueArray(place, { minLength: 1, maxLength: 3 }), span });
  let total = 0;
  fc.assert(
    fc.property(few, ({ tracked, span: epochs }) => {
      const alone = sweep({ tracked, ipix: [], partCells: 1, partRows: 20, ...epochs });
      // If a cell's counts are wanted, or many satellites are tracked, the whole sphere is counted.
      const whole = sweep({ tracked, ipix: [5], partCells: 1, partRows: 20, ...epochs });
      assert.deepEqual(alone.counts, whole.counts);
      const others = satellites.map((_, i) => i).filter((i) => !tracked.includes(i));
      const many = sweep({
        tracked: [...tracked, ...others.slice(0, 4)],
        ipix: [],
        partCells: 1,
        partRows: 20,
        ...epochs,
      });
      assert.deepEqual(alone.counts, many.counts.subarray(0, alone.counts.length));
      total += alone.counts.reduce((sum, count) => sum + count, 0);
    }),
    { numRuns: 30, examples: [[{ tracked: [0, 1, 2], span: { from: 20, epochs: 12, blockEpochs: 12 } }]] },
  );
  t.true(total > 0);
});
