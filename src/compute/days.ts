import type { OwnedCore } from '../core/instance.js';
import { NotInWindow } from '../errors.js';
import type { Asker } from '../fairness/asker.js';
import type { LoadedWindow } from '../memory/loadedWindow.js';
import type { HeldWindow, LoadedWindows, PastDay } from '../memory/loadedWindows.js';
import { DAY_MS, ELSET_MAX_AGE_DAYS, EPOCH_MS, EPOCH_SECONDS } from '../spec.js';
import { createPassJoiner } from '../core/joinPasses.js';
import { type AnalysisWindow, toCellQuestion } from './query.js';
import type { AnalysisParts } from './questions.js';
import type { Provider } from './series/provide.js';
import type { SeriesAnalysis } from './series/seriesAnalysis.js';
import type { StationAnalysis, StationAnswer, StationCounts } from './series/stationAnalysis.js';
import { emptyText, type SeriesText, type SeriesTexts } from './series/text.js';
import { type Range, writeTimeseries } from './series/writeText.js';

/** Range of a question: epochs [fromEpoch, toEpoch) of a window, or of a range of days. */
interface RangeQuery {
  window: AnalysisWindow;
  fromEpoch: number;
  toEpoch: number;
}

/** Part of a range that one window answers. */
export interface DayPart extends RangeQuery {
  window: LoadedWindow;
}

/** Returns the name of a UTC day for messages, such as 2026-07-10. */
const nameOf = ({ startMs }: { startMs: number }): string => new Date(startMs).toISOString().slice(0, 10);

/** Takes the window of a day. @throws NotInWindow if no satellite has an element set, and as `windows.takeDay` does */
async function takeDay(windows: LoadedWindows, day: PastDay): Promise<HeldWindow> {
  const held = await windows.takeDay(day);
  if (held !== undefined) return held;
  throw new NotInWindow(`no satellite has an element set within ${ELSET_MAX_AGE_DAYS} days of noon of ${nameOf(day)}`);
}

/** Checks that the window of a day has a satellite. @throws NotInWindow if it has not */
export function checkHeld({ window }: { window: AnalysisWindow }, norad: number): void {
  if (window.satellite(norad) !== undefined) return;
  const day = nameOf(window);
  throw new NotInWindow(
    `no element set within ${ELSET_MAX_AGE_DAYS} days of noon of ${day} is known for satellite ${norad}`,
  );
}

/**
 * Loads the windows of a range's days one after the other, each with its part of the range; a window is held until the
 * next one is asked for. @throws NotInWindow if no satellite has an element set for a day
 */
export async function* dayParts(windows: LoadedWindows, asked: RangeQuery): AsyncGenerator<DayPart, void> {
  const { startMs, days = [] } = asked.window;
  for (const day of days) {
    const fromMs = Math.max(day.startMs, startMs + asked.fromEpoch * EPOCH_MS);
    const toMs = Math.min(day.startMs + DAY_MS, startMs + asked.toEpoch * EPOCH_MS);
    if (fromMs >= toMs) continue;
    const { window, release } = await takeDay(windows, day);
    try {
      yield { window, fromEpoch: (fromMs - day.startMs) / EPOCH_MS, toEpoch: (toMs - day.startMs) / EPOCH_MS };
    } finally {
      release();
    }
  }
}

/** Begin and end of a part, microseconds since 1970. */
export function partUs({ window, fromEpoch, toEpoch }: DayPart): [fromUs: number, toUs: number] {
  return [1000 * (window.startMs + fromEpoch * EPOCH_MS), 1000 * (window.startMs + toEpoch * EPOCH_MS)];
}

/** Answers questions about ranges of days as numbers, day by day, and writes them as one text. */
export type DaysAnalysis = Pick<SeriesAnalysis, 'timeseries'> & Pick<StationAnalysis, 'station' | 'stations'>;

export function createDaysAnalysis(
  parts: AnalysisParts,
  provider: Provider,
  { stationCounts }: Pick<StationAnalysis, 'stationCounts'>,
  texts: SeriesTexts,
): DaysAnalysis {
  const { core, slots, windows } = parts;

  /** Writes the intensities in some ranges of epochs; `values` has one for each epoch of the question. */
  function textOf(startMs: number, values: Uint16Array, ranges: readonly Range[]): SeriesText {
    const slot = slots.host;
    const entries = ranges.reduce((sum, [from, to]) => sum + to - from, 0);
    if (entries === 0) return emptyText();
    valuesIn(core, slot).set(values);
    return texts.take(slot, entries, writeTimeseries(core, { slot, startUs: startMs * 1000 }, ranges));
  }

  async function* stations(
    { places, ...query }: Parameters<StationAnalysis['stations']>[0],
    asker: Asker,
  ): AsyncGenerator<StationAnswer, void> {
    const startMs = query.window.startMs + query.fromEpoch * EPOCH_MS;
    const found = places.map(() => createStationJoin(startMs, query.toEpoch - query.fromEpoch));
    for await (const part of dayParts(windows, query)) {
      checkHeld(part, query.norad);
      let next = 0;
      for await (const counts of stationCounts({ ...query, ...part, places }, asker)) found[next++]?.add(counts, part);
    }
    for (const one of found) {
      const { passes, values, ranges } = one.end();
      yield { passes, text: textOf(startMs, values, ranges) };
    }
  }

  return {
    async timeseries(query, asker) {
      const values = new Uint16Array(query.toEpoch - query.fromEpoch);
      let at = 0;
      for await (const part of dayParts(windows, query)) {
        checkHeld(part, query.norad);
        const { fromEpoch, toEpoch } = part;
        const question = toCellQuestion(parts, { ...query, ...part }, fromEpoch, toEpoch);
        if (question.bands === 0) return emptyText();
        await provider.values({ asker, rank: 'whole' }, question, (slot) =>
          values.set(valuesIn(core, slot).subarray(fromEpoch, toEpoch), at),
        );
        at += toEpoch - fromEpoch;
      }
      return textOf(query.window.startMs + query.fromEpoch * EPOCH_MS, values, [[0, values.length]]);
    },

    async station({ latDeg, lonDeg, heightKm, horizonMask, ...query }, asker) {
      const places = [{ latDeg, lonDeg, heightKm, horizonMask }];
      for await (const answer of stations({ ...query, places }, asker)) return answer;
      throw new Error('a question about one place has no answer');
    },

    stations,
  };
}

function valuesIn({ memory, layout }: OwnedCore, slot: number): Uint16Array {
  return new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, layout.MAX_EPOCHS);
}

type Pass = StationCounts['passes'][number];

/** Joins the passes and intensities of one station from day to day; epochs count from the start of the range. */
function createStationJoin(startMs: number, epochCount: number) {
  const values = new Uint16Array(epochCount);
  const passes: Pass[] = [];
  const epochFrom = (second: number): number => Math.ceil((second - startMs / 1000) / EPOCH_SECONDS);
  const minutes = ({ aosSecond, losSecond }: Pass): number => epochFrom(losSecond) - epochFrom(aosSecond);
  const joiner = createPassJoiner<Pass>('aosSecond', 'losSecond', (before, after) => {
    const [a, b] = [before.intensity, after.intensity];
    if (a === null || b === null) return { intensity: a ?? b };
    const [ofA, ofB] = [minutes(before), minutes(after)];
    return { intensity: { peak: Math.max(a.peak, b.peak), mean: (a.mean * ofA + b.mean * ofB) / (ofA + ofB) } };
  });

  return {
    add({ passes: found, counts }: StationCounts, part: DayPart): void {
      let next = 0;
      for (const pass of found) {
        if (pass.intensity === null) continue;
        // A minute counts 0 if the station sees the satellite, but the centre of its cell does not (-1 in `counts`).
        for (let epoch = epochFrom(pass.aosSecond); epoch < epochFrom(pass.losSecond); epoch++) {
          values[epoch] = Math.max(0, counts[next++] as number);
        }
      }
      const [fromUs, toUs] = partUs(part);
      passes.push(...joiner.add(found, fromUs / 1e6, toUs / 1e6));
    },
    end() {
      passes.push(...joiner.end());
      const ranges = passes.flatMap((pass): Range[] =>
        pass.intensity === null ? [] : [[epochFrom(pass.aosSecond), epochFrom(pass.losSecond)]],
      );
      return { passes, values, ranges };
    },
  };
}
