import test from 'ava';
import { readCatalogue } from '../../../src/catalogue/index.js';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { writeWindow } from '../../../src/core/records/windowRecord.js';
import { writeRingSlice } from '../../../src/core/records/sweepRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { shared } from '../../helpers/programs.js';
import { block, everyCell, positionOf, ringTable } from '../footprint/everyCell.js';
import { countEach, writePrefixes } from './countEach.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const NSIDE = 64;
const MASKS_DEG = [0, 10, 25];
const EPOCHS = [0, 4321, 10_079];

test('maps of the active catalogue are what the test of every cell counts', async (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const { elsets } = await readCatalogue(path);
  const core = await createOwnedCore(128, debugCore);
  const { kernels, layout, view, memory, bytes } = core;
  const maskOf = (i: number): number => MASKS_DEG[i % MASKS_DEG.length] ?? 0;
  // Each minimum elevation is an emitter group, so that a range of positions has one.
  const satellites = elsets.map((elements, i) => ({ elements, bands: 1 << (i % 3), minElevationDeg: maskOf(i) }));
  const window = writeWindow(core, { startUs: START_US, epochCount: 10_080, satellites });
  if (window === undefined) throw new Error('no memory');
  const rings = ringTable(core, NSIDE);
  const [map, sum, prefix] = [block(core, rings.mapBytes), block(core, rings.mapBytes), block(core, rings.mapBytes)];
  const positions = block(core, kernels.positionsBytes(satellites.length));
  kernels.openPositions(window.pointer, positions);
  const track = block(core, 24 * satellites.length);
  const work = block(core, layout.FOOTPRINT_WORK_BYTES);
  const scratch = block(core, layout.SCRATCH_BYTES);
  const site = block(core, layout.SITE_BYTES);
  const bitmap = block(core, kernels.bitmapBytes(satellites.length));
  const word = (pointer: number): number => view.getUint32(pointer, true);
  const near = word(window.pointer + layout.WINDOW_NEAR_COUNT);
  const groups = MASKS_DEG.map((maskDeg, g) => {
    const group = word(window.pointer + layout.WINDOW_GROUPS) + g * layout.GROUP_BYTES;
    const ranges = [
      [word(group + layout.GROUP_NEAR_FROM), word(group + layout.GROUP_NEAR_TO)],
      [near + word(group + layout.GROUP_DEEP_FROM), near + word(group + layout.GROUP_DEEP_TO)],
    ] as const;
    return { sine: Math.sin((maskDeg * Math.PI) / 180), ranges };
  });

  for (const k of EPOCHS) {
    const failed = kernels.epochPositions(window.pointer, k, 0, satellites.length, scratch, positions);
    t.true(failed < 100);
    bytes.fill(0, sum, sum + rings.mapBytes);
    const triples = Float64Array.from(satellites.flatMap((_, index) => positionOf(core, positions, index)));
    new Float64Array(memory.buffer, track, triples.length).set(triples);
    const maps = groups.map(({ ranges }) => {
      bytes.fill(0, map, map + rings.mapBytes);
      for (const [from, to] of ranges) {
        for (const pointer of [map, sum]) {
          const slice = { rings: rings.pointer, firstRing: 1, lastRing: 4 * NSIDE - 1, heads: pointer, maps: pointer };
          writeRingSlice(core, work, slice);
          kernels.addFootprints(work, 0, positions, from, to, -1);
        }
      }
      kernels.sumRings(rings.pointer, map);
      return new Uint16Array(memory.buffer, map, rings.mapBytes / 2).slice();
    });
    kernels.sumRings(rings.pointer, sum);

    // Every satellite, at some cells.
    for (let ipix = k % 97; ipix < cellCount(NSIDE); ipix += 97) {
      kernels.writeCellSite(site, NSIDE, ipix);
      const counts = groups.map(({ sine, ranges }) =>
        ranges.reduce(
          (count, [from, to]) => count + kernels.coverEphemeris(site, sine, track + 24 * from, to - from, bitmap),
          0,
        ),
      );
      const found = maps.map((entries) => entries[rings.offsetOf(ipix) / 2]);
      if (found.some((count, g) => count !== counts[g])) t.deepEqual(found, counts, `epoch ${k}, cell ${ipix}`);
    }

    // Every cell, for some satellites; and as many cells in all as the maps count.
    writePrefixes(core, rings, sum, prefix);
    const entries = new Uint16Array(memory.buffer, sum, rings.mapBytes / 2);
    const sums = Array.from({ length: cellCount(NSIDE) }, (_, ipix) => entries[rings.offsetOf(ipix) / 2] ?? 0);
    const sample = satellites.flatMap((_, i) => (i % 200 === k % 200 ? [i] : []));
    const indexes = sample.map((i) => window.indexOf[i] ?? 0);
    const placed = sample.map((i, s) => {
      return { position: positionOf(core, positions, indexes[s] ?? 0), minElevationDeg: maskOf(i) };
    });
    const counts = countEach(core, rings, positions, indexes, prefix);
    everyCell(core, NSIDE, placed).forEach((row, s) => {
      t.is(
        kernels.countAll(rings.pointer, positions, indexes[s] ?? 0, scratch),
        row.reduce((count, bit) => count + bit, 0),
      );
      t.is(
        counts[s],
        row.reduce((count, bit, ipix) => count + Number(bit === 1 && (sums[ipix] ?? 0) > 1), 0),
      );
    });
    let total = 0;
    satellites.forEach((_, index) => {
      total += kernels.countAll(rings.pointer, positions, index, scratch);
    });
    t.is(
      sums.reduce((a, b) => a + b, 0),
      total,
    );
  }
});
