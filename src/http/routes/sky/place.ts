import { z } from 'zod';
import type { AppDependencies } from '../../dependencies.js';
import * as parameters from '../../schemas/parameters.js';
import { groundStationObject, requireStation } from '../groundStations.js';
import { type AskedFrequencies, checkFrequencies } from '../interferenceParts.js';
import { onGround, type Receiver } from './question.js';

/** Query parameters that say where a question is about: a place, at height 0, or a ground station. */
export const placeQuery = {
  lat: parameters.latitude.optional(),
  lon: parameters.longitude.optional(),
  ground_station_id: parameters.groundStationId.optional(),
};

/** Names of `placeQuery` in the groups that replace each other: a place, or a station. */
export const EITHER_PLACE = [['lat', 'lon'], ['ground_station_id']] as const;

const askedPlace = z.object(placeQuery);

type AskedPlace = z.output<typeof askedPlace>;

/** Checks that a question names a place or a station, and not both, and its frequencies; for `superRefine`. */
export function checkAsked(asked: AskedPlace & AskedFrequencies, context: z.RefinementCtx): void {
  const { lat, lon, ground_station_id: station } = asked;
  const wrong = (path: string, message: string): void => context.addIssue({ code: 'custom', path: [path], message });
  if (station !== undefined && lat !== undefined) wrong('lat', 'must be left out with ground_station_id');
  if (station !== undefined && lon !== undefined) wrong('lon', 'must be left out with ground_station_id');
  if (station === undefined && lat === undefined) wrong('lat', 'must be given, or ground_station_id instead');
  if (station === undefined && lon === undefined) wrong('lon', 'must be given, or ground_station_id instead');
  checkFrequencies(asked, context);
}

/** Finds the receiver that a question is about, and the fields of the answer that tell it. Throws NOT_FOUND. */
export async function receiverOf(
  { known }: Pick<AppDependencies, 'known'>,
  accountId: number,
  { lat = 0, lon = 0, ground_station_id: id }: AskedPlace,
): Promise<{
  station: Receiver;
  named: { ground_station: ReturnType<typeof groundStationObject> } | { lat: number; lon: number };
}> {
  if (id === undefined) return { station: onGround(lat, lon), named: { lat, lon } };
  const station = requireStation(await known.station(accountId, id), id);
  return { station, named: { ground_station: groundStationObject(station) } };
}
