import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { UPPER_BOUND } from './frequencies.js';
import { groundStation } from './groundStation.js';
import { pastFields } from './provenance.js';

/** Schemas of satellites in the sky over a place. */

/** Fields that name a satellite of the window. */
export const namedSatellite = {
  norad_number: answerFields.noradNumber,
  name: z.string().describe('Name in the catalogue'),
  operator: z.string().nullable().describe('Who runs it, by its name; null where that does not tell'),
  orbital_class: answerFields.orbitalClass,
};

/** Fields that tell the frequencies that another satellite shares with the tracked one, or around `frequency_hz`. */
export const sharedFrequencies = {
  overlap_hz: z
    .number()
    .nonnegative()
    .describe(
      'Width of the widest range of frequencies that it shares, in hertz, of its imported carriers where they share any, else of the table; 0 where it shares a band and, as far as is known, no frequency',
    ),
  overlap_low_hz: z.number().nullable().describe('Lower end of that range, in hertz; null where there is none'),
  overlap_source: answerFields.frequencySource
    .nullable()
    .describe('Where its frequencies are known from; null where it shares none'),
  overlap_assumed: z
    .boolean()
    .nullable()
    .describe('Whether a width on either side is assumed, as a centre alone is known; null where it shares none'),
};

export const elsetAge = z.number().describe('Hours from the epoch of its element set to that time; negative before it');

/** Fields that tell the frequencies asked about. */
export const frequenciesOf = {
  frequency_band: answerFields.band.describe('Band that was asked for; `all` where none was'),
  frequency_match: answerFields.frequencyMatch.describe(
    'Whether satellites count that share a band, or those whose frequencies overlap',
  ),
  frequency_hz: z.number().describe('Centre of the carrier that was asked about').optional(),
  bandwidth_hz: z.number().describe('Width of that carrier: as asked about, or assumed').optional(),
  upper_bound: z.literal(true).describe(UPPER_BOUND).optional(),
  downlink: answerFields.downlink.describe(
    'Whether it is known what the tracked satellite sends in the band that was asked about; `request` where a carrier was asked about. Without a known downlink nobody is found, which says nothing',
  ),
};

const azimuth = z.number().describe('Degrees from north over east, 0 to below 360');
const elevation = z.number().describe('Degrees above the horizon, without refraction');
const range = z.number().describe('Kilometres from the place');

export const interferer = z
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

/** Fields of an answer that tell the place or station that it is about. */
export const placeFields = {
  lat: z.number().describe('Degrees north of the place, as asked for; absent with a station').optional(),
  lon: z.number().describe('Degrees east of the place, as asked for; absent with a station').optional(),
  ground_station: groundStation.describe('The station that was asked for; absent with a place').optional(),
};

export const interferers = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('As asked for'),
    timestamp: z
      .string()
      .meta({ format: 'date-time', description: 'Instant that was asked for, UTC, to the millisecond' }),
    ...placeFields,
    ...frequenciesOf,
    ...pastFields,
    minimum_elevation_deg: z
      .number()
      .describe("Degrees above the horizon from which satellites count, but for emitters' own higher ones"),
    excluded: excluded.describe('What `exclude_operator` left out; absent without it').optional(),
    tracked_satellite: lookedAt.describe('Where the tracked satellite stands'),
    count: answerFields.count.describe(
      'Number of others that match and are in view, without those in `colocated`; by `band` with them, so that at the centre of a cell and at a whole minute it is the intensity of `at_point`',
    ),
    interferers: z
      .array(interferer)
      .describe('The others but for those in `colocated`, nearest to the tracked one first; at most `limit`'),
    colocated: z
      .array(z.strictObject(namedSatellite))
      .describe(
        'Satellites within 0.01 degrees of the tracked one, then and 5 minutes before and after, such as what is docked to it: named, and not listed',
      ),
  })
  .meta({ id: 'Interferers', description: 'Who could interfere at one place at one instant' });

export type InterferersJson = z.output<typeof interferers>;
