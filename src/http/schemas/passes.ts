import { z } from 'zod';

/** Time in ms: of `aos` since 1970, of all others since `aos`, as short numbers are sent sooner. */
const ms = z.int();

const listedPass = z.strictObject({
  aos: ms,
  los: ms,
  max_elevation_deg: z.number(),
  max_elevation_time: ms,
  complete: z.boolean(),
  in_beam_seconds: z.number(),
  /** Begin and end of the longest stretch with nobody else in the beam; null if there is none. */
  clear: z.tuple([ms, ms]).nullable(),
  encounter_count: z.int(),
  /** Closest encounter. */
  nearest: z.strictObject({ norad_number: z.int(), name: z.string(), separation_deg: z.number() }).nullable(),
  /** Stretches of time with anybody in the beam, ascending. */
  met: z.array(z.tuple([ms, ms])),
});

/** Passes of one satellite over one station or place in the window, and the beam of their encounters. */
export const pairPasses = z.strictObject({
  tracked_satellite_id: z.int(),
  /** Absent for a place. */
  ground_station_id: z.int().optional(),
  max_separation_deg: z.number(),
  max_separation_source: z.enum(['request', 'dish', 'default']),
  downlink: z.enum(['known', 'request', 'no known downlink']),
  /** Names of satellites that stay beside the tracked one all through a pass; they have no encounters. */
  colocated: z.array(z.string()),
  passes: z.array(listedPass),
});

export type ListedPassJson = z.output<typeof listedPass>;
export type PairPassesJson = z.output<typeof pairPasses>;
