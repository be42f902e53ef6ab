import test from 'ava';
import fc from 'fast-check';
import { createOwnedCore, type OwnedCore } from '../../../src/core/instance.js';
import type { WindowSatellite } from '../../../src/core/records/windowOrder.js';
import { type WindowRecord, writeWindow } from '../../../src/core/records/windowRecord.js';
import { withScratch } from '../../../src/core/withScratch.js';
import { debugCore } from '../../helpers/kernels.js';
import { randomElements } from '../../helpers/elements.js';
import { createSky, sampleSatellites, START_US } from '../../helpers/sky.js';

const EPOCHS = 30;
const core = await createOwnedCore(64, debugCore);
const sample = sampleSatellites(300);
const isDeep = ({ elements }: WindowSatellite): boolean => 1440 / elements.meanMotionRevPerDay >= 225;

function place(satellites: readonly WindowSatellite[], owned = core): WindowRecord {
  const window = writeWindow(owned, { startUs: START_US, epochCount: EPOCHS, satellites });
  if (window === undefined) throw new Error('no memory');
  return window;
}

interface Group {
  bands: number;
  near: [from: number, to: number];
  deep: [from: number, to: number];
}

function groupsOf({ pointer, groupCount }: WindowRecord): Group[] {
  const { layout, view } = core;
  const groups = view.getUint32(pointer + layout.WINDOW_GROUPS, true);
  return Array.from({ length: groupCount }, (_, g) => {
    const word = (offset: number): number => view.getUint32(groups + g * layout.GROUP_BYTES + offset, true);
    return {
      bands: word(layout.GROUP_BANDS),
      near: [word(layout.GROUP_NEAR_FROM), word(layout.GROUP_NEAR_TO)],
      deep: [word(layout.GROUP_DEEP_FROM), word(layout.GROUP_DEEP_TO)],
    };
  });
}

function counts({ pointer }: WindowRecord): { near: number; deep: number; groups: number; epochs: number } {
  const { layout, view } = core;
  return {
    near: view.getUint32(pointer + layout.WINDOW_NEAR_COUNT, true),
    deep: view.getUint32(pointer + layout.WINDOW_DEEP_COUNT, true),
    groups: view.getUint32(pointer + layout.WINDOW_GROUP_COUNT, true),
    epochs: view.getUint32(pointer + layout.WINDOW_EPOCHS, true),
  };
}

/** First position of each satellite of the plan, by its place in the record. */
function firstPositions(window: WindowRecord): number[][] {
  return withScratch(
    core,
    (scratch) => {
      const out = scratch + core.layout.SCRATCH_BYTES;
      return [...window.indexOf].map((index) => {
        core.kernels.writeEphemeris(window.pointer, index, 0, 1, scratch, out);
        return [...new Float64Array(core.memory.buffer, out, 3)];
      });
    },
    core.layout.SCRATCH_BYTES + 24,
  );
}

/** The groups must cover every satellite once: those of a group are those of its band set. */
function checkGroups(
  t: { is: (a: unknown, b: unknown) => unknown; deepEqual: (a: unknown, b: unknown) => unknown },
  window: WindowRecord,
  plan: readonly WindowSatellite[],
): void {
  const groups = groupsOf(window);
  const near = plan.filter((satellite) => !isDeep(satellite)).length;
  t.deepEqual(counts(window), { near, deep: plan.length - near, groups: groups.length, epochs: EPOCHS });
  t.is(groups.length, new Set(plan.map(({ bands }) => bands)).size);
  t.deepEqual(
    groups.map(({ bands }) => bands),
    groups.map(({ bands }) => bands).toSorted((a, b) => a - b),
  );
  t.deepEqual(
    [...window.indexOf].toSorted((a, b) => a - b),
    plan.map((_, i) => i),
  );
  plan.forEach((satellite, i) => {
    const index = window.indexOf[i] ?? -1;
    t.is(index >= near, isDeep(satellite));
    const within = groups.filter(({ near: [nearFrom, nearTo], deep: [deepFrom, deepTo] }) =>
      index < near ? index >= nearFrom && index < nearTo : index - near >= deepFrom && index - near < deepTo,
    );
    t.deepEqual(
      within.map(({ bands }) => bands),
      [satellite.bands],
    );
  });
}

test('each band set is a group: one range of the near-earth satellites and one of the deep ones', (t) => {
  const satellite = fc.record({
    // What a period of 225 minutes is depends on whose mean motion it is of, Kozai's or Brouwer's.
    elements: randomElements(START_US).filter((one) => Math.abs(1440 / one.meanMotionRevPerDay - 225) > 2),
    bands: fc.oneof(fc.constantFrom(0, 1, 2, 3, 2047), fc.constant(0xffff_ffff), fc.nat({ max: 2047 })),
    minElevationDeg: fc.constantFrom(0, 10, 25),
  });
  fc.assert(
    fc.property(fc.array(satellite, { maxLength: 30 }), (satellites) => {
      const window = place(satellites);
      checkGroups(t, window, satellites);
      window.free();
    }),
    { numRuns: 60 },
  );
});

test('a window of one kind of orbit, or of nothing, has empty ranges', (t) => {
  const near = sample.filter((satellite) => !isDeep(satellite)).slice(0, 8);
  const deep = sample.filter(isDeep).slice(0, 8);
  for (const satellites of [near, deep, []]) {
    t.true(satellites.length === 8 || satellites.length === 0);
    const window = place(satellites);
    checkGroups(t, window, satellites);
    window.free();
  }
});

test('every satellite is found where indexOf says, with its own elevation mask', (t) => {
  const window = place(sample);
  const sky = createSky(sample, 1);
  const { layout, view } = core;
  const { near } = counts(window);
  firstPositions(window).forEach(([x = 0, y = 0, z = 0], i) => {
    const expected = sky.below(i, 0);
    t.true(Math.abs(Math.atan2(z, Math.hypot(x, y)) * (180 / Math.PI) - (expected?.latDeg ?? 999)) < 1e-7);
    t.true(Math.abs(Math.atan2(y, x) * (180 / Math.PI) - (expected?.lonDeg ?? 999)) < 1e-7);
    const index = window.indexOf[i] ?? 0;
    const record =
      index < near
        ? view.getUint32(window.pointer + layout.WINDOW_NEAR_RECORDS, true) + index * core.kernels.nearRecordBytes()
        : view.getUint32(window.pointer + layout.WINDOW_DEEP_RECORDS, true) +
          (index - near) * core.kernels.deepRecordBytes();
    const sine = view.getFloat64(record + layout.SATELLITE_SIN_MIN_ELEVATION, true);
    t.is(sine, Math.sin(((sample[i]?.minElevationDeg ?? -1) * Math.PI) / 180));
  });
  window.free();
});

test('whatever lay in the memory before, a window is the same', (t) => {
  const window = place(sample.slice(0, 40));
  const before = core.bytes.slice(window.pointer, window.pointer + window.bytes);
  const positions = firstPositions(window);
  window.free();
  core.bytes.fill(0xa5, window.pointer, window.pointer + before.length);
  const again = place(sample.slice(0, 40));
  t.is(again.pointer, window.pointer);
  t.deepEqual(firstPositions(again), positions);
  again.free();
});

test('elements that cannot be propagated are reported, in the order of the plan', (t) => {
  const sound = sample[0] as WindowSatellite;
  const changes = [{}, { eccentricity: 1.2 }, {}, { meanMotionRevPerDay: 18 }, { eccentricity: -0.1 }];
  // The later in the plan, the earlier in the window.
  const window = place(
    changes.map((change, i) => ({ ...sound, bands: 9 - i, elements: { ...sound.elements, ...change } })),
  );
  const [first, second, third, fourth, fifth] = window.initStatus;
  t.deepEqual([first, third], [0, 0]);
  // Vallado's codes: 1 mean elements, 6 decayed.
  t.deepEqual([second, fourth, fifth], [1, 6, 1]);
  window.free();
});

test('a window gives back all that it took', (t) => {
  const before = core.arena.freeBytes;
  const windows = [place(sample), place(sample.slice(0, 7)), place([])];
  t.true(core.arena.freeBytes < before);
  for (const window of windows) window.free();
  t.is(core.arena.freeBytes, before);
});

test('where the memory is too small there is no window, and nothing is taken', async (t) => {
  const small: OwnedCore = await createOwnedCore(1, debugCore);
  const many = Array.from({ length: 50 }, () => sample).flat();
  const before = small.arena.freeBytes;
  t.true(writeWindow(small, { startUs: START_US, epochCount: EPOCHS, satellites: many }) === undefined);
  t.is(small.arena.freeBytes, before);
  // As many as fit without, but not with, the scratch of laying them out.
  const laid = place(sample.slice(0, 50), small);
  const bytes = Math.ceil(laid.bytes / 64) * 64;
  laid.free();
  const filler = small.arena.allocate(before - bytes) ?? 0;
  t.is(writeWindow(small, { startUs: START_US, epochCount: EPOCHS, satellites: sample.slice(0, 50) }), undefined);
  t.is(small.arena.freeBytes, bytes);
  small.arena.free(filler);
  place(sample.slice(0, 50), small).free();
});

test('scratch is lent for one call, also when it throws', async (t) => {
  const before = core.arena.freeBytes;
  t.is(
    withScratch(core, () => core.arena.freeBytes, 640),
    before - 640,
  );
  t.throws(() =>
    withScratch(core, () => {
      throw new Error('inside');
    }),
  );
  t.is(core.arena.freeBytes, before);
  t.throws(() => withScratch(core, (scratch) => scratch, 2 ** 30), {
    instanceOf: RangeError,
    message: /no 1073741824 bytes left/,
  });
});
