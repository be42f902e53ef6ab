import type { AnalysisWindow } from '../../../compute/query.js';
import type { GroundStation } from '../../../db/analysis/stations.js';
import type { TrackedSatellite } from '../../../db/analysis/tracked.js';
import { MOST_PAIRS } from '../../../spec.js';
import type { AppDependencies } from '../../dependencies.js';
import { ServiceError } from '../../response/serviceError.js';
import { satelliteOf } from '../currentWindow.js';

/** Satellites, and the stations over each of which their passes are asked for. */
export interface Pairs {
  satellites: readonly TrackedSatellite[];
  stations: readonly GroundStation[];
}

/** The satellites named, or all that the account tracks and the window holds. */
export async function trackedOf(
  { known }: AppDependencies,
  accountId: number,
  window: AnalysisWindow,
  ids: readonly number[] | undefined,
): Promise<{ satellites: TrackedSatellite[]; leftOut: number[] }> {
  const all = await known.allTracked(accountId);
  if (ids === undefined) {
    const isHeld = ({ noradNumber }: TrackedSatellite): boolean => window.satellite(noradNumber) !== undefined;
    return { satellites: all.filter(isHeld), leftOut: all.filter((one) => !isHeld(one)).map(({ id }) => id) };
  }
  const satellites = ids.map((id) => named(all, id, 'the account tracks no satellite', 'tracked_satellites'));
  for (const { noradNumber } of satellites) satelliteOf(window, noradNumber);
  return { satellites, leftOut: [] };
}

/** The stations named, or all active ones of the account. */
export async function stationsOf(
  { known }: AppDependencies,
  accountId: number,
  ids: readonly number[] | undefined,
): Promise<GroundStation[]> {
  const all = await known.stations(accountId);
  if (ids === undefined) return all.filter(({ active }) => active);
  return ids.map((id) => named(all, id, 'the account has no ground station', 'ground_stations'));
}

function named<T extends { id: number }>(all: readonly T[], id: number, none: string, list: string): T {
  const found = all.find((one) => one.id === id);
  if (found) return found;
  throw new ServiceError('NOT_FOUND', `${none} under id ${id}; GET /${list} lists the ids`);
}

/** Refuses more pairs than may be asked about at once. */
export function checkPairs(satellites: number, stations: number): void {
  if (satellites * stations <= MOST_PAIRS) return;
  const rule = `must name fewer: at most ${MOST_PAIRS} pairs of satellite and station may be asked about at once`;
  throw new ServiceError(
    'INVALID_PARAMETER',
    `${satellites} satellites over ${stations} stations are ${satellites * stations} pairs; tracked_satellite_ids or ground_station_ids ${rule}`,
    { tracked_satellite_ids: rule, ground_station_ids: rule },
  );
}
