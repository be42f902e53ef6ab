import type { ErrorLaws } from '../../../catalogue/errors/law.js';
import type { Analysis } from '../../../compute/analysis.js';
import type { AnalysisWindow } from '../../../compute/query.js';
import { partUs } from '../../../compute/days.js';
import type { PassJoiner } from '../../../core/joinPasses.js';
import { encounterErrors } from '../../../compute/sky/errors.js';
import { createSkyJoiner, type JoinedPass } from '../../../compute/sky/joinSky.js';
import type { EncountersQuery, SkyPass } from '../../../compute/sky/skyAnalysis.js';
import type { GroundStation } from '../../../db/analysis/stations.js';
import type { TrackedSatellite } from '../../../db/analysis/tracked.js';
import { Overloaded } from '../../../errors.js';
import type { Asker } from '../../../fairness/asker.js';
import { CLEAR_PASSES_SECONDS, MOST_PAIRS } from '../../../spec.js';
import type { AppDependencies } from '../../dependencies.js';
import { requireStation } from '../groundStations.js';
import { satelliteOf, trackedSatelliteNotFound } from '../subject.js';
import { ServiceError } from '../../response/serviceError.js';
import type { ClearPassJson } from '../../schemas/encounters.js';
import { passObject } from './encounters.js';
import type { FoundPass, PassesAsked } from './searchPasses.js';
import {
  type Beam,
  beamOf,
  type EncounterParts,
  minElevationDegOf,
  nearDegOf,
  type Receiver,
  type SkyQuestion,
  skyQuestion,
  stationPlace,
} from './question.js';

/** Satellites and receivers: the question is about the passes of each satellite over each receiver. */
export interface Pairs<R extends Receiver = GroundStation> {
  satellites: readonly TrackedSatellite[];
  stations: readonly R[];
}

/** Finds the account's tracked satellites with these ids. Throws NOT_FOUND. */
export async function namedSatellites(
  { knex, known }: Pick<AppDependencies, 'knex' | 'known'>,
  accountId: number,
  ids: readonly number[],
): Promise<TrackedSatellite[]> {
  const all = await known.allTracked(accountId);
  const satellites: TrackedSatellite[] = [];
  for (const id of ids) {
    const found = all.find((one) => one.id === id);
    if (!found) throw await trackedSatelliteNotFound(knex, accountId, id);
    satellites.push(found);
  }
  return satellites;
}

/**
 * Finds the satellites with these ids or, without ids, all that the account tracks and the window holds: `leftOut` has
 * the ids of the others that it tracks. Throws NOT_FOUND for an id that is not tracked, or whose satellite the window
 * does not hold.
 */
export async function trackedOf(
  dependencies: Pick<AppDependencies, 'knex' | 'known'>,
  accountId: number,
  window: AnalysisWindow,
  ids: readonly number[] | undefined,
): Promise<{ satellites: TrackedSatellite[]; leftOut: number[] }> {
  if (ids === undefined) {
    const all = await dependencies.known.allTracked(accountId);
    const isHeld = ({ noradNumber }: TrackedSatellite): boolean => window.satellite(noradNumber) !== undefined;
    return { satellites: all.filter(isHeld), leftOut: all.filter((one) => !isHeld(one)).map(({ id }) => id) };
  }
  const satellites = await namedSatellites(dependencies, accountId, ids);
  for (const { noradNumber } of satellites) satelliteOf(window, noradNumber);
  return { satellites, leftOut: [] };
}

/** Stations with these ids, or all active ones of the account. Throws NOT_FOUND. */
export async function stationsOf(
  { known }: AppDependencies,
  accountId: number,
  ids: readonly number[] | undefined,
): Promise<GroundStation[]> {
  const all = await known.stations(accountId);
  if (ids === undefined) return all.filter(({ active }) => active);
  const stationOf = (id: number): GroundStation | undefined => all.find((one) => one.id === id);
  return ids.map((id) => requireStation(stationOf(id), id));
}

/** Throws INVALID_PARAMETER for more pairs than one question may have. */
export function checkPairs(satellites: number, stations: number): void {
  if (satellites * stations <= MOST_PAIRS) return;
  const rule = `must name fewer: at most ${MOST_PAIRS} pairs of satellite and station may be asked about at once`;
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${satellites} satellites over ${stations} stations are ${satellites * stations} pairs; tracked_satellite_ids or ground_station_ids ${rule}`,
    { tracked_satellite_ids: rule, ground_station_ids: rule },
  );
}

interface Asked extends Omit<PassesAsked, 'norad' | 'station'> {
  /**
   * Seconds below which a clear stretch is of no use; -1 if even passes without any are wanted. They may grow during
   * the search, as better passes are found.
   */
  leastSeconds: () => number;
  /** Returns the degrees outside of a beam up to which passing satellites are found too, from the beam's radius. */
  nearDegOf: (maxSeparationDeg: number) => number;
}

/** A question about one satellite over one receiver, and how its answer names them. */
export interface PairQuery<R extends Receiver = GroundStation>
  extends Required<EncountersQuery>, Pick<SkyQuestion, 'downlink'> {
  tracked: TrackedSatellite;
  station: R;
  source: Beam['source'];
}

/** Yields the passes of each pair once it is searched. Throws Overloaded when performance.now() has passed `endMs`. */
export async function* searchPairs<R extends Receiver>(
  analysis: Analysis,
  asked: Asked,
  pairs: Pairs<R>,
  asker: Asker,
  endMs = performance.now() + 1000 * CLEAR_PASSES_SECONDS,
): AsyncGenerator<{ query: PairQuery<R>; passes: SkyPass[] }, void> {
  for await (const found of analysis.encountersOfMany(queriesOf(analysis, asked, pairs), asker)) {
    if (performance.now() > endMs) {
      throw new Overloaded(`the passes took more than ${CLEAR_PASSES_SECONDS} s: ask about fewer pairs`, 1);
    }
    yield found;
  }
}

/**
 * Yields the passes of each pair that are clear for long enough, as soon as the pair is searched; of a range of days,
 * day after day. Throws Overloaded after CLEAR_PASSES_SECONDS.
 */
export async function* findPasses(
  { analysis, errorLaws }: EncounterParts,
  asked: Omit<Asked, 'nearDegOf'>,
  pairs: Pairs,
  asker: Asker,
): AsyncGenerator<ClearPassJson[], void> {
  const endMs = performance.now() + 1000 * CLEAR_PASSES_SECONDS;
  const laws = errorLaws.current();
  const toldOf = (query: PairQuery, passes: readonly FoundPass[]): ClearPassJson[] =>
    passes.flatMap((pass) => {
      const found = clearPassObject(query, pass, laws);
      return found !== undefined && found.clear_stretch.seconds >= asked.leastSeconds() ? [found] : [];
    });
  const search = (of: typeof asked, some: Pairs) => searchPairs(analysis, { ...of, nearDegOf }, some, asker, endMs);
  if (asked.window.days === undefined) {
    for await (const { query, passes } of search(asked, pairs)) yield toldOf(query, passes);
    return;
  }
  const joiners = new Map<string, { joiner: PassJoiner<JoinedPass>; query: PairQuery }>();
  for await (const part of analysis.parts(asked)) {
    // A satellite without an element set on a day has no passes on it.
    const satellites = pairs.satellites.filter(({ noradNumber }) => part.window.satellite(noradNumber) !== undefined);
    // A pass that midnight cuts may be clear for long enough with its other part.
    const askedOfDay = { ...asked, ...part, leastSeconds: () => -1 };
    for await (const { query, passes } of search(askedOfDay, { ...pairs, satellites })) {
      const key = `${query.tracked.id} ${query.station.id}`;
      const { joiner } = joiners.get(key) ?? { joiner: createSkyJoiner() };
      joiners.set(key, { joiner, query });
      const of = { errors: encounterErrors(part.window, laws, query.norad) };
      const whole = joiner.add(
        passes.map(({ encounters, near, ...pass }) => ({
          ...pass,
          encounters: [...encounters],
          near: Array.from(near, (it) => ({ ...it, of })),
        })),
        ...partUs(part),
      );
      yield toldOf(query, whole);
    }
  }
  for (const { joiner, query } of joiners.values()) yield toldOf(query, joiner.end());
}

/** Yields a question for each pair of satellite and station; each is made only when it is asked for. */
function* queriesOf<R extends Receiver>(
  analysis: Analysis,
  asked: Asked,
  { satellites, stations }: Pairs<R>,
): Generator<PairQuery<R>, void> {
  const { window, fromEpoch, toEpoch } = asked;
  // The quickest first: the more revolutions a day, the shorter the passes.
  const quickest = satellites.toSorted((a, b) => b.elements.meanMotionRevPerDay - a.elements.meanMotionRevPerDay);
  for (const tracked of quickest) {
    const norad = tracked.noradNumber;
    const { others, downlink } = skyQuestion(analysis, { window, norad }, asked, 'overlap');
    // Deep-space ones come last in the window, but first here: one in the beam for days spares the search for others.
    const highFirst = others.satellites.toReversed();
    for (const station of stations) {
      const { maxSeparationDeg, source } = beamOf(asked.max_separation_deg, station, others);
      const minElevationDeg = minElevationDegOf(window, station);
      const sky = { window, norad, place: stationPlace(station), minElevationDeg, others: highFirst };
      const beam = { maxSeparationDeg, nearDeg: asked.nearDegOf(maxSeparationDeg) };
      // Answers round times to the millisecond, so a stretch may be told as up to 1 ms longer than it is.
      const least = asked.leastSeconds();
      const shortClearUs = least < 0 ? least : Math.max(0, 1e6 * least - 1000);
      yield { ...sky, fromEpoch, toEpoch, ...beam, shortClearUs, tracked, station, source, downlink };
    }
  }
}

/** Pass in the form of the answer; undefined if it is never clear. */
function clearPassObject(query: PairQuery, pass: FoundPass, laws: ErrorLaws): ClearPassJson | undefined {
  const { tracked, station } = query;
  const errors = encounterErrors(query.window, laws, query.norad);
  const { clear_stretch: clear, ...fields } = passObject(pass, errors, query.maxSeparationDeg);
  if (clear === null) return undefined;
  return {
    tracked_satellite_id: tracked.id,
    norad_number: tracked.noradNumber,
    name: tracked.name,
    ground_station_id: station.id,
    ground_station_name: station.name,
    ...fields,
    clear_stretch: clear,
    minimum_elevation_deg: query.minElevationDeg,
    max_separation_deg: query.maxSeparationDeg,
    max_separation_source: query.source,
    downlink: query.downlink,
  };
}
