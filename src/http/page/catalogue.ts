import { z } from 'zod';
import { describeSatellite } from '../../catalogue/describe.js';
import { searchCatalogue } from '../../db/searchCatalogue.js';
import { defineRoute } from '../route.js';

const MOST_FOUND = 20;

export const searchSatellites = defineRoute({
  method: 'GET',
  path: '/satellites',
  summary: 'Satellites of the catalogue by a part of their name, or by their number',
  auth: 'token',
  limitGroup: 'other',
  query: z.strictObject({ query: z.string() }),
  response: z.strictObject({
    satellites: z.array(
      z.strictObject({
        norad_number: z.int(),
        name: z.string(),
        orbital_class: z.enum(['LEO', 'MEO', 'GEO', 'HEO']),
        altitude_km: z.number(),
        tracked_satellite_id: z.int().nullable(),
      }),
    ),
  }),
  handler: async ({ query, caller }, { knex }) => {
    const found = await searchCatalogue(knex, caller.accountId, query.query, MOST_FOUND);
    return {
      satellites: found.map(({ noradNumber, name, elements, trackedId }) => {
        const { orbitalClass, altitudeKm } = describeSatellite(name, elements);
        return {
          norad_number: noradNumber,
          name,
          orbital_class: orbitalClass,
          altitude_km: altitudeKm,
          tracked_satellite_id: trackedId,
        };
      }),
    };
  },
});
