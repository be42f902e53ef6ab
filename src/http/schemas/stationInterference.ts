import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { groundStation } from './groundStation.js';
import { rangeOf } from './interference.js';
import { overlapFields } from './frequencies.js';
import { pastFields, provenanceField } from './provenance.js';

const { count, time } = answerFields;

const common = {
  tracked_satellite_id: answerFields.id.describe('As asked for'),
  ...rangeOf,
  ...answerFields.resolution,
  ...overlapFields,
  ...pastFields,
  ...provenanceField,
};

const WITHOUT_MINUTE =
  'null where the pass has no whole minute, or the satellite no known downlink in the band that was asked about';

const pass = z
  .strictObject({
    aos: time.describe(
      'Acquisition of signal, UTC, to the second: when the satellite rises above its minimum elevation, or the range begins',
    ),
    los: time.describe(
      'Loss of signal, UTC, to the second: when it sets below its minimum elevation, or the range ends',
    ),
    max_elevation_deg: z
      .number()
      .describe('Highest elevation between the two, in degrees above the horizon of the station; two decimals'),
    max_elevation_time: time.describe('Time of `max_elevation_deg`, UTC, to the second'),
    duration_seconds: count.describe('Seconds from `aos` to `los`'),
    peak_intensity: count
      .nullable()
      .describe(`Highest intensity of a minute that begins in the pass; ${WITHOUT_MINUTE}`),
    mean_intensity: z
      .number()
      .nonnegative()
      .nullable()
      .describe(`Mean intensity of these minutes, two decimals; ${WITHOUT_MINUTE}`),
    risk_level: answerFields.riskLevel.nullable().describe(`Risk level of \`peak_intensity\`; ${WITHOUT_MINUTE}`),
    complete: z.boolean().describe('False where the range cuts the pass: then it began before, or ends later'),
  })
  .meta({ id: 'Pass', description: 'A stretch of time in which the satellite stands above its minimum elevation' });

export type PassJson = z.output<typeof pass>;

const overStation = {
  data_points: answerFields.dataPoints('timeseries'),
  passes: z.array(pass).describe('The passes of the range, ascending, seen from the station at its own height'),
  timeseries: z
    .array(answerFields.timeseriesEntry)
    .describe(
      "The minutes that begin in a pass, ascending, with the intensity of the station's cell; empty for a band without data",
    ),
};

export const stationTimeseries = z
  .strictObject({
    ...common,
    ground_station: groundStation.describe('The station that was asked for'),
    ...overStation,
  })
  .meta({ id: 'GroundStationTimeseries', description: 'Passes over one ground station, and their interference' });

const stationInterference = z
  .strictObject({ ground_station: groundStation.describe('The station'), ...overStation })
  .meta({
    id: 'GroundStationInterference',
    description: 'Passes over a ground station, and their interference',
  });

export const allStations = z
  .strictObject({
    ...common,
    ground_stations: z.array(stationInterference).describe('The active stations of the account, the oldest first'),
  })
  .meta({ id: 'AllGroundStations', description: 'Passes over all active ground stations, and their interference' });
