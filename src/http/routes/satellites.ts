import { z } from 'zod';
import { describeSatellite } from '../../catalogue/describe.js';
import { trackedIds } from '../../db/tracked.js';
import { FOUND_SATELLITES, SEARCH_LENGTH } from '../../spec.js';
import * as parameters from '../parameters.js';
import { defineRoute } from '../route.js';

const catalogueSatellite = z
  .strictObject({
    norad_number: z.int().meta({ description: 'catalogue number, which POST /tracked_satellites takes' }),
    name: z.string().meta({ description: 'name in the catalogue' }),
    operator: z.string().meta({ description: '`Unknown` where the built-in table of constellations has none' }),
    orbital_class: z.enum(['LEO', 'MEO', 'GEO', 'HEO']).meta({ description: 'class of its newest element set' }),
    altitude_km: z.number().meta({ description: 'mean height above the equator, to 0.1 km' }),
    tracked_satellite_id: z
      .int()
      .nullable()
      .meta({ description: 'id under which the account tracks it; null where it does not' }),
  })
  .meta({ id: 'CatalogueSatellite' });

export const searchSatellites = defineRoute({
  method: 'GET',
  path: '/satellites',
  summary: 'Satellites of the catalogue by name or catalogue number, the best matches first',
  auth: 'token',
  limitGroup: 'other',
  extension: true,
  query: z.strictObject({
    search: parameters.textUpTo(SEARCH_LENGTH),
    limit: parameters.limitUpTo(FOUND_SATELLITES.most).default(FOUND_SATELLITES.default),
  }),
  response: z.strictObject({
    satellites: z.array(catalogueSatellite).meta({
      description:
        'that number first, then names that begin with the text, that contain it, and numbers that begin with it',
    }),
    has_more: z.boolean().meta({ description: 'whether more match than `limit`' }),
  }),
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
    const { satellites, count } = await catalogue.search(query.search, query.limit);
    const numbers = satellites.map(({ noradNumber }) => noradNumber);
    const tracked = await trackedIds(knex, caller.accountId, numbers);
    return {
      satellites: satellites.map(({ noradNumber, name, elements }) => {
        const { operator, orbitalClass, altitudeKm } = describeSatellite(name, elements);
        return {
          norad_number: noradNumber,
          name,
          operator,
          orbital_class: orbitalClass,
          altitude_km: altitudeKm,
          tracked_satellite_id: tracked.get(noradNumber) ?? null,
        };
      }),
      has_more: count > satellites.length,
    };
  },
});
