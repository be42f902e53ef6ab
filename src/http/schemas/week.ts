import { z } from 'zod';
import { groundStation } from './groundStation.js';

/**
 * Pass: times of rise, set and highest elevation (seconds since 1970), that elevation in degrees, 1 if the pass is
 * complete and else 0.
 */
const pass = z.tuple([z.int(), z.int(), z.int(), z.number(), z.int()]);

export const week = z.strictObject({
  passes: z.array(pass),
  /**
   * Intensities of the minutes that begin in a pass, one pass after the other; -1 where the satellite is not in view
   * from the centre of the cell, from which intensities are counted. Empty without known frequencies.
   */
  counts: z.array(z.int()),
});

const stationWeek = week.extend({ ground_station: groundStation });

/** Week at a place, as the page gets it. */
export type WeekJson = z.output<typeof week>;

/** Week of a station among all active ones. */
export type StationWeekJson = z.output<typeof stationWeek>;
