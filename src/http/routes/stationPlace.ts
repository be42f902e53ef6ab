import type { Place } from '../../core/records/seriesRecord.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import { canonicalPlace } from '../schemas/parameters.js';

/** What the analysis needs of a station. */
export type Receiver = Pick<
  GroundStation,
  'latitudeDeg' | 'longitudeDeg' | 'elevationMeters' | 'minElevationDeg' | 'dishDiameterM'
>;

/** Position of a station for the analysis: passes are seen from it, intensities are those of its cell. */
export function stationPlace({
  latitudeDeg,
  longitudeDeg,
  elevationMeters,
}: Pick<Receiver, 'latitudeDeg' | 'longitudeDeg' | 'elevationMeters'>): Place {
  return { ...canonicalPlace(latitudeDeg, longitudeDeg), heightKm: elevationMeters / 1000 };
}

/** A receiver at a place, at height 0, without elevation and dish of its own. */
export function onGround(latitudeDeg: number, longitudeDeg: number): Receiver {
  return { latitudeDeg, longitudeDeg, elevationMeters: 0, minElevationDeg: null, dishDiameterM: null };
}
