import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { beamFields, clearStretch, passFields } from './encounters.js';
import { rangeOf } from './interference.js';
import { frequenciesOf } from './sky.js';

const { downlink, ...frequencies } = frequenciesOf;

const clearPass = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('Whose pass it is'),
    norad_number: answerFields.noradNumber,
    name: z.string().describe('Name of the satellite in the catalogue'),
    ground_station_id: answerFields.id.describe('The station that it passes over'),
    ground_station_name: z.string().describe('Name of the station'),
    ...passFields,
    clear_stretch: clearStretch.describe('Longest stretch with nobody else in the beam'),
    ...beamFields,
    downlink,
  })
  .meta({ id: 'ClearPass', description: 'A pass, and its longest stretch with nobody else in the beam' });

export type ClearPassJson = z.output<typeof clearPass>;

export const clearPasses = z
  .strictObject({
    ...rangeOf,
    ...frequencies,
    min_clear_seconds: z.number().nonnegative().describe('Shortest clear stretch of a pass that is listed'),
    left_out: z
      .array(answerFields.id)
      .describe('Tracked satellites that the window does not hold, where none were named; they have no passes'),
    clear_passes: z
      .array(clearPass)
      .describe('Passes, the one with the longest clear stretch first, then by time; at most `limit`'),
  })
  .meta({ id: 'ClearPasses', description: 'Passes of several satellites over several stations, ranked' });
