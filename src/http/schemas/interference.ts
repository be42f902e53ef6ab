import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { frequencyBand, overlapFields } from './frequencies.js';
import { pastFields, provenanceField } from './provenance.js';

const { id, resolution, riskLevel, time, timeseriesEntry } = answerFields;

/** Fields of an answer that tell its time range. */
export const rangeOf = {
  start_time: time.describe('First minute of the range, UTC'),
  end_time: time.describe('End of the range, UTC; exclusive'),
};

export const point = z
  .strictObject({
    intensity: answerFields.intensity,
    timestamp: time.describe('Start of the minute, UTC: what was asked for, floored'),
    risk_level: riskLevel.describe('Risk level of `intensity`'),
    ...resolution,
    cell_id: answerFields.ipix
      .describe('HEALPix cell that holds the place, in NESTED order; only with `include_cell_id=true`')
      .optional(),
    ...overlapFields,
    ...pastFields,
    ...provenanceField,
  })
  .meta({ id: 'Point', description: 'Interference at one place in one minute' });

export const timeseriesAnswer = z
  .strictObject({
    lat: z.number().describe('Degrees north, as asked for'),
    lon: z.number().describe('Degrees east, as asked for'),
    ...rangeOf,
    data_points: answerFields.dataPoints('timeseries'),
    ...resolution,
    ...overlapFields,
    ...pastFields,
    ...provenanceField,
    timeseries: z
      .array(timeseriesEntry)
      .describe('Each minute of the range, ascending, those of intensity 0 too; empty for a band without data'),
  })
  .meta({ id: 'Timeseries', description: 'Interference at one place, minute by minute' });

export const availableBands = z
  .strictObject({
    tracked_satellite_id: id.describe('As asked for'),
    coverage_analysis_run_id: id.describe('Coverage analysis run of the satellite in the current window'),
    frequency_bands: z.array(frequencyBand).describe('Bands that the satellite transmits in, by frequency, then `all`'),
    ...provenanceField,
  })
  .meta({ id: 'AvailableFrequencyBands', description: 'What `frequency_band` takes for a tracked satellite' });

export type AvailableBandsJson = z.output<typeof availableBands>;
