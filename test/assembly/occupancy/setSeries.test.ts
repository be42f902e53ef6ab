import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore } from '../../../src/core/instance.js';
import { groupRanges } from '../../../src/core/records/emitterGroups.js';
import {
  type Place,
  seriesBytes,
  setSeriesBytes,
  writeSeries,
  writeSetSeries,
  writeSite,
} from '../../../src/core/records/seriesRecord.js';
import { cancelSlot, writeSlot } from '../../../src/core/records/slotRecord.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { STATUS } from '../../../src/core/status.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/elements.js';
import { sampleSatellites, START_US } from '../../helpers/sky.js';

const EPOCHS = 1441;
const core = await createOwnedCore(128, debugCore);
const { kernels, layout, view, arena, memory } = core;
const slot = arena.allocate(layout.SLOT_TEXT + 2 * layout.WORK_BYTES) ?? 0;
const BERLIN: Place = { latDeg: 52.52, lonDeg: 13.405, heightKm: 0 };
const CELL = { nside: 64, ipix: 0 };

/** Bitmap of satellites by index. */
function bitmap(count: number, members: Iterable<number>): Uint8Array {
  const bits = new Uint8Array(8 * Math.ceil(count / 64));
  for (const index of members) bits[index >> 3] = (bits[index >> 3] as number) | (1 << (index & 7));
  return bits;
}

/** Runs a body over an empty series of a set. */
function withSet<T>(members: Uint8Array, place: Place, body: (series: number) => T): T {
  const series = arena.allocate(setSeriesBytes(core, EPOCHS, members)) ?? 0;
  writeSetSeries(core, series, { epochCount: EPOCHS, members }, CELL);
  writeSite(core, series + layout.SERIES_SITE, place);
  writeSlot(core, slot);
  try {
    return body(series);
  } finally {
    arena.free(series);
  }
}

/** Intensities of a satellite at a place, filled in for these epochs. */
function intensities(
  window: WindowRecord,
  series: number,
  index: number,
  bands: number,
  from = 0,
  to = EPOCHS,
): number[] {
  kernels.coverTracked(window.pointer, index, series + layout.SERIES_SITE, from, to, slot);
  t0(kernels.fillSeries(window.pointer, series, bands, slot));
  t0(kernels.scanSeries(window.pointer, series, bands, slot));
  return [...new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, EPOCHS).slice()];
}

function t0(status: number): void {
  if (status !== STATUS.ok) throw new Error(`status ${status}`);
}

/** Intensities by bands, over a series of the window's groups. */
function byBands(window: WindowRecord, place: Place, index: number, bands: number): number[] {
  const shape = { groupCount: window.groupCount, epochCount: EPOCHS };
  const series = arena.allocate(seriesBytes(core, shape.groupCount, EPOCHS)) ?? 0;
  writeSeries(core, series, shape, CELL);
  writeSite(core, series + layout.SERIES_SITE, place);
  writeSlot(core, slot);
  const found = intensities(window, series, index, bands);
  arena.free(series);
  return found;
}

/** The slow twin: the coverage of every member by skipping ahead, added up where the tracked satellite covers the place. */
function twin(window: WindowRecord, place: Place, index: number, members: readonly number[]): number[] {
  return withSet(new Uint8Array(8), place, (series) => {
    const site = series + layout.SERIES_SITE;
    const covered = (satellite: number): Uint8Array => {
      kernels.coverAhead(window.pointer, satellite, site, 0, EPOCHS, slot);
      const bits = new Uint8Array(memory.buffer, slot + layout.SLOT_COVERED, kernels.bitmapBytes(EPOCHS));
      return Uint8Array.from({ length: EPOCHS }, (_, k) => ((bits[k >> 3] as number) >> (k & 7)) & 1);
    };
    const sums = new Uint16Array(EPOCHS);
    for (const member of members) covered(member).forEach((one, k) => (sums[k] = (sums[k] as number) + one));
    return Array.from(covered(index), (own, k) => (own === 0 ? 0 : (sums[k] as number) - 1));
  });
}

const satellites = sampleSatellites(200);
const window = writeWindow(core, { startUs: START_US, epochCount: EPOCHS, satellites }) as WindowRecord;
const groups = groupRanges(core, window.pointer);
const indexesOf = (bands: number): number[] =>
  groups
    .filter((group) => (group.bands & bands) !== 0)
    .flatMap(({ ranges }) => ranges.flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)));

test('a set that is the union of whole groups counts what a question by bands does, bit for bit', (t) => {
  const masks = [0x7ff, ...groups.map(({ bands }) => bands).filter((bands) => bands !== 0)];
  for (const bands of masks) {
    const members = indexesOf(bands);
    const tracked = members[members.length >> 1] as number;
    const counted = withSet(bitmap(satellites.length, members), BERLIN, (series) =>
      intensities(window, series, tracked, 1),
    );
    t.deepEqual(counted, byBands(window, BERLIN, tracked, bands));
  }
});

test('property: any set of any orbits counts what its slow twin does', (t) => {
  const scene = fc.record({
    elements: fc.array(randomElements(START_US), { minLength: 1, maxLength: 80 }),
    chosen: fc.infiniteStream(fc.boolean()),
    tracked: fc.nat(),
    latDeg: fc.double({ min: -90, max: 90, noNaN: true }),
    lonDeg: fc.double({ min: -180, max: 180, noNaN: true }),
  });
  fc.assert(
    fc.property(scene, ({ elements, chosen, tracked, latDeg, lonDeg }) => {
      const drawn = writeWindow(core, {
        startUs: START_US,
        epochCount: EPOCHS,
        satellites: elements.map((one, i) => ({ elements: one, bands: 1 << (i % 5), minElevationDeg: 5 * (i % 3) })),
      });
      if (drawn === undefined) throw new Error('no memory');
      const own = tracked % elements.length;
      const members = elements.flatMap((_, i) => (i === own || chosen.next().value ? [i] : []));
      const place = { latDeg, lonDeg, heightKm: 0 };
      const counted = withSet(bitmap(elements.length, members), place, (series) => intensities(drawn, series, own, 1));
      t.deepEqual(counted, twin(drawn, place, own, members));
      drawn.free();
    }),
    { numRuns: 12 },
  );
});

test('what is filled in stays, range by range, and is a scan from then on', (t) => {
  const members = indexesOf(0x7ff);
  const tracked = members[0] as number;
  withSet(bitmap(satellites.length, members), BERLIN, (series) => {
    const whole = byBands(window, BERLIN, tracked, 0x7ff);
    writeSlot(core, slot);
    intensities(window, series, tracked, 1, 100, 700);
    intensities(window, series, tracked, 1, 0, 300);
    t.deepEqual(intensities(window, series, tracked, 1), whole);
    view.setInt32(slot, 0, true);
    kernels.coverTracked(window.pointer, tracked, series + layout.SERIES_SITE, 0, EPOCHS, slot);
    t.is(kernels.scanSeries(window.pointer, series, 1, slot), STATUS.ok);
  });
});

test('a fill in portions by several threads’ works gives the same, and one that is cancelled leaves nothing behind', (t) => {
  const members = indexesOf(0x7ff);
  const tracked = members[0] as number;
  const whole = byBands(window, BERLIN, tracked, 0x7ff);
  withSet(bitmap(satellites.length, members), BERLIN, (series) => {
    kernels.coverTracked(window.pointer, tracked, series + layout.SERIES_SITE, 0, EPOCHS, slot);
    kernels.openFill(window.pointer, series, 1, slot);
    t.is(kernels.countFill(window.pointer, series, 1, slot, slot + layout.SLOT_WORK, 1), STATUS.needsFill);
    cancelSlot(core, slot);
    t.is(kernels.countFill(window.pointer, series, 1, slot, slot + layout.SLOT_WORK, 1), STATUS.cancelled);
    writeSlot(core, slot);
    t.is(kernels.scanSeries(window.pointer, series, 1, slot), STATUS.needsFill);
    kernels.openFill(window.pointer, series, 1, slot);
    const works = [slot + layout.SLOT_WORK, slot + layout.SLOT_TEXT, slot + layout.SLOT_TEXT + layout.WORK_BYTES];
    let turn = 0;
    const next = (): number => works[turn++ % works.length] as number;
    while (kernels.countFill(window.pointer, series, 1, slot, next(), 1) === STATUS.needsFill);
    kernels.closeFill(window.pointer, series, 1, slot);
    t.is(kernels.scanSeries(window.pointer, series, 1, slot), STATUS.ok);
    t.deepEqual([...new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, EPOCHS)], whole);
  });
});

test('a set of the tracked satellite alone counts nobody', (t) => {
  const index = 3;
  const counted = withSet(bitmap(satellites.length, [index]), BERLIN, (series) =>
    intensities(window, series, index, 1),
  );
  t.true(counted.every((value) => value === 0));
});
