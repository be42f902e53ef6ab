import { z } from 'zod';
import { MASK_POINTS } from '../../spec.js';
import * as answerFields from './answerFields.js';

export const groundStation = z
  .strictObject({
    id: answerFields.id.describe('The `ground_station_id` of other calls'),
    name: z.string().describe('Name, as it was given'),
    latitude: z.string().describe('Decimal degrees north, -90 to 90, as text: the shortest that keeps every digit'),
    longitude: z.string().describe('Decimal degrees east, -180 to 180, as text: the shortest that keeps every digit'),
    elevation_meters: z.number().describe('Metres above sea level; passes are seen from this height'),
    active: z.boolean().describe('Whether `all_ground_stations` answers for it'),
    description: z.string().nullable().describe('Free text; null where there is none'),
    min_elevation_deg: z
      .number()
      .nonnegative()
      .lt(90)
      .meta({
        description:
          'Degrees above the horizon from which the station receives; absent where the minimum elevation of the window counts',
        'x-extension': true,
      })
      .optional(),
    dish_diameter_m: z
      .number()
      .positive()
      .meta({ description: 'Diameter of its dish in metres; absent where it was not given', 'x-extension': true })
      .optional(),
    horizon_mask: z
      .array(z.array(z.number()).length(2))
      .min(MASK_POINTS.fewest)
      .max(MASK_POINTS.most)
      .meta({
        description:
          'Horizon mask: points [azimuth, elevation] in degrees, by ascending azimuth, between which the lowest usable elevation is on a straight line; it counts on top of the minimum elevation. Absent where it was not given',
        'x-extension': true,
      })
      .optional(),
  })
  .meta({ id: 'GroundStation', description: 'A receiver of the account' });

export type GroundStationJson = z.output<typeof groundStation>;

export const EXAMPLE_STATION = {
  id: 2,
  name: 'Weilheim',
  latitude: '47.88',
  longitude: '11.08',
  elevation_meters: 600,
  active: true,
  description: null,
};

/** Shortest decimal that reads back as the same number, without an exponent. For numbers below 1e21; -0 gives `0`. */
export function formatDecimal(value: number): string {
  const [mantissa = '', exponent] = String(Math.abs(value)).split('e-');
  if (exponent === undefined) return String(value);
  const zeros = '0'.repeat(Number(exponent) - 1);
  return `${value < 0 ? '-' : ''}0.${zeros}${mantissa.replace('.', '')}`;
}

const station = z.strictObject({
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  elevation_meters: z.number(),
  description: z.string().optional(),
  active: z.boolean().optional(),
  min_elevation_deg: z.number().optional(),
  dish_diameter_m: z.number().optional(),
  horizon_mask: z.array(z.array(z.number())).optional(),
});

export const stationFile = z.strictObject({
  /** Stations that can be imported; `line` is the number of a line or, in GeoJSON, of a feature. */
  stations: z.array(
    z.strictObject({
      line: z.int(),
      /** Whether the account, or a line before this one, has a station of this name at this place. */
      is_known: z.boolean(),
      station,
    }),
  ),
  /** Records that cannot be imported, each with its line and the reason. */
  rejections: z.array(z.strictObject({ line: z.int(), record: z.string(), reason: z.string() })),
});

/** Contents of a file of stations, as the page gets them. */
export type StationFileJson = z.output<typeof stationFile>;
