import { randomBytes, randomUUID } from 'node:crypto';
import type { Analysis } from '../../src/compute/analysis.js';
import type { EpochSpan } from '../../src/compute/map/runIndex.js';
import type { OthersQuery, Overlap } from '../../src/compute/matching.js';
import type { AnalysisWindow, PlaceQuery, SatelliteQuery } from '../../src/compute/query.js';
import type { StationQuery } from '../../src/compute/series/stationAnalysis.js';
import type { SeriesText } from '../../src/compute/series/text.js';
import type { EncountersQuery, LooksQuery, SkyLooks, SkyPass } from '../../src/compute/sky/skyAnalysis.js';
import type { EpochInterval } from '../../src/compute/thread/ephemeris.js';
import type { Asker } from '../../src/fairness/asker.js';
import type { ListedSatellite } from '../../src/memory/loadedWindow.js';
import { RISK_LEVELS } from '../../src/spec.js';
import { cellEntries } from './cellsJson.js';

export const WINDOW_START_MS = Date.parse('2025-12-06T00:00:00Z');
const MINUTE_MS = 60_000;

/** Catalogue number of a satellite that transmits in S and Ku. */
export const ISS = 25_544;
/** Catalogue number of a satellite in the window that has no known downlink. */
export const SILENT = 20_580;
/** Catalogue number of a satellite that is in the catalogue but left out of the window. */
export const LEFT_OUT = 22_195;
/** Catalogue number of a satellite in catalogue and window that no account tracks. */
export const GPS = 48_859;

/** Index of GPS in the window. */
const GPS_INDEX = 2;

/** Bands of the satellites in the window, by catalogue number. */
export const WINDOW_BANDS: Readonly<Record<number, number>> = {
  [ISS]: (1 << 3) | (1 << 6),
  [SILENT]: 0,
  [GPS]: 1 << 2,
};

const LISTED: readonly ListedSatellite[] = [
  { noradNumber: ISS, name: 'ISS (ZARYA)', operator: 'ISS partners', orbitalClass: 'LEO' } as const,
  { noradNumber: SILENT, name: 'HST', operator: null, orbitalClass: 'LEO' } as const,
  { noradNumber: GPS, name: 'GPS BIII-5 (PRN 11)', operator: 'US Space Force (GPS)', orbitalClass: 'MEO' } as const,
].map((one, index) => ({
  ...one,
  index,
  bands: WINDOW_BANDS[one.noradNumber] ?? 0,
  perigeeKm: 500,
  elsetEpochUs: WINDOW_START_MS * 1000,
}));

export interface FakeAnalysis extends Analysis {
  asked: PlaceQuery[];
  /** Questions that name no place. */
  askedCells: (SatelliteQuery & { spans?: readonly EpochSpan[]; ipix?: number })[];
  askedStations: (StationQuery & Asker)[];
  /** Questions about the sky over a place. */
  askedSky: (LooksQuery | EncountersQuery)[];
  askedOthers: OthersQuery[];
  /** Answer to every look; `skyPasses` is that to every question about encounters. */
  sky: SkyLooks | undefined;
  skyPasses: SkyPass[];
  overlap: Overlap | undefined;
  /** Awaited before each query of `encountersOfMany`, and before each station of `stations` but the first. */
  stationGate: () => Promise<unknown>;
  /** Askers of the questions in `asked`, `askedCells`, `askedStations` and `askedSky`, in the order of asking. */
  askers: Asker[];
  /** If above 0, texts are this many random bytes in base64, which hardly compress, instead of entries. */
  randomBytes: number;
  /** Number of texts handed out and not yet released. */
  held: number;
  isReady: boolean;
  /** Reason why no newer window can be opened. */
  refused: string | undefined;
  intensity: number;
  /** Epochs at which no satellite can be propagated. */
  failing: EpochInterval[];
  /** Awaited before the answer to each question whose asker is in `askers`. */
  gate: Promise<unknown>;
}

/** Creates an analysis of a 7-day window from 2025-12-06, in which every minute has the same intensity. */
export function fakeAnalysis(windowId: number, identity: string = randomUUID()): FakeAnalysis {
  const window: AnalysisWindow = {
    id: windowId,
    identity,
    startMs: WINDOW_START_MS,
    epochCount: 10_080,
    nside: 64,
    minElevationDeg: 10,
    satellite: (norad) => LISTED.find(({ noradNumber }) => noradNumber === norad),
  };
  const isSilent = (norad: number): boolean => WINDOW_BANDS[norad] === 0;
  const textOf = (entries: object[]): SeriesText => {
    fake.held += 1;
    return text(entries, fake.randomBytes, () => void (fake.held -= 1));
  };
  const note = async <T>(asked: T[], query: T, asker: Asker): Promise<void> => {
    fake.askers.push(asker);
    asked.push(query);
    await fake.gate;
  };
  const fake: FakeAnalysis = {
    asked: [],
    askedCells: [],
    askedStations: [],
    askedSky: [],
    askedOthers: [],
    sky: undefined,
    skyPasses: [],
    overlap: undefined,
    stationGate: () => Promise.resolve(),
    askers: [],
    randomBytes: 0,
    held: 0,
    isReady: true,
    refused: undefined,
    intensity: 12,
    failing: [],
    gate: Promise.resolve(),
    check: () => Promise.resolve(),
    isMade: () => false,
    identityOf: () => undefined,
    day: () => Promise.resolve(undefined),
    parts() {
      throw new Error('the fake has no days');
    },
    current: () => (fake.isReady ? window : undefined),
    refusal: () => fake.refused,
    window: (id) => Promise.resolve(fake.isReady && id === windowId ? window : undefined),
    async point(query, asker) {
      await note(fake.asked, query, asker);
      return { intensity: fake.intensity, ipix: 4_321 };
    },
    async cells(query, asker) {
      await note(fake.askedCells, query, asker);
      const at = { run: query.runId, nside: window.nside };
      const cells = [
        [7, 1],
        [4_321, fake.intensity],
        [49_151, 3],
      ] as const;
      return textOf(query.spans.flatMap(({ epoch }) => cellEntries({ ...at, epoch }, cells)));
    },
    cellCounts: async ({ window: { epochCount } }) => new Uint32Array(epochCount).fill(3),
    footprints: async ({ epochs }) => [new Uint8Array(2 * epochs.length)],
    magnitudes: async ({ epochs }) => [0, epochs.length, fake.intensity],
    track: async ({ window: { epochCount } }) => new Float64Array(3 * epochCount).fill(fake.intensity),
    states: async ({ epoch }) => Int16Array.from({ length: 7 }, (_unused, i) => epoch + i),
    async cellSeries(query, asker) {
      await note(fake.askedCells, query, asker);
      const { epochCount } = query.window;
      const entries = Array.from({ length: epochCount }, (_unused, epoch) => {
        return { epoch_index: epoch, value: fake.intensity, timestamp: timeOf(epoch) };
      });
      return textOf(entries);
    },
    frequencies({ norad, carrier }) {
      if (carrier !== undefined) return [carrier];
      const downlink = { lowHz: 2_265_000_000, highHz: 2_270_000_000, source: 'satnogs', assumed: true } as const;
      return norad === SILENT ? [] : [downlink];
    },
    async failures({ fromEpoch, toEpoch }) {
      const cut = fake.failing.map(([from, to]): EpochInterval => [Math.max(from, fromEpoch), Math.min(to, toEpoch)]);
      return cut.filter(([from, to]) => from < to);
    },
    async station(query, asker) {
      await note(fake.askedStations, { ...query, account: asker.account, signal: asker.signal }, asker);
      const { entries, passes } = stationAnswer(query, fake.intensity, !isSilent(query.norad));
      return { passes, text: textOf(entries) };
    },
    others(query) {
      fake.askedOthers.push(query);
      const isKnown = !isSilent(query.norad);
      return {
        ranges: isKnown ? [{ lowHz: 2e9, highHz: 2.1e9, source: 'csv' as const, assumed: false }] : [],
        satellites: Uint32Array.of(GPS_INDEX),
        isKnown,
        leftOut: LISTED.filter(({ operator }) => operator !== null && operator === query.without).length,
        overlapOf: () => fake.overlap,
        listed: () => LISTED.filter(({ noradNumber }) => noradNumber === GPS),
      };
    },
    async looks(query, asker) {
      await note(fake.askedSky, query, asker);
      return fake.sky;
    },
    async encounters(query, asker) {
      await note(fake.askedSky, query, asker);
      return fake.skyPasses;
    },
    async *encountersOfMany(queries, asker) {
      for (const query of queries) {
        await fake.stationGate();
        yield { query, passes: await fake.encounters(query, asker) };
      }
    },
    async *stations({ places, ...query }, asker) {
      for (const [i, place] of places.entries()) {
        if (i > 0) await fake.stationGate();
        yield await fake.station({ ...query, ...place }, asker);
      }
    },
    async *stationCounts(query, asker) {
      for await (const { passes, text: of } of fake.stations(query, asker)) {
        yield { passes, counts: Int32Array.from({ length: of.entries }, () => fake.intensity) };
      }
    },
    async timeseries(query, asker) {
      await note(fake.asked, query, asker);
      const epochs = isSilent(query.norad) ? 0 : query.toEpoch - query.fromEpoch;
      const entries = Array.from({ length: epochs }, (_unused, i) => entryOf(query.fromEpoch + i, fake.intensity));
      return textOf(entries);
    },
  };
  return fake;
}

const times: string[] = [];

function timeOf(epoch: number): string {
  return (times[epoch] ??= `${new Date(WINDOW_START_MS + epoch * MINUTE_MS).toISOString().slice(0, 19)}Z`);
}

function entryOf(epoch: number, intensity: number): object {
  const level = RISK_LEVELS.findLast(({ from }) => from <= intensity);
  return { timestamp: timeOf(epoch), intensity, risk_level: level?.name };
}

/**
 * Text of entries or, if `random` is above 0, of that many random bytes in base64, which hardly compress.
 *
 * @param give called when the text is released for the first time
 */
function text(entries: object[], random: number, give: () => void): SeriesText {
  const bytes = Buffer.from(JSON.stringify(random > 0 ? randomBytes(random).toString('base64') : entries));
  let isHeld = true;
  return {
    entries: entries.length,
    bytes,
    wrap: (head, tail) => Buffer.concat([Buffer.from(head), bytes, Buffer.from(tail)]),
    release: () => {
      if (isHeld) give();
      isHeld = false;
    },
  };
}

/**
 * Answer about a station with two passes: one of 90 s, which begins 30 s before the third minute of the range, and one
 * that the end of the range cuts.
 */
function stationAnswer({ fromEpoch, toEpoch }: StationQuery, intensity: number, audible: boolean) {
  const second = (epoch: number): number => WINDOW_START_MS / 1000 + 60 * epoch;
  const known = audible ? { peak: intensity, mean: intensity - 1 / 3 } : null;
  const third = second(fromEpoch + 2);
  const end = second(toEpoch);
  const passes = [
    {
      aosSecond: third - 30,
      losSecond: third + 60,
      maxElevationSecond: third + 15,
      maxElevationDeg: 45.678,
      complete: true,
    },
    { aosSecond: end - 20, losSecond: end, maxElevationSecond: end, maxElevationDeg: 11.001, complete: false },
  ];
  return {
    passes: passes.map((pass, i) => ({ ...pass, intensity: i === 0 ? known : null })),
    entries: audible ? [entryOf(fromEpoch + 2, intensity)] : [],
  };
}
