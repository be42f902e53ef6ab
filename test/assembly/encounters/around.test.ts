import assert from 'node:assert/strict';
import test from 'ava';
import fc from 'fast-check';
import { sgp4 } from 'satellite.js';
import { cellCentre, cellCount } from '../../../src/core/healpix.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { lookAround } from '../../../src/core/looks.js';
import type { Place } from '../../../src/core/records/seriesRecord.js';
import { seriesBytes, writeSeries } from '../../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../../src/core/records/slotRecord.js';
import { writeWindow } from '../../../src/core/records/windowRecord.js';
import { debugCore } from '../../helpers/kernels.js';
import { satrecOf } from '../../helpers/elements.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const EPOCHS = 1_440;
const NSIDE = 64;
const RAD = Math.PI / 180;
const core = await createOwnedCore(64, debugCore);
const { kernels, layout, arena, view } = core;
const satellites = sampleSatellites(200);
const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites });
if (window === undefined) throw new Error('no memory');
const indexes = [...window.indexOf];
const others = arena.allocate(4 * satellites.length) ?? 0;
/** For a few of the satellites at a time. */
const ROOM_BYTES = layout.LOOK_QUERY_LOOKS + 20 * layout.LOOK_BYTES;
const room = { pointer: arena.allocate(ROOM_BYTES) ?? 0, bytes: ROOM_BYTES };
const slot = arena.allocate(layout.SLOT_TEXT) ?? 0;
const series = arena.allocate(seriesBytes(core, window.groupCount, EPOCHS)) ?? 0;
writeSlot(core, slot);

/** Looks at one of the satellites and, where it is up, at all others that are counted. */
function around(tracked: number, tUs: number, place: Place, counted: readonly number[] = indexes) {
  const of = indexes[tracked] ?? -1;
  const all = counted.filter((index) => index !== of).sort((a, b) => a - b);
  new Uint32Array(core.memory.buffer, others, all.length).set(all);
  const query = { window: window?.pointer ?? 0, tracked: of, tUs, others, otherCount: all.length };
  return lookAround(core, query, place, room);
}

type Vector = [number, number, number];

/** The slow twin: satellite.js, IAU 1982 sidereal time by Date, and rotations about the axes. */
function twin(satellite: number, tUs: number, { latDeg, lonDeg, heightKm }: Place) {
  const { elements } = satellites[satellite] as (typeof satellites)[number];
  const position = sgp4(satrecOf(elements), (tUs - elements.epochUs) / 60e6)?.position;
  if (!position) return undefined;
  const days = (tUs / 1000 - Date.UTC(2000, 0, 1, 12)) / 86_400_000;
  const turn = (280.460_618_37 + 360.985_647_366_29 * days + (0.000_387_933 * days * days) / 36_525 ** 2) * RAD;
  const turned: Vector = [
    position.x * Math.cos(turn) + position.y * Math.sin(turn),
    position.y * Math.cos(turn) - position.x * Math.sin(turn),
    position.z,
  ];
  const [lat, lon] = [latDeg * RAD, lonDeg * RAD];
  const e2 = 0.006_694_379_990_141_3;
  const n = 6378.137 / Math.sqrt(1 - e2 * Math.sin(lat) ** 2);
  const dx = turned[0] - (n + heightKm) * Math.cos(lat) * Math.cos(lon);
  const dy = turned[1] - (n + heightKm) * Math.cos(lat) * Math.sin(lon);
  const dz = turned[2] - (n * (1 - e2) + heightKm) * Math.sin(lat);
  // South, east and zenith: about the polar axis by the longitude, then about east by the colatitude.
  const out = dx * Math.cos(lon) + dy * Math.sin(lon);
  const east = dy * Math.cos(lon) - dx * Math.sin(lon);
  const south = out * Math.sin(lat) - dz * Math.cos(lat);
  const zenith = out * Math.cos(lat) + dz * Math.sin(lat);
  const range = Math.hypot(dx, dy, dz);
  const azimuth = Math.atan2(east, -south) / RAD;
  return {
    azimuthDeg: azimuth < 0 ? azimuth + 360 : azimuth,
    elevationDeg: Math.asin(zenith / range) / RAD,
    rangeKm: range,
    direction: [dx / range, dy / range, dz / range] as const,
  };
}

const places = fc.record({
  latDeg: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
  lonDeg: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constant(180)),
  heightKm: fc.constantFrom(0, 4.2, -0.4),
});
const instants = fc.integer({ min: 0, max: EPOCHS * 60_000 - 1 }).map((ms) => START_US + 1000 * ms);
const one = fc.nat({ max: satellites.length - 1 });

test('satellites stand where satellite.js and plain rotations have them, and those below their minimum elevation are left out', (t) => {
  fc.assert(
    fc.property(one, instants, places, (tracked, tUs, place) => {
      const found = around(tracked, tUs, place);
      const reference = twin(tracked, tUs, place);
      if (reference === undefined) {
        assert.equal(found, undefined);
        return;
      }
      assert.ok(found);
      const all = [found.tracked, ...found.others];
      for (const [i, look] of all.entries()) {
        const theirs = twin(indexes.indexOf(look.satellite), tUs, place);
        assert.ok(theirs);
        const told = JSON.stringify([look, theirs]);
        assert.ok(Math.abs(look.elevationDeg - theirs.elevationDeg) < 1e-3, told);
        assert.ok(Math.abs(look.rangeKm - theirs.rangeKm) < 0.02, told);
        const turned = Math.abs(look.azimuthDeg - theirs.azimuthDeg) % 359.999;
        assert.ok(turned * Math.cos(look.elevationDeg * RAD) < 2e-3, told);
        assert.ok(look.azimuthDeg >= 0 && look.azimuthDeg < 360);
        const cosine = theirs.direction.reduce((sum, part, axis) => sum + part * (reference.direction[axis] ?? 0), 0);
        assert.ok(Math.abs(Math.cos(look.separationDeg * RAD) - cosine) < 1e-4, told);
        if (i > 0) assert.ok(look.elevationDeg >= (satellites[indexes.indexOf(look.satellite)]?.minElevationDeg ?? 0));
      }
      const isUp = reference.elevationDeg >= (satellites[tracked]?.minElevationDeg ?? 0);
      if (!isUp) {
        assert.equal(found.others.length, 0);
        return;
      }
      const listed = new Set(all.map(({ satellite }) => satellite));
      for (const [i, { minElevationDeg }] of satellites.entries()) {
        const theirs = twin(i, tUs, place);
        if (theirs === undefined || theirs.elevationDeg < minElevationDeg + 1e-3) continue;
        assert.ok(listed.has(indexes[i] ?? -1), `${i} stands at ${theirs.elevationDeg} degrees`);
      }
    }),
    { numRuns: 100 },
  );
  t.pass();
});

test('at the centre of a cell as many others are up as the cell’s series counts', (t) => {
  const bands = 0x7ff;
  const cells = fc.nat({ max: cellCount(NSIDE) - 1 });
  fc.assert(
    fc.property(cells, fc.nat({ max: EPOCHS - 1 }), (ipix, epoch) => {
      writeSeries(core, series, { groupCount: window.groupCount, epochCount: EPOCHS }, { nside: NSIDE, ipix });
      const place = { ...cellCentre(kernels, view, room.pointer, NSIDE, ipix), heightKm: 0 };
      const counted = satellites.flatMap(({ bands: own }, i) => (own === 0 ? [] : [i]));
      const tracked = counted.find((i) => {
        const site = series + layout.SERIES_SITE;
        return kernels.coverTracked(window.pointer, indexes[i] ?? -1, site, epoch, epoch + 1, slot) > 0;
      });
      if (tracked === undefined) return;
      kernels.fillSeries(window.pointer, series, bands, slot);
      kernels.scanSeries(window.pointer, series, bands, slot);
      const numbers = counted.map((i) => indexes[i] ?? -1);
      const found = around(tracked, START_US + 60e6 * epoch, place, numbers);
      assert.equal(found?.others.length, view.getUint16(slot + layout.SLOT_VALUES + 2 * epoch, true));
    }),
    { numRuns: 150 },
  );
  t.pass();
});
