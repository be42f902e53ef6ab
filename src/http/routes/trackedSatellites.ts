import { z } from 'zod';
import { describeSatellite } from '../../catalogue/describe.js';
import { listTracked, trackUpTo, untrack, type TrackedSatellite } from '../../db/analysis/tracked.js';
import { ServiceError } from '../response/serviceError.js';
import { TRACKED_PER_ACCOUNT } from '../../spec.js';
import * as answerFields from '../schemas/answerFields.js';
import { analysisWindow } from '../schemas/answerFields.js';
import { analysisWindowObject, requireTracked, trackedSatelliteNotFound } from './subject.js';
import { EXAMPLE_BANDS, frequencyBand, frequencyBands } from '../schemas/frequencies.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { trackedSatellite, type TrackedSatelliteJson } from '../schemas/satellites.js';
import { defineRoute, ofAccount } from '../route.js';
import { EXAMPLE_USER, user } from '../schemas/session.js';
import { userObject } from './auth.js';

const EXAMPLE_SATELLITE = {
  id: 1,
  satellite: {
    name: 'ISS (ZARYA)',
    norad_number: 25_544,
    orbital_class: 'LEO',
    altitude_km: 418.5,
    operator: 'ISS partners',
  },
};

const EXAMPLE_NEW_SATELLITE = {
  id: 6,
  satellite: {
    name: 'CSS (TIANHE)',
    norad_number: 48_274,
    orbital_class: 'LEO',
    altitude_km: 389.2,
    operator: 'CMSA (Tiangong)',
  },
};

export function trackedSatelliteObject(row: TrackedSatellite): TrackedSatelliteJson {
  const { orbitalClass, altitudeKm, operator } = describeSatellite(row.name, row.elements);
  return {
    id: row.id,
    satellite: {
      name: row.name,
      norad_number: row.noradNumber,
      orbital_class: orbitalClass,
      altitude_km: altitudeKm,
      operator,
    },
  };
}

const MAX_NORAD_NUMBER = 999_999_999;
const noradRule = `must be an integer from 1 to ${MAX_NORAD_NUMBER}`;
const noradError = `${noradRule} (GET /satellites?search= finds it by name)`;

export const listTrackedSatellites = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/tracked_satellites',
  summary: 'The satellites that the account tracks',
  query: z.strictObject({ name: z.string().meta({ description: 'part of the name, in either case' }).optional() }),
  response: z
    .strictObject({
      tracked_satellites: z.array(trackedSatellite).describe('What the account tracks, the oldest first'),
    })
    .meta({ id: 'TrackedSatellites', description: 'The satellites that the account tracks' }),
  example: { response: { tracked_satellites: [EXAMPLE_SATELLITE] } },
  handler: async ({ query, caller }, { knex, known }) => {
    const { accountId } = caller;
    const { name } = query;
    const rows = await (name === undefined ? known.allTracked(accountId) : listTracked(knex, accountId, name));
    return { tracked_satellites: rows.map(trackedSatelliteObject) };
  },
});

export const getTrackedSatellite = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/tracked_satellites/:id',
  summary: 'One tracked satellite, with what the analysis window holds of it',
  params: z.strictObject({ id: parameters.trackedSatelliteId }),
  response: trackedSatellite
    .extend({
      membership: z
        .strictObject({
          tracked_since: answerFields.time.describe('When the account began to track it, UTC'),
          tracked_by: user.nullable().describe('Who began to; null where that user is gone'),
        })
        .describe('Since when the account tracks it, and by whom'),
      frequency_bands: z
        .array(frequencyBand)
        .describe('Bands that it transmits in, then `all`; empty where the window does not hold it'),
      coverage_analysis_run_id: answerFields.id
        .nullable()
        .describe('Its coverage analysis run; null where the window does not hold it'),
      analysis_window: analysisWindow
        .nullable()
        .describe('Window that questions about it are answered for; null where that does not hold it'),
    })
    .meta({
      id: 'TrackedSatelliteDetail',
      description: 'A tracked satellite, and what the analysis window holds of it',
    }),
  example: {
    response: {
      ...EXAMPLE_SATELLITE,
      membership: { tracked_since: '2025-12-01T09:30:00Z', tracked_by: EXAMPLE_USER },
      frequency_bands: frequencyBands(EXAMPLE_BANDS),
      coverage_analysis_run_id: 1,
      analysis_window: { id: 1, start_time: '2025-12-06T00:00:00Z', end_time: '2025-12-13T00:00:00Z', nside: 64 },
    },
  },
  handler: async ({ params, caller }, { knex, known, analysis }) => {
    const row = await requireTracked({ knex, known }, caller.accountId, params.id);
    const { trackedAt, trackedBy, noradNumber } = row;
    const window = analysis.current();
    const held = window?.satellite(noradNumber);
    return {
      ...trackedSatelliteObject(row),
      membership: {
        tracked_since: formatTime(trackedAt.getTime()),
        tracked_by: trackedBy && userObject(trackedBy.id, trackedBy),
      },
      frequency_bands: held ? frequencyBands(held.bands) : [],
      coverage_analysis_run_id: window && held ? (await known.runOf(window.id, noradNumber)).id : null,
      analysis_window: window && held ? analysisWindowObject(window) : null,
    };
  },
});

export const trackSatellite = defineRoute({
  ...ofAccount,
  method: 'POST',
  path: '/tracked_satellites',
  summary: `Start to track a satellite of the catalogue, one of at most ${TRACKED_PER_ACCOUNT}; one that is tracked already stays as it is`,
  body: z
    .strictObject({
      norad_number: z
        .int({ error: noradError })
        .min(1, noradError)
        .max(MAX_NORAD_NUMBER, noradError)
        .describe(`Catalogue number of NORAD; ${noradRule}`),
    })
    .meta({ id: 'NewTrackedSatellite', description: 'A satellite to track' }),
  response: trackedSatellite,
  extension: true,
  example: { body: { norad_number: 48_274 }, response: EXAMPLE_NEW_SATELLITE },
  handler: async ({ body, caller }, { knex }) => {
    const row = await trackUpTo(knex, caller.accountId, body.norad_number, caller.userId, TRACKED_PER_ACCOUNT);
    if (row === 'full') {
      const most = `are ${TRACKED_PER_ACCOUNT} already, the most that an account has: stop tracking one first`;
      throw new ServiceError('VALIDATION_FAILED', `tracked_satellites ${most}`, { tracked_satellites: most });
    }
    if (row) return trackedSatelliteObject(row);
    const rule = `${body.norad_number} is not in the catalogue; GET /satellites?search= finds its satellites`;
    throw new ServiceError('VALIDATION_FAILED', `norad_number ${rule}`, { norad_number: rule });
  },
});

export const untrackSatellite = defineRoute({
  ...ofAccount,
  method: 'DELETE',
  path: '/tracked_satellites/:id',
  summary: 'Stop tracking a satellite',
  params: z.strictObject({ id: parameters.trackedSatelliteId }),
  response: trackedSatellite,
  extension: true,
  example: { response: EXAMPLE_NEW_SATELLITE },
  handler: async ({ params, caller }, { knex }) => {
    const row = await untrack(knex, caller.accountId, params.id);
    if (!row) throw await trackedSatelliteNotFound(knex, caller.accountId, params.id);
    return trackedSatelliteObject(row);
  },
});
