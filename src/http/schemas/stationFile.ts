import { z } from 'zod';

const station = z.strictObject({
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  elevation_meters: z.number(),
  description: z.string().optional(),
  active: z.boolean().optional(),
  min_elevation_deg: z.number().optional(),
  dish_diameter_m: z.number().optional(),
});

export const stationFile = z.strictObject({
  format: z.enum(['csv', 'geojson']),
  /** Those that can be imported, by line. */
  stations: z.array(
    z.strictObject({
      line: z.int(),
      /** Whether the account, or a line before, has one of this name at this place. */
      is_known: z.boolean(),
      station,
    }),
  ),
  /** Those that cannot, each with its line and why. */
  rejections: z.array(z.strictObject({ line: z.int(), record: z.string(), reason: z.string() })),
});

/** What a file of stations has, as the page gets it. */
export type StationFileJson = z.output<typeof stationFile>;
