import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { type Place, placeLabel, placeText } from './geodetic.js';
import type { Site } from './look.js';

/** Ground station, or a place in its stead, over which passes are listed. */
export interface Receiver {
  /** Differs between any two receivers; the same for the same station after a change of its fields. */
  key: string;
  /** Text that changes with the fields that passes depend on. */
  version: string;
  name: string;
  site: Site;
  /** Undefined for a place. */
  station: GroundStationJson | undefined;
}

/** Receiver at a ground station. */
export function receiverOf(station: GroundStationJson): Receiver {
  const { id, name, latitude, longitude, elevation_meters: heightM } = station;
  return {
    key: `station ${id}`,
    version: JSON.stringify(station),
    name,
    site: { latDeg: Number(latitude), lonDeg: Number(longitude), heightM },
    station,
  };
}

/** Receiver at a place, at sea level. */
export function receiverAt(place: Place): Receiver {
  const text = placeText(place);
  return {
    key: `place ${text}`,
    version: '',
    name: placeLabel(place),
    site: { ...place, heightM: 0 },
    station: undefined,
  };
}
