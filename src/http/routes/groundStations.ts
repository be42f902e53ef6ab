import { z } from 'zod';
import type { HorizonMask } from '../../core/horizonMask.js';
import {
  addStation,
  addStations,
  deleteStation,
  updateStation,
  type GroundStation,
  type StationChanges,
} from '../../db/analysis/stations.js';
import { ServiceError } from '../response/serviceError.js';
import {
  BASE_PATH,
  BATCH_LIMIT_BYTES,
  DISH_DIAMETER_RANGE_M,
  MASK_POINTS,
  MIN_ELEVATION_RANGE_DEG,
  STATION_DESCRIPTION_LENGTH,
  STATION_ELEVATION_RANGE_M,
  STATION_NAME_LENGTH,
  STATIONS_PER_ACCOUNT,
} from '../../spec.js';
import * as answerFields from '../schemas/answerFields.js';
import { EXAMPLE_STATION, formatDecimal, groundStation, type GroundStationJson } from '../schemas/groundStation.js';
import * as fields from '../schemas/fields.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute, ofAccount } from '../route.js';

const stations = { ...ofAccount, path: '/ground_stations' } as const;
const station = {
  ...stations,
  path: '/ground_stations/:id',
  params: z.strictObject({ id: parameters.groundStationId }),
} as const;

export function groundStationObject(row: GroundStation): GroundStationJson {
  return {
    id: row.id,
    name: row.name,
    latitude: formatDecimal(row.latitudeDeg),
    longitude: formatDecimal(row.longitudeDeg),
    elevation_meters: row.elevationMeters,
    active: row.active,
    description: row.description,
    ...(row.minElevationDeg !== null && { min_elevation_deg: row.minElevationDeg }),
    ...(row.dishDiameterM !== null && { dish_diameter_m: row.dishDiameterM }),
    ...(row.horizonMask !== null && { horizon_mask: row.horizonMask.map((point) => [...point]) }),
  };
}

const { low, high } = STATION_ELEVATION_RANGE_M;
const newStation = z
  .strictObject({
    name: fields.text(STATION_NAME_LENGTH, { minLength: 1 }, 'Name of the station'),
    latitude: fields.degrees(90, 'Degrees north'),
    longitude: fields.degrees(180, 'Degrees east'),
    description: fields
      .text(STATION_DESCRIPTION_LENGTH, { minLength: 0 }, 'Free text')
      .nullable()
      .describe('Free text; null, as without it, is none')
      .optional(),
    elevation_meters: fields
      .numberBetween(low, high, 'Metres above sea level; 0 where a new station has none')
      .optional(),
    active: fields.boolean
      .describe('Whether `all_ground_stations` answers for it; true where a new station does not say')
      .optional(),
    min_elevation_deg: fields
      .numberBelow(MIN_ELEVATION_RANGE_DEG.low, MIN_ELEVATION_RANGE_DEG.below, 'Degrees above the horizon')
      .nullable()
      .meta({
        description:
          'Degrees above the horizon from which the station receives, for interferers, encounters, clear passes and suspects; null, as without it, is the minimum elevation of the window',
        'x-extension': true,
      })
      .optional(),
    dish_diameter_m: fields
      .numberBetween(DISH_DIAMETER_RANGE_M.low, DISH_DIAMETER_RANGE_M.high, 'Metres across the dish')
      .nullable()
      .meta({
        description:
          'Metres across the dish, from which it follows where its side lobes begin: the beam of encounters, clear passes and suspects, by the lowest frequency in question (without `frequency_band` or `frequency_hz` that of the lowest downlink: ask with one of them); null, as without it, is unknown',
        'x-extension': true,
      })
      .optional(),
    horizon_mask: fields
      .horizonMask()
      .nullable()
      .meta({
        description: `Horizon mask: ${MASK_POINTS.fewest} to ${MASK_POINTS.most} points [azimuth, elevation] in degrees, azimuths from 0 to below 360 and ascending, elevations from 0 to below 90. Between two points, and from the last one round to the first, the lowest usable elevation is on a straight line. It counts on top of the minimum elevation, in passes and in all that follows from them; null, as without it, is none`,
        'x-extension': true,
      })
      .optional(),
  })
  .meta({ id: 'NewGroundStation', description: 'A ground station to register' });

const stationChanges = newStation
  .partial()
  .extend({
    id: z
      .int({ error: 'must be an integer' })
      .meta({ format: 'int32', description: "The station's own, so that an answer can be sent back; it cannot change" })
      .optional(),
  })
  .meta({ id: 'GroundStationChanges', description: 'Fields of a ground station to change' });

/** The fields that were sent, under the database's names. */
function changesOf(body: z.output<typeof stationChanges>): StationChanges {
  const { name, latitude, longitude, description, elevation_meters: elevationMeters, active } = body;
  const { min_elevation_deg: minElevationDeg, dish_diameter_m: dishDiameterM, horizon_mask: horizonMask } = body;
  return {
    ...(name !== undefined && { name }),
    ...(latitude !== undefined && { latitudeDeg: latitude }),
    ...(longitude !== undefined && { longitudeDeg: longitude }),
    ...(description !== undefined && { description }),
    ...(elevationMeters !== undefined && { elevationMeters }),
    ...(active !== undefined && { active }),
    ...(minElevationDeg !== undefined && { minElevationDeg }),
    ...(dishDiameterM !== undefined && { dishDiameterM }),
    // The schema has counted the numbers of each point.
    ...(horizonMask !== undefined && { horizonMask: horizonMask as HorizonMask | null }),
  };
}

/** The fields of a new station, under the database's names. */
function rowOf(body: z.output<typeof newStation>) {
  const { name, latitude: latitudeDeg, longitude: longitudeDeg } = body;
  return { ...changesOf(body), name, latitudeDeg, longitudeDeg };
}

/** Returns the station that was found. Throws NOT_FOUND if there is none, alike for unknown and foreign ids. */
export function requireStation(found: GroundStation | undefined, id: number): GroundStation {
  if (found) return found;
  throw new ServiceError(
    'NOT_FOUND',
    `the account has no ground station under id ${id}; GET /ground_stations lists the ids`,
  );
}

function invalid(field: string, rule: string): ServiceError {
  return new ServiceError('VALIDATION_FAILED', `the body is invalid: ${field} ${rule}`, { [field]: rule });
}

const FULL = 'the most that an account has: delete some first, by DELETE /ground_stations/:id';

export const listGroundStations = defineRoute({
  ...stations,
  method: 'GET',
  summary: 'The ground stations of the account, active or not',
  response: z
    .strictObject({ ground_stations: z.array(groundStation).describe('The stations, the oldest first') })
    .meta({ id: 'GroundStations', description: 'The ground stations of the account' }),
  example: { response: { ground_stations: [EXAMPLE_STATION] } },
  handler: async ({ caller }, { known }) => {
    const rows = await known.stations(caller.accountId);
    return { ground_stations: rows.map(groundStationObject) };
  },
});

export const createGroundStation = defineRoute({
  ...stations,
  method: 'POST',
  summary: `Register a ground station; an account has at most ${STATIONS_PER_ACCOUNT}`,
  body: newStation,
  response: groundStation,
  location: true,
  example: {
    body: { name: 'Weilheim', latitude: 47.88, longitude: 11.08, elevation_meters: 600 },
    response: EXAMPLE_STATION,
  },
  handler: async ({ body, caller, ctx }, { knex }) => {
    const row = { ...rowOf(body), accountId: caller.accountId };
    const added = await addStation(knex, row, STATIONS_PER_ACCOUNT);
    if (!added) throw invalid('ground_stations', `are ${STATIONS_PER_ACCOUNT} already, ${FULL}`);
    ctx.set('Location', `${BASE_PATH}/ground_stations/${added.id}`);
    return groundStationObject(added);
  },
});

const batch = z
  .strictObject({
    ground_stations: z
      .array(newStation, { error: 'must be a list of stations' })
      .min(1, 'must not be empty')
      .max(STATIONS_PER_ACCOUNT, `must be at most ${STATIONS_PER_ACCOUNT} stations`)
      .describe('Stations to register, each as `POST /ground_stations` takes it'),
  })
  .meta({ id: 'NewGroundStations', description: 'Ground stations to register together' });

export const createGroundStations = defineRoute({
  ...stations,
  path: '/ground_stations/batch',
  method: 'POST',
  summary: `Register many ground stations at once, all or none, as one call; an account has at most ${STATIONS_PER_ACCOUNT}`,
  body: batch,
  bodyLimitBytes: BATCH_LIMIT_BYTES,
  response: z
    .strictObject({
      added: answerFields.count.describe('Number of stations that are new'),
      unchanged: answerFields.count.describe(
        'Number of those that the account had already, by name, latitude and longitude; they stay as they are',
      ),
      ground_stations: z.array(groundStation).describe('The stations in the order in which they were sent'),
    })
    .meta({ id: 'GroundStationBatch', description: 'Ground stations that were registered together' }),
  extension: true,
  example: {
    body: { ground_stations: [{ name: 'Weilheim', latitude: 47.88, longitude: 11.08, elevation_meters: 600 }] },
    response: { added: 1, unchanged: 0, ground_stations: [EXAMPLE_STATION] },
  },
  handler: async ({ body, caller }, { knex }) => {
    const rows = body.ground_stations.map(rowOf);
    const result = await addStations(knex, caller.accountId, rows, STATIONS_PER_ACCOUNT);
    if (!result) throw invalid('ground_stations', `would be more than ${STATIONS_PER_ACCOUNT}, ${FULL}`);
    const { added, stations: all } = result;
    return { added, unchanged: all.length - added, ground_stations: all.map(groundStationObject) };
  },
});

export const getGroundStation = defineRoute({
  ...station,
  method: 'GET',
  summary: 'One ground station',
  response: groundStation,
  example: { response: EXAMPLE_STATION },
  handler: async ({ params, caller }, { known }) => {
    return groundStationObject(requireStation(await known.station(caller.accountId, params.id), params.id));
  },
});

export const changeGroundStation = defineRoute({
  ...station,
  method: 'PATCH',
  summary: 'Change some fields of a ground station; without any it stays as it is',
  body: stationChanges,
  response: groundStation,
  example: { body: { description: 'S band' }, response: { ...EXAMPLE_STATION, description: 'S band' } },
  handler: async ({ params, body, caller }, { knex }) => {
    if (body.id !== undefined && body.id !== params.id)
      throw invalid('id', `is ${params.id} and cannot change: leave it out`);
    return groundStationObject(
      requireStation(await updateStation(knex, caller.accountId, params.id, changesOf(body)), params.id),
    );
  },
});

export const deleteGroundStation = defineRoute({
  ...station,
  method: 'DELETE',
  summary: 'Delete a ground station; the answer is the station that was',
  response: groundStation,
  example: { response: EXAMPLE_STATION },
  handler: async ({ params, caller }, { knex }) => {
    return groundStationObject(requireStation(await deleteStation(knex, caller.accountId, params.id), params.id));
  },
});
