import type { GroundStationJson } from '../../http/schemas/groundStation.js';
import { type Place, placeLabel, placeText } from './geodetic.js';
import type { Site } from './look.js';

/** Ground station, or a place in its stead, over which passes are listed. */
export interface Receiver {
  /** Text that tells receivers apart; a station keeps it when its fields change. */
  key: string;
  /** Text that changes with the fields of a station, so that its passes are loaded again; empty for a place. */
  version: string;
  name: string;
  site: Site;
  /** Undefined for a place. */
  station: GroundStationJson | undefined;
}

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

/** Receiver at a place, with a height of 0 m. */
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
