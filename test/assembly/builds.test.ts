import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore, type OwnedCore } from '../../src/core/instance.js';
import { findPasses } from '../../src/core/passes.js';
import { seriesBytes, writeSeries } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { writeWholeSlice } from '../../src/core/records/ringSlice.js';
import { debugCore } from '../helpers/kernels.js';
import { randomElements } from '../helpers/elements.js';
import { ringTable } from './footprint/everyCell.js';
import { block, placeWindow } from '../helpers/memory.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const EPOCHS = 2880;
const NSIDE = 64;
const satellites = fc.sample(randomElements(START_US), { numRuns: 60, seed: 13 }).map((elements, i) => ({
  elements,
  bands: 1 + (i % 2),
  minElevationDeg: 5 * (i % 4),
}));

/**
 * Results of kernels for the satellites: ephemerides, counts by site, passes and a map of differences.
 */
function answers(core: OwnedCore): Record<string, Uint8Array> {
  const { kernels, layout, bytes } = core;
  const window = placeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
  const all = satellites.length;
  const copy = (pointer: number, length: number): Uint8Array => bytes.slice(pointer, pointer + length);
  const slot = block(core, layout.SLOT_TEXT);
  const scratch = slot + layout.SLOT_SCRATCH;
  writeSlot(core, slot);

  const ephemerides = block(core, all * 24 * 24);
  for (let index = 0; index < all; index++) {
    kernels.writeEphemeris(window.pointer, index, 0, 24, scratch, ephemerides + index * 24 * 24);
  }

  const shape = { groupCount: window.groupCount, epochCount: EPOCHS };
  const size = seriesBytes(core, shape);
  const series = block(core, size);
  writeSeries(core, series, shape, { nside: NSIDE, ipix: 12_345 });
  const covered = slot + layout.SLOT_COVERED;
  bytes.fill(255, covered, covered + EPOCHS / 8);
  bytes.fill(0, covered + EPOCHS / 8, covered + kernels.bitmapBytes(EPOCHS));
  kernels.fillSeries(window.pointer, series, 3, slot);
  const header = layout.SERIES_SITE + layout.SITE_BYTES;
  const counts = copy(series + header, size - header);

  const place = { latDeg: 47, lonDeg: 8, heightKm: 0.5 };
  const passes = block(core, all * 80 * layout.PASS_BYTES);
  bytes.fill(0, passes, passes + all * 80 * layout.PASS_BYTES);
  for (let index = 0; index < all; index++) {
    const room = { pointer: passes + index * 80 * layout.PASS_BYTES, bytes: 80 * layout.PASS_BYTES };
    findPasses(core, { window: window.pointer, satellite: index, place, from: 0, to: 720 }, slot, room);
  }

  const rings = ringTable(core, NSIDE);
  const map = block(core, rings.mapBytes);
  const positions = block(core, kernels.positionsBytes(all));
  const work = block(core, layout.FOOTPRINT_WORK_BYTES);
  kernels.clearMap(rings.pointer, map);
  kernels.openPositions(window.pointer, positions);
  kernels.epochPositions(window.pointer, 77, 0, all, scratch, positions);
  writeWholeSlice(core, work, rings.pointer, NSIDE, map);
  kernels.addFootprints(work, 0, positions, 0, all, -1);

  return {
    ephemerides: copy(ephemerides, all * 24 * 24),
    counts,
    passes: copy(passes, all * 80 * layout.PASS_BYTES),
    map: copy(map, rings.mapBytes),
  };
}

test('the released core gives the same answers as the one with assertions, bit for bit', async (t) => {
  const released = answers(await createOwnedCore(16));
  const checked = answers(await createOwnedCore(16, debugCore));
  for (const [what, bytes] of Object.entries(released)) {
    t.true(
      bytes.some((byte) => byte !== 0),
      what,
    );
    t.is(Buffer.compare(bytes, checked[what] ?? new Uint8Array()), 0, what);
  }
});
