import test from 'ava';
import fc from 'fast-check';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { writeRingSlice } from '../../../src/core/records/sweepRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { block, everyCell, openScene, placedSatellites, ringTable } from '../footprint/everyCell.js';

const core = await createOwnedCore(64, debugCore);
const { kernels, layout, memory, bytes } = core;

test('whole maps have every cell in either order, and those of one satellite its own cells alone', (t) => {
  for (const nside of [1, 2, 16]) {
    const cells = cellCount(nside);
    const rings = ringTable(core, nside);
    const map = block(core, rings.mapBytes + 4 * rings.longestRowBytes);
    const out = block(core, 2 * cells + 2);
    const [work, scratch] = [block(core, layout.FOOTPRINT_WORK_BYTES), block(core, layout.SCRATCH_BYTES)];
    fc.assert(
      fc.property(placedSatellites(core, nside, 12), fc.boolean(), (satellites, nested) => {
        const rows = everyCell(core, nside, satellites);
        const scene = openScene(core, satellites);
        const written = (): number[] => {
          bytes.fill(0xaa, out, out + 2 * cells + 2);
          kernels.writeCells(rings.pointer, map, nested ? 1 : 0, out);
          const found = new Uint16Array(memory.buffer, out, cells + 1);
          t.is(found[cells], 0xaaaa, 'nothing is written behind the last cell');
          return Array.from({ length: cells }, (_, i) => found[nested ? i : kernels.nest2ring(nside, i)] as number);
        };
        const draw = (): void => {
          kernels.clearMap(rings.pointer, map);
          const [firstRing, lastRing] = [1, 4 * nside - 1];
          writeRingSlice(core, work, { rings: rings.pointer, firstRing, lastRing, heads: map, maps: map });
          kernels.addFootprints(work, 0, scene.positions, 0, satellites.length, -1);
          kernels.sumRings(rings.pointer, map);
        };
        const sums = Array.from({ length: cells }, (_, i) => rows.reduce((sum, row) => sum + (row[i] as number), 0));
        draw();
        t.deepEqual(written(), sums);
        rows.forEach((row, s) => {
          for (const own of [0, 1]) {
            draw();
            kernels.keepCovered(rings.pointer, scene.positions, s, map, own, scratch, out);
            t.deepEqual(
              written(),
              sums.map((sum, i) => (row[i] === 1 ? sum - own : 0)),
            );
          }
        });
        scene.free();
      }),
      { numRuns: 4 },
    );
    for (const pointer of [map, out, work, scratch]) core.arena.free(pointer);
    rings.free();
  }
});
