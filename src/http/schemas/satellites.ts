import { z } from 'zod';
import * as answerFields from './answerFields.js';

const satellite = z
  .strictObject({
    name: z.string().describe('Name in the catalogue'),
    norad_number: answerFields.noradNumber,
    orbital_class: answerFields.orbitalClass,
    altitude_km: z
      .number()
      .describe('Mean semi-major axis less 6378.137 km, the radius of the Earth at the equator; one decimal'),
    operator: z.string().describe('Who runs it, by its name; `Unknown` where that does not tell'),
  })
  .meta({ id: 'Satellite', description: 'A satellite of the catalogue' });

export const trackedSatellite = z
  .strictObject({
    id: answerFields.id.describe('The `tracked_satellite_id` of other calls'),
    satellite: satellite.describe('What the catalogue says of it'),
  })
  .meta({ id: 'TrackedSatellite', description: 'A satellite that the account tracks' });

export type TrackedSatelliteJson = z.output<typeof trackedSatellite>;

export const catalogueSatellite = z
  .strictObject({
    ...satellite.shape,
    tracked_satellite_id: answerFields.id
      .nullable()
      .describe('Id under which the account tracks it; null where it does not'),
  })
  .meta({ id: 'CatalogueSatellite', description: 'A satellite of the catalogue, and whether the account tracks it' });

export type CatalogueSatelliteJson = z.output<typeof catalogueSatellite>;
