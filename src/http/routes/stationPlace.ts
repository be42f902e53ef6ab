import type { Place } from '../../core/records/seriesRecord.js';
import type { GroundStation } from '../../db/analysis/stations.js';
import { canonicalPlace } from '../schemas/parameters.js';

/** Position of a station for the analysis: passes are seen from it, intensities are those of its cell. */
export function stationPlace({ latitudeDeg, longitudeDeg, elevationMeters }: GroundStation): Place {
  return { ...canonicalPlace(latitudeDeg, longitudeDeg), heightKm: elevationMeters / 1000 };
}
