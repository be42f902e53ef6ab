import { z } from 'zod';
import type { AnalysisWindow } from '../../../compute/query.js';
import type { SkyLooks } from '../../../compute/sky/skyAnalysis.js';
import type { Asker } from '../../../fairness/asker.js';
import { LOOKED_AT } from '../../../spec.js';
import { askerOf } from '../../response/whenClosed.js';
import { inAsked } from '../past.js';
import { frequencyQuery, interference, rounded } from '../interferenceParts.js';
import { isUnchanged, NOT_MODIFIED } from '../../response/answer.js';
import { defineRoute } from '../../route.js';
import { EXAMPLE_STATION } from '../../schemas/groundStation.js';
import { interferers as answer, type InterferersJson } from '../../schemas/interferers.js';
import * as parameters from '../../schemas/parameters.js';
import { checkAsked, EITHER_PLACE, placeQuery, receiverOf } from './place.js';
import {
  type AskedOthers,
  elsetAgeHours,
  EXAMPLE_FREQUENCIES,
  EXAMPLE_NAMED,
  EXAMPLE_OVERLAP,
  formatInstant,
  matchFields,
  minElevationDegOf,
  namedFields,
  overlapFields,
  type Receiver,
  type SkyParts,
  type SkyQuestion,
  skyQuestion,
  stationPlace,
} from './question.js';

const query = z
  .strictObject({
    tracked_satellite_id: parameters.trackedSatelliteId,
    ...placeQuery,
    timestamp: parameters.instant,
    elements: parameters.elements,
    ...frequencyQuery,
    exclude_operator: parameters.operator.optional(),
    limit: parameters.limitUpTo(LOOKED_AT.most).default(LOOKED_AT.default),
  })
  .superRefine(checkAsked);

/** A question about the sky over a place at one instant: `tMs`, milliseconds since 1970. */
interface LookAsked extends AskedOthers {
  window: AnalysisWindow;
  norad: number;
  station: Receiver;
  tMs: number;
  limit: number;
}

type LookFields = Omit<InterferersJson, 'tracked_satellite_id' | 'timestamp' | 'lat' | 'lon' | 'ground_station'>;

/** Finds the satellites that could interfere at an instant. */
export async function lookAt(parts: SkyParts, asked: LookAsked, asker: Asker): Promise<LookFields> {
  const { window, norad, station, tMs, limit } = asked;
  const place = stationPlace(station);
  const question = skyQuestion(parts.analysis, { window, norad }, asked, 'band');
  const minElevationDeg = minElevationDegOf(window, station);
  const tUs = tMs * 1000;
  const { satellites } = question.others;
  const looks = await parts.analysis.looks({ window, norad, place, minElevationDeg, others: satellites, tUs }, asker);
  const { others = [], colocated = [] } = looks ?? {};
  const apart = others.filter((look) => !colocated.includes(look.norad));
  const matched = matchFields(asked, 'band');
  return {
    ...matched,
    downlink: question.downlink,
    minimum_elevation_deg: minElevationDeg,
    ...question.excluded,
    tracked_satellite: {
      ...namedFields(window, norad),
      in_view: looks?.isUp ?? false,
      ...(looks ? lookFields(looks.tracked) : { azimuth_deg: null, elevation_deg: null, range_km: null }),
      elset_age_hours: elsetAgeHours(window, norad, tUs),
    },
    // By band the count is the intensity, which counts co-located satellites too.
    count: matched.frequency_match === 'band' ? others.length : apart.length,
    interferers: apart.slice(0, limit).map((look) => interfererObject(question, look, tUs)),
    colocated: colocated.map((other) => namedFields(window, other)),
  };
}

type Look = SkyLooks['tracked'];

function lookFields({ azimuthDeg, elevationDeg, rangeKm }: Look) {
  return {
    // 359.99999 rounds to 360, which is north.
    azimuth_deg: rounded(azimuthDeg, 4) % 360,
    elevation_deg: rounded(elevationDeg, 4),
    range_km: rounded(rangeKm, 3),
  };
}

function interfererObject({ others, window }: SkyQuestion, look: Look, tUs: number) {
  return {
    ...namedFields(window, look.norad),
    ...lookFields(look),
    separation_deg: rounded(look.separationDeg, 5),
    ...overlapFields(others.overlapOf(look.satellite)),
    elset_age_hours: elsetAgeHours(window, look.norad, tUs),
  };
}

export const interferers = defineRoute({
  ...interference,
  path: '/interference/interferers',
  summary: 'Who could interfere at one place at one instant, and where each satellite stands, nearest first',
  extension: true,
  query,
  either: EITHER_PLACE,
  response: answer,
  example: {
    query: { ground_station_id: 2, timestamp: '2025-12-06T08:05:12.340Z', frequency_match: 'overlap', limit: 1 },
    response: {
      tracked_satellite_id: 1,
      timestamp: '2025-12-06T08:05:12.340Z',
      ground_station: EXAMPLE_STATION,
      ...EXAMPLE_FREQUENCIES,
      minimum_elevation_deg: 10,
      tracked_satellite: {
        norad_number: 49_260,
        name: 'LANDSAT 9',
        operator: 'USGS/NASA',
        orbital_class: 'LEO',
        in_view: true,
        azimuth_deg: 212.4071,
        elevation_deg: 41.2253,
        range_km: 1_002.417,
        elset_age_hours: 8.1,
      },
      count: 12,
      interferers: [
        {
          ...EXAMPLE_NAMED,
          azimuth_deg: 215.1102,
          elevation_deg: 38.9004,
          range_km: 1_044.02,
          separation_deg: 3.11207,
          ...EXAMPLE_OVERLAP,
          elset_age_hours: 10.4,
        },
      ],
      colocated: [],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, timestamp } = asked;
    const { window, norad, told: past } = await inAsked(dependencies, ctx, caller.accountId, asked);
    const { station, named } = await receiverOf(dependencies, caller.accountId, asked);
    const tMs = Math.floor(timestamp);
    const { tracked_satellite_id: _id, ground_station_id: _station, timestamp: _time, ...rest } = asked;
    if (await isUnchanged(ctx, window, ['interferers', trackedId, norad, station, tMs, rest])) return NOT_MODIFIED;
    const found = await lookAt(dependencies, { ...asked, window, norad, station, tMs }, askerOf(ctx, caller));
    return {
      tracked_satellite_id: trackedId,
      timestamp: formatInstant(tMs * 1000),
      ...named,
      ...found,
      ...past,
    };
  },
});
