import { z } from 'zod';
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
