import type { Analysis } from '../../../compute/analysis.js';
import type { AnalysisWindow } from '../../../compute/query.js';
import type { EncountersQuery, SkyPass } from '../../../compute/sky/skyAnalysis.js';
import type { GroundStation } from '../../../db/analysis/stations.js';
import type { TrackedSatellite } from '../../../db/analysis/tracked.js';
import { Overloaded } from '../../../errors.js';
import type { Asker } from '../../../fairness/asker.js';
import type { Directory } from '../../../memory/directories.js';
import { CLEAR_PASSES_SECONDS } from '../../../spec.js';
import type { EpochRange } from '../../request/windowEpochs.js';
import type { ClearPassJson } from '../../schemas/clearPasses.js';
import { passObject } from '../encounters.js';
import {
  type AskedOthers,
  type Beam,
  beamOf,
  minElevationDegOf,
  type SkyParts,
  type SkyQuestion,
  skyQuestion,
} from '../skyQuestion.js';
import { stationPlace } from '../stationPlace.js';
import type { Pairs } from './pairs.js';

interface Asked extends AskedOthers, EpochRange {
  window: AnalysisWindow;
  max_separation_deg?: number | undefined;
  min_clear_seconds: number;
}

/** A question about one satellite over one station, and how its answer names them. */
interface PairQuery extends Required<EncountersQuery>, Pick<SkyQuestion, 'downlink'> {
  tracked: TrackedSatellite;
  station: GroundStation;
  source: Beam['source'];
}

/** Passes of all pairs that are clear for long enough, pair by pair, as they are found. */
export async function* findPasses(
  { analysis, directories }: SkyParts,
  asked: Asked,
  pairs: Pairs,
  asker: Asker,
): AsyncGenerator<ClearPassJson[], void> {
  const directory = await directories.of(asked.window.id);
  const endMs = performance.now() + 1000 * CLEAR_PASSES_SECONDS;
  for await (const { query, passes } of analysis.encountersOfMany(
    queriesOf(analysis, directory, asked, pairs),
    asker,
  )) {
    if (performance.now() > endMs) {
      throw new Overloaded(`clear passes took more than ${CLEAR_PASSES_SECONDS} s: ask about fewer pairs`, 1);
    }
    yield passes.flatMap((pass) => {
      const found = clearPassObject(query, pass);
      return found !== undefined && found.clear_stretch.seconds >= asked.min_clear_seconds ? [found] : [];
    });
  }
}

/** Makes the question of each pair when its turn comes. */
function* queriesOf(
  analysis: Analysis,
  directory: Directory,
  asked: Asked,
  { satellites, stations }: Pairs,
): Generator<PairQuery, void> {
  const { window, fromEpoch, toEpoch } = asked;
  for (const tracked of inOrder(satellites)) {
    const norad = tracked.noradNumber;
    const { others, downlink } = skyQuestion(analysis, directory, { window, norad }, asked, 'overlap');
    for (const station of stations) {
      const { maxSeparationDeg, source } = beamOf(asked.max_separation_deg, station, others);
      const minElevationDeg = minElevationDegOf(window, station);
      const sky = { window, norad, place: stationPlace(station), minElevationDeg, others: others.satellites };
      yield { ...sky, fromEpoch, toEpoch, maxSeparationDeg, tracked, station, source, downlink };
    }
  }
}

/** Satellites by how long a question about them takes: the more revolutions a day, the shorter their passes. */
function inOrder(satellites: readonly TrackedSatellite[]): TrackedSatellite[] {
  return satellites.toSorted((a, b) => b.elements.meanMotionRevPerDay - a.elements.meanMotionRevPerDay);
}

/** Undefined for a pass that is never clear. */
function clearPassObject(query: PairQuery, pass: SkyPass): ClearPassJson | undefined {
  const { tracked, station } = query;
  const { clear_stretch: clear, ...fields } = passObject(pass);
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
