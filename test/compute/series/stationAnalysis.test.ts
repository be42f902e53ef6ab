import test from 'ava';
import type { StationPass } from '../../../src/compute/thread/station.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import {
  anyone,
  type Bench,
  intensities,
  makeTextBlock,
  poolHere,
  readText,
  withWindows,
} from '../../helpers/analysis.js';
import { passFinder } from '../../helpers/passGolden.js';
import { HILLS, sampleSatellites, SILENT, START_US } from '../../helpers/sky.js';

const EPOCHS = 1500;
const core = await createOwnedCore(256);
const pool = poolHere(core);
const satellites = sampleSatellites();
const find = passFinder(core, START_US, EPOCHS);
const audible = satellites.filter(({ bands }) => bands !== 0);
const high = audible.findLast(({ elements }) => elements.inclinationDeg < 1)?.noradNumber ?? 0;
const ISS = 25_544;
const NAVSTAR = audible.find(({ elements }) => Math.abs(elements.meanMotionRevPerDay - 2) < 0.1)?.noradNumber ?? 0;
const PLACES = [
  { latDeg: 52.52, lonDeg: 13.405, heightKm: 0.034 },
  { latDeg: 90, lonDeg: 0, heightKm: 2.8 },
  { latDeg: -24.627, lonDeg: -70.404, heightKm: 2.635, horizonMask: HILLS },
  { latDeg: 0, lonDeg: -180, heightKm: 0 },
  // The next place lies in the same cell as the first one.
  { latDeg: 52.53, lonDeg: 13.41, heightKm: 0 },
  { latDeg: 40, lonDeg: 20, heightKm: -0.2 },
];

type Answers = ReturnType<Bench['analysis']['stations']>;

/** Answer about a station, with its text read; the text's memory is released. */
interface StationAnswer {
  passes: readonly StationPass[];
  entries: number;
  text: string;
}

function read({ passes, text }: Awaited<ReturnType<Bench['analysis']['station']>>): StationAnswer {
  return { passes, entries: text.entries, text: readText(text) };
}

const withBench = withWindows(core, pool, satellites, EPOCHS, async ({ analysis }, window) => {
  await makeTextBlock(analysis, window);
});

function minutesOf(answer: StationAnswer): Map<number, number> {
  const entries = JSON.parse(answer.text) as { timestamp: string; intensity: number }[];
  return new Map(
    entries.map(({ timestamp, intensity }) => [(Date.parse(timestamp) * 1000 - START_US) / 60e6, intensity]),
  );
}

async function collect(answers: Answers): Promise<StationAnswer[]> {
  const list: StationAnswer[] = [];
  for await (const answer of answers) list.push(read(answer));
  return list;
}

test.serial('the minutes of passes have the intensities of the cell, and no others are listed', async (t) => {
  await withBench(t, async ({ analysis }, window) => {
    const range = { fromEpoch: 100, toEpoch: 1400 };
    for (const norad of [ISS, high, NAVSTAR]) {
      for (const place of PLACES.slice(0, 3)) {
        const query = { window, norad, band: 'all', ...range, ...place } as const;
        const answer = read(await analysis.station(query, anyone));
        const values = await intensities(analysis, query);
        const frozen = satellites.find(({ noradNumber }) => noradNumber === norad)!;
        const passes = find(frozen, place, [range.fromEpoch, range.toEpoch]);
        t.deepEqual(
          answer.passes.map(({ aosSecond, losSecond, complete }) => [aosSecond, losSecond, complete]),
          passes.map(({ aosUs, losUs, complete }) => [Math.round(aosUs / 1e6), Math.round(losUs / 1e6), complete]),
        );
        const told = minutesOf(answer);
        let minutes = 0;
        for (const pass of answer.passes) {
          const second = (k: number): number => START_US / 1e6 + 60 * k;
          const inside = values.flatMap((value, i) => {
            const k = range.fromEpoch + i;
            return second(k) >= pass.aosSecond && second(k) < pass.losSecond ? [[k, value] as const] : [];
          });
          for (const [k, value] of inside) t.is(told.get(k), value);
          minutes += inside.length;
          const sum = inside.reduce((total, [, value]) => total + value, 0);
          const peak = Math.max(...inside.map(([, value]) => value));
          t.deepEqual(pass.intensity, inside.length === 0 ? null : { peak, mean: sum / inside.length });
        }
        t.deepEqual([answer.entries, told.size], [minutes, minutes]);
      }
    }
  });
});

test.serial('many stations get the answers that each gets alone, in their order', async (t) => {
  const range = { fromEpoch: 0, toEpoch: EPOCHS };
  for (const norad of [high, NAVSTAR, ISS]) {
    const query = { norad, band: 'all', ...range } as const;
    const alone: StationAnswer[] = [];
    await withBench(t, async ({ analysis }, window) => {
      for (const place of PLACES) alone.push(read(await analysis.station({ ...query, ...place, window }, anyone)));
    });
    await withBench(t, async ({ analysis, series }, window) => {
      const list = await collect(analysis.stations({ ...query, window, places: PLACES }, anyone));
      t.deepEqual(list, alone);
      t.is(series.count, 5);
    });
  }
});

test.serial('numbers tell the same of many stations, and where a cell’s centre has no view', async (t) => {
  let uncovered = 0;
  // At some of these places a satellite rises a minute earlier than at the centre of their cell.
  const places = [...PLACES, ...Array.from({ length: 40 }, (_none, i) => ({ latDeg: i, lonDeg: 7 * i, heightKm: 0 }))];
  await withBench(t, async ({ analysis }, window) => {
    for (const norad of [high, ISS, SILENT]) {
      const query = { window, norad, band: 'all', fromEpoch: 0, toEpoch: EPOCHS, places } as const;
      const expected = await collect(analysis.stations(query, anyone));
      let next = 0;
      for await (const { passes, counts } of analysis.stationCounts(query, anyone)) {
        const { text, ...one } = expected[next++]!;
        const entries = JSON.parse(text) as { intensity: number }[];
        t.deepEqual({ passes, entries: counts.length }, one);
        t.deepEqual(
          Array.from(counts, (count) => Math.max(0, count)),
          entries.map(({ intensity }) => intensity),
        );
        uncovered += counts.filter((count) => count === -1).length;
        t.true(counts.every((count, i) => count !== -1 || entries[i]?.intensity === 0));
      }
      t.is(next, places.length);
    }
  });
  t.true(uncovered > 0);
});

test.serial('a satellite that transmits nowhere has passes without intensities', async (t) => {
  await withBench(t, async ({ analysis, pool: spied }, window) => {
    const query = { window, norad: SILENT, band: 'all', fromEpoch: 0, toEpoch: EPOCHS } as const;
    const list = await collect(analysis.stations({ ...query, places: PLACES.slice(0, 2) }, anyone));
    t.true(list[0]!.passes.length > 0);
    for (const { passes, entries, text } of list) {
      t.true(passes.every(({ intensity }) => intensity === null));
      t.deepEqual([entries, text], [0, '[]']);
    }
    t.deepEqual([spied.asked.length, spied.parts.length], [2, 0]);
  });
});
