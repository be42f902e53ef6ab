import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { debugCore } from '../../helpers/kernels.js';
import {
  differingCells,
  everyCell,
  type PlacedSatellite,
  placedSatellite,
  placedSatellites,
  ringTable,
  scattered,
} from './everyCell.js';
import { block, f64 } from '../../helpers/memory.js';

const core = await createOwnedCore(256, debugCore);
const { kernels, layout, view } = core;
const footprint = block(core, layout.FOOTPRINT_BYTES + layout.SITE_BYTES);
const position = block(core, 24);
const found = block(core, 4 * 4 * 8192);

const OVER_LONGITUDE_0: PlacedSatellite = { position: [42_164, 0, 0], minElevationDeg: 0 };

interface Run {
  first: number;
  last: number;
}

/** Address of ring r's record in a ring table. */
function record(rings: number, r: number): number {
  return rings + layout.RING_TABLE_HEADER_BYTES + (r - 1) * layout.RING_BYTES;
}

function place(rings: number, { position: at, minElevationDeg }: PlacedSatellite): { from: number; to: number } {
  f64(core, position, 3).set(at);
  kernels.writeFootprint(footprint, rings, position, Math.sin((minElevationDeg * Math.PI) / 180));
  const word = (offset: number): number => view.getInt32(footprint + offset, true);
  return { from: word(layout.FOOTPRINT_FIRST_RING), to: word(layout.FOOTPRINT_LAST_RING) };
}

function runsOf(ring: number): Run[] {
  const count = kernels.ringRuns(footprint, ring, found);
  return Array.from({ length: count }, (_, i) => ({
    first: view.getInt32(found + 8 * i, true),
    last: view.getInt32(found + 8 * i + 4, true),
  }));
}

test('footprints have the cells that a test of every cell finds, wherever satellites stand', (t) => {
  for (const [nside, satellites, numRuns] of [
    [32, 100, 3],
    [64, 60, 1],
    [128, 20, 1],
    [256, 5, 1],
  ] as const) {
    fc.assert(
      fc.property(placedSatellites(core, nside, satellites), (some) => {
        t.deepEqual(differingCells(core, nside, some), []);
      }),
      { numRuns },
    );
  }
});

test('both ends of a run are covered and the cells beside them are not, for nside 1 to 8192', (t) => {
  const site = block(core, layout.SITE_BYTES);
  const bit = block(core, kernels.bitmapBytes(1));
  const orders = Array.from({ length: 14 }, (_, order) => order);
  let ends = 0;
  for (const nside of orders.map((order) => 2 ** order)) {
    const rings = ringTable(core, nside);
    const scene = fc.tuple(placedSatellite(core, nside), fc.nat({ max: 2 ** 31 - 1 }));
    fc.assert(
      fc.property(scene, ([satellite, k]) => {
        const { from, to } = place(rings.pointer, satellite);
        if (from > to) return;
        const ring = record(rings.pointer, from + (k % (to - from + 1)));
        const cells = view.getUint32(ring + layout.RING_CELLS, true);
        const sine = Math.sin((satellite.minElevationDeg * Math.PI) / 180);
        const isCovered = (index: number): boolean => {
          const ipix = view.getUint32(ring + layout.RING_FIRST, true) + ((index + cells) % cells);
          kernels.writeCellSite(site, nside, kernels.ring2nest(nside, ipix));
          return kernels.coverEphemeris(site, sine, position, 1, bit) === 1;
        };
        const runs = runsOf(ring);
        const [run] = runs;
        if (runs.length > 1 || run === undefined) return;
        ends++;
        t.true(run.first >= 0 && run.first < cells && run.last >= run.first && run.last < run.first + cells);
        t.true(isCovered(run.first) && isCovered(run.last));
        const isWhole = run.last === run.first + cells - 1;
        t.is(isCovered(run.first - 1), isWhole);
        t.is(isCovered(run.last + 1), isWhole);
      }),
      { numRuns: 60, examples: [[[OVER_LONGITUDE_0, 0]]] },
    );
    rings.free();
  }
  t.true(ends > 0);
});

test('the covered cells of a ring are one interval, across longitude 0 too, and covered rings are neighbours', (t) => {
  const nside = 32;
  const rings = ringTable(core, nside);
  let wrapped = 0;
  fc.assert(
    fc.property(fc.array(scattered(), { minLength: 30, maxLength: 30 }), (satellites) => {
      const rows = everyCell(core, nside, satellites);
      satellites.forEach((satellite, s) => {
        const { from, to } = place(rings.pointer, satellite);
        const covered: number[] = [];
        for (let r = 1; r < 4 * nside; r++) {
          const ring = record(rings.pointer, r);
          const first = view.getUint32(ring + layout.RING_FIRST, true);
          const cells = view.getUint32(ring + layout.RING_CELLS, true);
          const bits = Array.from({ length: cells }, (_, i) => rows[s]?.[kernels.ring2nest(nside, first + i)] ?? 0);
          const starts = bits.filter((bit, i) => bit === 1 && bits.at(i - 1) === 0).length;
          const count = bits.reduce((sum, bit) => sum + bit, 0);
          t.true(starts <= 1);
          if (count > 0) covered.push(r);
          const runs = r >= from && r <= to ? runsOf(ring) : [];
          t.is(
            runs.reduce((sum, run) => sum + run.last - run.first + 1, 0),
            count,
          );
          wrapped += Number(runs.some((run) => run.last >= cells));
        }
        t.true(covered.every((r, i) => i === 0 || r === (covered[i - 1] ?? 0) + 1));
      });
    }),
    { numRuns: 2, examples: [[[OVER_LONGITUDE_0]]] },
  );
  t.true(wrapped > 0);
  rings.free();
});
