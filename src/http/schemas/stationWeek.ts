import { z } from 'zod';
import { groundStation } from './groundStation.js';

/** Pass: rise, set and highest elevation in seconds since 1970, that elevation in degrees, and 1 where it is whole. */
const pass = z.tuple([z.int(), z.int(), z.int(), z.number(), z.int()]);

const stationWeek = z.strictObject({
  ground_station: groundStation,
  passes: z.array(pass),
  /** Intensities of the minutes that begin in a pass, one pass after the other; empty without known frequencies. */
  counts: z.array(z.int()),
});

/** Week of a station, as the page gets it. */
export type StationWeekJson = z.output<typeof stationWeek>;
