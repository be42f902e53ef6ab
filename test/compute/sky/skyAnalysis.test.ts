import test from 'ava';
import { createPool } from '../../../src/compute/pool.js';
import { laidOut } from '../../../src/compute/sky/searchEncounters.js';
import type { SkyPass } from '../../../src/compute/sky/skyAnalysis.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { MemoryTooSmall } from '../../../src/errors.js';
import type { LoadedWindow } from '../../../src/memory/loadedWindow.js';
import { anyone, withWindows } from '../../helpers/analysis.js';
import { encounterFinder } from '../../helpers/encounterGolden.js';
import { passFinder } from '../../helpers/passGolden.js';
import { HILLS, sampleSatellites, START_US } from '../../helpers/sky.js';
import { until } from '../../helpers/until.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = await createPool(core, 2);
const all = sampleSatellites();
const audible = all.filter(({ bands }) => bands !== 0);
const numberOf = (revPerDay: number): number =>
  audible.find(({ elements }) => Math.abs(elements.meanMotionRevPerDay - revPerDay) < 0.1)?.noradNumber ?? 0;
const [GEO, NAVSTAR, ISS] = [numberOf(1), numberOf(2), 25_544];
const BERLIN = { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.034 };
const PLACES = [
  BERLIN,
  { ...BERLIN, horizonMask: HILLS },
  { latDeg: 90, lonDeg: 0, heightKm: 2.8 },
  { latDeg: 0, lonDeg: -180, heightKm: -0.4 },
];

test.after.always(() => pool.close());

/** Asks nothing before memory is measured, as no question about the sky leaves anything in memory. */
const nothingStays = (): Promise<void> => Promise.resolve();
const withBench = withWindows(core, pool, all, EPOCHS, nothingStays);

function othersOf(window: LoadedWindow, norad: number, satellites = audible): Uint32Array {
  const indexes = satellites.flatMap(({ noradNumber }) =>
    noradNumber === norad ? [] : [window.satellite(noradNumber)?.index ?? -1],
  );
  return Uint32Array.from(indexes).sort();
}

test('other satellites that would take half of a slot stand apart until the search is over, however it ends', async (t) => {
  const slot = core.arena.allocate(2 ** 21) ?? 0;
  const free = core.arena.freeBytes;
  for (const [count, takenBytes] of [
    [100_000, 0],
    [300_000, 1_200_000],
  ] as const) {
    const others = Uint32Array.from({ length: count }, (_, i) => 3 * i);
    const search = laidOut(core, slot, others, 2, async (layout) => {
      t.deepEqual(new Uint32Array(core.memory.buffer, layout.others, layout.otherCount), others);
      t.is(layout.rooms.length, 2);
      t.is(free - core.arena.freeBytes, takenBytes);
      throw new Error('the client left');
    });
    await t.throwsAsync(search, { message: 'the client left' });
    t.is(core.arena.freeBytes, free);
  }
  const tooMany = new Uint32Array(core.memory.buffer.byteLength / 4);
  await t.throwsAsync(
    laidOut(core, slot, tooMany, 2, () => Promise.resolve()),
    { instanceOf: MemoryTooSmall },
  );
  core.arena.free(slot);
});

/** Passes with their encounters as plain lists. */
const read = (passes: readonly SkyPass[]) =>
  passes.map(({ encounters, near, ...pass }) => ({
    ...pass,
    encounters: [...encounters],
    near: [...near].sort((a, b) => a.closestUs - b.closestUs || a.satellite - b.satellite),
  }));

test.serial(
  'passes and encounters equal those that the core finds alone, in the order in which they begin',
  async (t) => {
    const find = encounterFinder(core, START_US, EPOCHS);
    await withBench(t, async ({ analysis }, window) => {
      for (const norad of [ISS, NAVSTAR, GEO]) {
        for (const place of PLACES) {
          const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 8 };
          const query = { window, norad, place, others: othersOf(window, norad), ...range };
          const told = read(await analysis.encounters(query, anyone));
          const tracked = audible.filter(({ noradNumber }) => noradNumber === norad);
          const satellites = [...tracked, ...audible.filter(({ noradNumber }) => noradNumber !== norad)];
          const alone = find({ satellites, place, maxSeparationDeg: 8 });
          t.deepEqual(
            told.map(({ aosUs, losUs }) => [aosUs, losUs]),
            alone.map(({ pass }) => [pass.aosUs, pass.losUs]),
          );
          for (const [i, { encounters }] of told.entries()) {
            const numbered = (alone[i]?.encounters ?? []).map((it) => ({
              ...it,
              norad: satellites[it.satellite]?.noradNumber,
            }));
            const times = (list: { norad: number | undefined; entersUs: number; closestDeg: number }[]) =>
              list.map((it) => `${it.norad} ${it.entersUs} ${it.closestDeg}`).sort();
            t.deepEqual(times(encounters), times(numbered));
            t.true(encounters.every(({ entersUs }, k) => k === 0 || entersUs >= (encounters[k - 1]?.entersUs ?? 0)));
          }
        }
      }
    });
  },
);

test.serial(
  'an encounter has the distances of both satellites at its closest time, as a look at that time has',
  async (t) => {
    await withBench(t, async ({ analysis }, window) => {
      let compared = 0;
      for (const norad of [ISS, NAVSTAR, GEO]) {
        const query = { window, norad, place: BERLIN, others: othersOf(window, norad), minElevationDeg: 0 };
        const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 8 };
        const passes = read(await analysis.encounters({ ...query, ...range }, anyone));
        for (const it of passes.flatMap(({ encounters }) => encounters).slice(0, 50)) {
          const others = Uint32Array.of(it.satellite);
          const looks = await analysis.looks({ ...query, others, tUs: it.closestUs }, anyone);
          t.true(Math.abs((looks?.tracked.rangeKm ?? 0) - it.trackedKm) < 0.001);
          const [other] = looks?.others ?? [];
          // If the other satellite rises or sets at the closest moment, rounding may put the look a moment outside,
          // when it is down.
          if (other === undefined) continue;
          t.true(Math.abs(other.rangeKm - it.otherKm) < 0.001);
          t.true(Math.abs(other.separationDeg - it.closestDeg) < 0.0001);
          compared++;
        }
      }
      t.true(compared > 50, `${compared}`);
    });
  },
);

test.serial(
  'a pass is in the beam as long as somebody is near, and clear for its longest stretch without anybody',
  async (t) => {
    await withBench(t, async ({ analysis }, window) => {
      const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 15 };
      const query = { window, norad: NAVSTAR, place: BERLIN, others: othersOf(window, NAVSTAR), ...range };
      for (const { aosUs, losUs, encounters, inBeamUs, clear } of read(await analysis.encounters(query, anyone))) {
        t.true(encounters.length > 5);
        const step = (losUs - aosUs) / 20_000;
        const near = Array.from({ length: 20_000 }, (_, i) => {
          const tUs = aosUs + (i + 0.5) * step;
          return encounters.some(({ entersUs, leavesUs }) => entersUs <= tUs && tUs < leavesUs);
        });
        t.true(Math.abs(near.filter(Boolean).length * step - inBeamUs) < 2 * step * encounters.length);
        const stretches = near
          .map(String)
          .join('')
          .split(/(?:true)+/)
          .map((text) => (text.length / 5) * step);
        t.true(Math.abs(Math.max(...stretches) - ((clear?.toUs ?? 0) - (clear?.fromUs ?? 0))) < 2 * step);
        if (clear) t.false(encounters.some((it) => it.entersUs < clear.toUs && it.leavesUs > clear.fromUs));
      }
    });
  },
);

test.serial('over a mask, of the satellites that are up without it those are told that stand above it', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    let [kept, hidden] = [0, 0];
    for (let epoch = 0; epoch < EPOCHS; epoch += 7) {
      for (const norad of [NAVSTAR, GEO]) {
        const query = { window, norad, others: othersOf(window, norad), tUs: START_US + 60e6 * epoch };
        const plain = await analysis.looks({ ...query, place: BERLIN }, anyone);
        const masked = await analysis.looks({ ...query, place: { ...BERLIN, horizonMask: HILLS } }, anyone);
        if (plain === undefined || masked === undefined) continue;
        const isOver = ({ azimuthDeg, elevationDeg }: { azimuthDeg: number; elevationDeg: number }): boolean => {
          const before = Math.floor(azimuthDeg / 10);
          const [low, high] = [HILLS[before]?.[1] ?? 0, HILLS[(before + 1) % 36]?.[1] ?? 0];
          return elevationDeg >= low + (azimuthDeg / 10 - before) * (high - low);
        };
        const isUp = plain.isUp && isOver(plain.tracked);
        t.is(masked.isUp, isUp);
        const over = plain.others.filter(isOver);
        t.deepEqual(masked.others, isUp ? over : []);
        if (!isUp) continue;
        kept += over.length;
        hidden += plain.others.length - over.length;
      }
    }
    t.true(kept > 100 && hidden > 100, `${kept} and ${hidden}`);
  });
});

test.serial(
  'a station’s minimum elevation counts for satellites without an emitter’s own, and where it is the higher one',
  async (t) => {
    const find = passFinder(core, START_US, EPOCHS);
    const masked = all.find(({ minElevationDeg }) => minElevationDeg > 10);
    await withBench(t, async ({ analysis }, window) => {
      for (const norad of [ISS, masked?.noradNumber ?? 0]) {
        const frozen = all.find(({ noradNumber }) => noradNumber === norad)!;
        for (const stationDeg of [0, 5, 20, 60]) {
          const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 5, minElevationDeg: stationDeg };
          const query = { window, norad, place: BERLIN, others: new Uint32Array(0), ...range };
          const told = await analysis.encounters(query, anyone);
          const least = norad === ISS ? stationDeg : Math.max(stationDeg, frozen.minElevationDeg);
          const passes = find({ ...frozen, minElevationDeg: least }, BERLIN);
          t.is(told.length, passes.length);
          for (const [i, { aosUs, losUs }] of passes.entries()) {
            t.true(Math.abs(aosUs - (told[i]?.aosUs ?? 0)) < 5000 && Math.abs(losUs - (told[i]?.losUs ?? 0)) < 5000);
          }
        }
      }
    });
  },
);

test.serial('a satellite that stays beside the tracked one is listed apart, of a pass and of a look', async (t) => {
  const iss = all.find(({ noradNumber }) => noradNumber === ISS)!;
  const docked = { ...iss, noradNumber: 900_001 };
  const behind = {
    ...iss,
    noradNumber: 900_002,
    elements: { ...iss.elements, meanAnomalyDeg: iss.elements.meanAnomalyDeg - 0.05 },
  };
  const masked = { ...iss, noradNumber: 900_003, minElevationDeg: 15 };
  const satellites = [...all, docked, behind, masked];
  await withWindows(
    core,
    pool,
    satellites,
    EPOCHS,
    nothingStays,
  )(t, async ({ analysis }, window) => {
    const others = othersOf(window, ISS, [docked, behind]);
    const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 5 };
    const query = { window, norad: ISS, place: BERLIN, others, ...range };
    const passes = read(await analysis.encounters(query, anyone));
    t.true(passes.length > 2);
    // The docked satellite takes no clear stretch away.
    const beside = { ...query, others: othersOf(window, ISS, [docked]), shortClearUs: 0 };
    for (const { clear } of await analysis.encounters(beside, anyone)) t.not(clear, undefined);
    for (const { aosUs, losUs, colocated, encounters, inBeamUs } of passes) {
      t.deepEqual(colocated, [900_001]);
      t.true(encounters.every(({ norad, closestDeg }) => norad === 900_002 && closestDeg > 0.01));
      t.true(inBeamUs <= losUs - aosUs);
    }
    // A look lists a co-located satellite at any elevation, but `masked` only from its own minimum elevation on.
    const looked = { ...query, others: othersOf(window, ISS, [docked, behind, masked]) };
    for (const { aosUs, maxElevationUs } of passes) {
      for (const tUs of [aosUs + 1e6, maxElevationUs]) {
        const looks = await analysis.looks({ ...looked, tUs }, anyone);
        t.deepEqual(looks?.colocated, looks!.tracked.elevationDeg < 15 ? [900_001] : [900_001, 900_003]);
      }
    }
  });
});

test.serial('a search for long clear stretches spares some others, in any order, and finds the same', async (t) => {
  let [spared, kept] = [0, 0];
  const asked = [ISS, NAVSTAR, GEO].flatMap((norad) =>
    PLACES.flatMap((place) => [0, 120e6].map((shortClearUs) => ({ norad, place, shortClearUs }))),
  );
  await withBench(t, async ({ analysis }, window) => {
    for (const { norad, place, shortClearUs } of asked) {
      const others = othersOf(window, norad);
      const query = { window, norad, place, others, fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 12 };
      const highFirst = { ...query, others: others.toReversed(), shortClearUs };
      const [every, some] = [await analysis.encounters(query, anyone), await analysis.encounters(highFirst, anyone)];
      const clearIn = (passes: readonly SkyPass[]) =>
        read(passes).filter(({ clear }) => clear !== undefined && clear.toUs - clear.fromUs > shortClearUs);
      t.deepEqual(clearIn(some), clearIn(every));
      kept += clearIn(every).length;
      for (const { encounters } of every) spared += encounters.length;
      for (const { encounters } of some) spared -= encounters.length;
    }
  });
  t.true(spared > 0 && kept > 0, `${spared} encounters spared, ${kept} passes kept`);
});

test.serial('those that pass the beam by in the clear stretch are told beside, and change nothing else', async (t) => {
  const [beamDeg, nearDeg] = [6, 3];
  let [told, kept] = [0, 0];
  await withBench(t, async ({ analysis }, window) => {
    for (const norad of [ISS, NAVSTAR, GEO]) {
      for (const place of PLACES) {
        const query = { window, norad, place, others: othersOf(window, norad), fromEpoch: 0, toEpoch: EPOCHS };
        const without = read(await analysis.encounters({ ...query, maxSeparationDeg: beamDeg }, anyone));
        const passes = read(await analysis.encounters({ ...query, maxSeparationDeg: beamDeg, nearDeg }, anyone));
        t.deepEqual(
          passes.map((pass) => ({ ...pass, near: [] })),
          without,
        );
        const wide = read(await analysis.encounters({ ...query, maxSeparationDeg: beamDeg + nearDeg }, anyone));
        for (const [i, { near, clear, aosUs, losUs }] of passes.entries()) {
          const wider = wide[i]?.encounters ?? [];
          for (const it of near) {
            t.true(it.closestDeg >= beamDeg && it.closestDeg < beamDeg + nearDeg);
            const found = wider.find(
              (one) => one.norad === it.norad && one.entersUs - 1e4 < it.closestUs && it.closestUs < one.leavesUs + 1e4,
            );
            t.not(found, undefined);
          }
          told += near.length;
          if (clear === undefined) continue;
          const begins = (us: number): boolean => us > clear.fromUs + 1e5 || (us === aosUs && us === clear.fromUs);
          const ends = (us: number): boolean => us < clear.toUs - 1e5 || (us === losUs && us === clear.toUs);
          for (const it of wider) {
            if (it.closestDeg < beamDeg + 1e-4 || !begins(it.closestUs) || !ends(it.closestUs)) continue;
            const same = near.find((one) => one.norad === it.norad && Math.abs(one.closestUs - it.closestUs) < 1e6);
            t.true(Math.abs((same?.closestDeg ?? 0) - it.closestDeg) < 1e-4, `${it.norad}, ${it.closestDeg}`);
            kept++;
          }
        }
        const shortClearUs = 300e6;
        const some = await analysis.encounters({ ...query, maxSeparationDeg: beamDeg, nearDeg, shortClearUs }, anyone);
        const isLong = ({ clear }: Pick<SkyPass, 'clear'>): boolean =>
          clear !== undefined && clear.toUs - clear.fromUs > shortClearUs;
        const inOrder = (list: readonly SkyPass[]) =>
          read(list)
            .filter(isLong)
            .map(({ aosUs, near }) => [aosUs, ...near.map(({ closestUs }) => closestUs).sort((a, b) => a - b)]);
        t.deepEqual(
          inOrder(some),
          inOrder(await analysis.encounters({ ...query, maxSeparationDeg: beamDeg, nearDeg }, anyone)),
        );
      }
    }
  });
  t.true(kept > 10 && told >= kept, `${told} pass by, ${kept} of them as a wider search has them`);
});

test.serial('many questions get the answers that each gets alone', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    const queries = [ISS, NAVSTAR, GEO].flatMap((norad) =>
      PLACES.map((place) => {
        const range = { fromEpoch: 0, toEpoch: EPOCHS, maxSeparationDeg: 4, nearDeg: 1 };
        return { window, norad, place, others: othersOf(window, norad), ...range };
      }),
    );
    const seen = new Set<object>();
    for await (const { query, passes } of analysis.encountersOfMany(queries, anyone)) {
      seen.add(query);
      t.deepEqual(read(passes), read(await analysis.encounters(query, anyone)));
    }
    t.is(seen.size, queries.length);
    // Leaving the loop early gives up the questions that are not answered yet.
    for await (const { passes } of analysis.encountersOfMany(queries, anyone)) if (passes.length >= 0) break;
    await until(
      () => pool.idle === pool.threads,
      () => `all ${pool.threads} threads to be idle, as ${pool.idle} are`,
    );
    await analysis.looks({ ...queries[0]!, tUs: START_US }, anyone);
  });
});
