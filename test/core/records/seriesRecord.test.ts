import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { seriesBytes, writeSeries, writeSite } from '../../../src/core/records/seriesRecord.js';
import { debugCore } from '../../helpers/kernels.js';

const core = await createOwnedCore(8, debugCore);
const { kernels, layout, view, arena } = core;
const shape = fc.record({ groupCount: fc.nat({ max: 40 }), epochCount: fc.integer({ min: 1, max: 1500 }) });
const place = fc.record({
  latDeg: fc.double({ min: -90, max: 90, noNaN: true }),
  lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  heightKm: fc.double({ min: -0.4, max: 9, noNaN: true }),
});

const cell = fc.nat({ max: 13 }).chain((order) => {
  const nside = 2 ** order;
  return fc.nat({ max: 12 * nside * nside - 1 }).map((ipix) => ({ nside, ipix }));
});

test('a series is empty, keeps to its bytes, and has room for a bit and a count per group and epoch', (t) => {
  fc.assert(
    fc.property(shape, cell, ({ groupCount, epochCount }, where) => {
      const bytes = seriesBytes(core, groupCount, epochCount);
      t.is(bytes % 64, 0);
      const block = arena.allocate(bytes + 128) ?? 0;
      core.bytes.fill(0xee, block, block + bytes + 128);
      const pointer = block + 64;
      writeSeries(core, pointer, { groupCount, epochCount }, where);

      const word = (offset: number): number => view.getUint32(pointer + offset, true);
      t.deepEqual([word(layout.SERIES_EPOCHS), word(layout.SERIES_GROUPS)], [epochCount, groupCount]);
      const [filled, counts] = [word(layout.SERIES_FILLED), word(layout.SERIES_COUNTS)];
      t.true(filled >= pointer + layout.SERIES_SITE + layout.SITE_BYTES);
      t.true(8 * kernels.bitmapBytes(epochCount) >= epochCount && kernels.rowBytes(epochCount) >= 2 * epochCount);
      t.is(counts, filled + groupCount * kernels.bitmapBytes(epochCount));
      t.is(pointer + bytes, counts + groupCount * kernels.rowBytes(epochCount));
      t.true(core.bytes.subarray(filled, counts).every((byte) => byte === 0));

      const around = [
        ...core.bytes.subarray(block, pointer),
        ...core.bytes.subarray(pointer + bytes, block + bytes + 128),
      ];
      t.true(around.every((byte) => byte === 0xee));
      arena.free(block);
    }),
    { numRuns: 50 },
  );
});

test('the site of a series is that of its place, from WGS84', (t) => {
  fc.assert(
    fc.property(place, (where) => {
      const site = arena.allocate(layout.SITE_BYTES) ?? 0;
      writeSite(core, site, where);
      const [x = 0, y = 0, z = 0, upX = 0, upY = 0, upZ = 0, towardX = 0, towardY = 0, towardZ = 0] = new Float64Array(
        core.memory.buffer,
        site,
        9,
      );
      arena.free(site);
      // The foot of the place lies on the ellipsoid x²/a² + y²/a² + z²/b² = 1, and up is its gradient there.
      const [a, b] = [6378.137, 6356.752_314_245_18];
      const foot = [x - where.heightKm * upX, y - where.heightKm * upY, z - where.heightKm * upZ] as const;
      t.true(Math.abs((foot[0] ** 2 + foot[1] ** 2) / a ** 2 + foot[2] ** 2 / b ** 2 - 1) < 1e-12);
      const gradient = [foot[0] / a ** 2, foot[1] / a ** 2, foot[2] / b ** 2] as const;
      const length = Math.hypot(...gradient);
      t.true(Math.hypot(gradient[0] / length - upX, gradient[1] / length - upY, gradient[2] / length - upZ) < 1e-12);
      const r = Math.hypot(x, y, z);
      t.true(Math.hypot(x / r - towardX, y / r - towardY, z / r - towardZ) < 1e-14);
      t.true(Math.abs(Math.asin(upZ) * (180 / Math.PI) - where.latDeg) < 1e-6);
      if (Math.abs(where.latDeg) > 89) return;
      const turn = (Math.atan2(y, x) * 180) / Math.PI - where.lonDeg;
      t.true(Math.abs(((turn + 540) % 360) - 180) < 1e-9);
    }),
    { numRuns: 200 },
  );
});
