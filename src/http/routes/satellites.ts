import { z } from 'zod';
import { describeSatellite } from '../../catalogue/describe.js';
import { listCatalogued } from '../../db/analysis/tracked.js';
import { FOUND_SATELLITES, SEARCH_LENGTH } from '../../spec.js';
import * as parameters from '../schemas/parameters.js';
import { catalogueSatellite } from '../schemas/satellites.js';
import { defineRoute, ofAccount } from '../route.js';

export const searchSatellites = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/satellites',
  summary: 'Satellites of the catalogue by name or catalogue number, the best matches first',
  extension: true,
  query: z.strictObject({
    search: parameters.textUpTo(SEARCH_LENGTH),
    limit: parameters.limitUpTo(FOUND_SATELLITES.most).default(FOUND_SATELLITES.default),
  }),
  response: z
    .strictObject({
      satellites: z
        .array(catalogueSatellite)
        .describe(
          'Satellites that match: the one of that number, then names that begin with the text, names that contain it, the constellation of that name, and numbers that begin with it',
        ),
      has_more: z.boolean().describe('Whether more match than `limit`'),
    })
    .meta({ id: 'CatalogueSatellites', description: 'What was found in the catalogue' }),
  example: {
    response: {
      satellites: [
        {
          norad_number: 25_544,
          name: 'ISS (ZARYA)',
          operator: 'ISS partners',
          orbital_class: 'LEO',
          altitude_km: 418.5,
          tracked_satellite_id: 1,
        },
      ],
      has_more: false,
    },
  },
  handler: async ({ query, caller }, { knex, catalogue }) => {
    const { noradNumbers, count } = await catalogue.search(query.search, query.limit);
    const satellites = await listCatalogued(knex, caller.accountId, noradNumbers);
    return {
      satellites: satellites.map(({ noradNumber, name, elements, trackedId }) => {
        const { operator, orbitalClass, altitudeKm } = describeSatellite(name, elements);
        return {
          norad_number: noradNumber,
          name,
          operator,
          orbital_class: orbitalClass,
          altitude_km: altitudeKm,
          tracked_satellite_id: trackedId,
        };
      }),
      has_more: count > noradNumbers.length,
    };
  },
});
