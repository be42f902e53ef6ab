import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { groundStation } from './groundStation.js';
import { elsetAge, frequenciesOf, namedSatellite, sharedFrequencies } from './sky.js';

const azimuth = z.number().describe('Degrees from north over east, 0 to below 360');
const elevation = z.number().describe('Degrees above the horizon, without refraction');
const range = z.number().describe('Kilometres from the place');

const interferer = z
  .strictObject({
    ...namedSatellite,
    azimuth_deg: azimuth,
    elevation_deg: elevation,
    range_km: range,
    separation_deg: z.number().describe('Angle at the place between it and the tracked satellite, in degrees'),
    ...sharedFrequencies,
    elset_age_hours: elsetAge,
  })
  .meta({ id: 'Interferer', description: 'Another satellite above the horizon, and where it stands' });

const NOT_PROPAGATED = 'null where it cannot be propagated';

const lookedAt = z
  .strictObject({
    ...namedSatellite,
    in_view: z.boolean().describe('Whether it stands at or above its minimum elevation; if not, nobody interferes'),
    azimuth_deg: azimuth.nullable().describe(`Degrees from north over east, 0 to below 360; ${NOT_PROPAGATED}`),
    elevation_deg: elevation.nullable().describe(`Degrees above the horizon, without refraction; ${NOT_PROPAGATED}`),
    range_km: range.nullable().describe(`Kilometres from the place; ${NOT_PROPAGATED}`),
    elset_age_hours: elsetAge,
  })
  .meta({ id: 'TrackedLook', description: 'The tracked satellite, and where it stands' });

export const excluded = z
  .strictObject({
    operator: z.string().describe('Operator that was left out'),
    satellites: answerFields.count.describe('Number of its satellites that would match, wherever they stand'),
  })
  .meta({ id: 'ExcludedOperator', description: 'What `exclude_operator` left out' });

export const interferers = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('As asked for'),
    timestamp: z
      .string()
      .meta({ format: 'date-time', description: 'Instant that was asked for, UTC, to the millisecond' }),
    lat: z.number().describe('Degrees north of the place, as asked for; absent with a station').optional(),
    lon: z.number().describe('Degrees east of the place, as asked for; absent with a station').optional(),
    ground_station: groundStation.describe('The station that was asked for; absent with a place').optional(),
    ...frequenciesOf,
    minimum_elevation_deg: z
      .number()
      .describe("Degrees above the horizon from which satellites count, but for emitters' own higher ones"),
    excluded: excluded.describe('What `exclude_operator` left out; absent without it').optional(),
    tracked_satellite: lookedAt.describe('Where the tracked satellite stands'),
    count: answerFields.count.describe(
      'Number of others that match and are in view; at the centre of a cell, at a whole minute and by `band` the intensity of `at_point`',
    ),
    interferers: z.array(interferer).describe('The others, nearest to the tracked one first; at most `limit`'),
  })
  .meta({ id: 'Interferers', description: 'Who could interfere at one place at one instant' });

export type InterferersJson = z.output<typeof interferers>;
