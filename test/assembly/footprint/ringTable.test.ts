import test from 'ava';
import fc from 'fast-check';
import { cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { writeRingTable } from '../../../src/core/records/ringTable.js';
import { debugCore } from '../../helpers/kernels.js';
import { ringTable } from './everyCell.js';
import { block } from '../../helpers/memory.js';

const core = await createOwnedCore(64, debugCore);
const { kernels, layout, view } = core;
const lonLat = block(core, 16);
const NSIDES = Array.from({ length: 14 }, (_, order) => 2 ** order);

function centreOf(nside: number, ringIpix: number): { lonRad: number; latRad: number } {
  kernels.pix2angNest(nside, kernels.ring2nest(nside, ringIpix), lonLat);
  return { lonRad: view.getFloat64(lonLat, true), latRad: view.getFloat64(lonLat + 8, true) };
}

test('rings follow one another, with the centres of their first cells, at every nside', (t) => {
  for (const nside of NSIDES) {
    const rings = ringTable(core, nside);
    t.is(view.getUint32(rings.pointer + layout.RING_TABLE_NSIDE, true), nside);
    t.is(view.getUint32(rings.pointer + layout.RING_TABLE_RINGS, true), 4 * nside - 1);
    let first = 0;
    // A map begins with its heads: one u32 for each of the 4 nside - 1 rings and three more, padded to a multiple of 64
    // bytes. The rings' rows follow.
    let row = 64 * Math.ceil((4 * nside + 2) / 16);
    const wrong: number[] = [];
    for (let r = 1; r < 4 * nside; r++) {
      const ring = rings.pointer + layout.RING_TABLE_HEADER_BYTES + (r - 1) * layout.RING_BYTES;
      const { lonRad, latRad } = centreOf(nside, first);
      const cells = view.getUint32(ring + layout.RING_CELLS, true);
      const sine = view.getFloat64(ring + layout.RING_SIN_LAT, true);
      const cosine = view.getFloat64(ring + layout.RING_COS_LAT, true);
      const isRight =
        view.getUint32(ring + layout.RING_FIRST, true) === first &&
        view.getUint32(ring + layout.RING_ROW, true) === row &&
        cells === 4 * Math.min(r, nside, 4 * nside - r) &&
        view.getFloat64(ring + layout.RING_FIRST_LON, true) === lonRad &&
        Math.abs(sine - Math.sin(latRad)) < 2e-16 &&
        Math.abs(cosine - Math.cos(latRad)) < 2e-16;
      if (!isRight) wrong.push(r);
      first += cells;
      row += 32 * Math.ceil((cells + 1) / 16);
    }
    t.deepEqual(wrong, []);
    t.is(first, cellCount(nside));
    t.is(rings.mapBytes, row);
    rings.free();
  }
});

test('the site of a cell is that of its centre, bit for bit as if placed there in radians', (t) => {
  const site = block(core, layout.SITE_BYTES);
  const twin = block(core, layout.SITE_BYTES);
  const bytes = (pointer: number): Uint8Array => core.bytes.slice(pointer, pointer + 72);
  const cell = fc
    .constantFrom(...NSIDES)
    .chain((nside) => fc.record({ nside: fc.constant(nside), ipix: fc.nat({ max: cellCount(nside) - 1 }) }));
  fc.assert(
    fc.property(cell, ({ nside, ipix }) => {
      kernels.writeCellSite(site, nside, ipix);
      const { lonRad, latRad } = centreOf(nside, kernels.nest2ring(nside, ipix));
      kernels.writeSite(twin, latRad, lonRad, 0);
      t.deepEqual(bytes(site), bytes(twin));
    }),
  );
});

test('a ring table gives its memory back, and there is none where the memory has no room', async (t) => {
  const small = await createOwnedCore(1, debugCore);
  const { freeBytes } = small.arena;
  const rings = writeRingTable(small, 64);
  t.is(freeBytes - small.arena.freeBytes, kernels.ringTableBytes(64));
  t.is(writeRingTable(small, 8192), undefined);
  rings?.free();
  t.is(small.arena.freeBytes, freeBytes);
  t.throws(() => writeRingTable(small, 3), { instanceOf: RangeError });
});
