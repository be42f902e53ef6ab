import { z } from 'zod';
import { RANKED_PASSES } from '../../spec.js';
import type { Route } from '../route.js';
import type { JsonSchema, Schemas } from './schemas.js';

/** Meaning and example of a parameter: under its name for all routes, or under a path and its name for one route. */
const NOTES: Readonly<Record<string, { meaning: string; example?: unknown }>> = {
  id: { meaning: 'which one', example: 1 },
  epoch_index: { meaning: 'zero-based time step', example: 485 },
  tracked_satellite_id: { meaning: 'the `id` that `GET /tracked_satellites` gives', example: 1 },
  ground_station_id: { meaning: 'the `id` that `GET /ground_stations` gives', example: 3 },
  lat: { meaning: 'degrees north', example: 52.52 },
  lon: { meaning: 'degrees east', example: 13.405 },
  timestamp: {
    meaning:
      'floored to the minute, which lies inside the analysis window or, with `elements`, in the time of kept element sets',
    example: '2025-12-06T08:05:00Z',
  },
  '/interference/interferers timestamp': {
    meaning:
      'taken to the millisecond; it lies inside the analysis window or, with `elements`, in the time of kept element sets',
    example: '2025-12-06T08:05:00Z',
  },
  start_time: {
    meaning:
      'floored to the minute and cut to the window; where it may be left out, or empty, that is the start of the window',
    example: '2025-12-06T08:05:00Z',
  },
  end_time: {
    meaning:
      'exclusive, at most 7 days (of `suspects` 24 hours) after `start_time`, rounded up to the minute and cut to the window; where it may be left out, or empty, that is the end of the window',
    example: '2025-12-06T08:07:00Z',
  },
  frequency_band: {
    meaning: 'the band in which satellites transmit; `all` counts each satellite once',
    example: 'all',
  },
  include_cell_id: { meaning: 'whether the answer has `cell_id`', example: true },
  include: { meaning: 'what the answer also tells: where it comes from', example: 'provenance' },
  ipix: { meaning: 'HEALPix cell (NESTED)', example: 4_321 },
  nside: { meaning: 'of the run', example: 64 },
  page: { meaning: 'counted from 1; beyond the last one the list is empty', example: 1 },
  per_page: { meaning: 'cells of a page', example: 100 },
  search: {
    meaning:
      'part of the name, in either case and however its words are separated, or the first digits of the catalogue number, with or without zeros before them',
    example: 'zarya',
  },
  limit: { meaning: 'how many entries at most', example: 20 },
  '/interference/clear_passes limit': {
    meaning: `how many passes at most: as JSON the best ones, without it ${RANKED_PASSES.default}; as lines the first that are found, without it all`,
    example: 20,
  },
  elements: {
    meaning:
      'element sets that answer: those of the analysis window; `nearest`, of each UTC day those nearest to its noon; `as_of:TIME`, the newest of those imported by then. But for `window`, times may also lie before the window, back to the oldest set that is kept',
    example: 'nearest',
  },
  frequency_match: {
    meaning:
      'whether satellites count that share a band, or those whose frequencies overlap; without it as the summary says',
    example: 'overlap',
  },
  frequency_hz: {
    meaning:
      "centre of a carrier of one's own, in place of what the tracked satellite is known to send; implies `frequency_match=overlap`",
    example: 8_200_000_000,
  },
  bandwidth_hz: {
    meaning: 'width of that carrier; without it what carriers of its band usually have',
    example: 150_000_000,
  },
  exclude_operator: { meaning: 'an operator whose satellites are left out, such as the own one', example: 'SpaceX' },
  max_separation_deg: {
    meaning:
      "separation from the tracked satellite below which another is in the beam; without it where the side lobes of the station's dish begin (ITU-R S.465-6), else 5",
    example: 5,
  },
  tracked_satellite_ids: {
    meaning: 'satellites by the `id` that `GET /tracked_satellites` gives; without it all that the account tracks',
    example: [1, 2],
  },
  ground_station_ids: {
    meaning: 'stations by the `id` that `GET /ground_stations` gives; without it all active ones',
    example: [2, 3],
  },
  min_clear_seconds: {
    meaning: 'shortest clear stretch of a pass that is listed; one that is never clear is not, even with 0',
    example: 240,
  },
  name: { meaning: 'only satellites whose name contains it', example: 'iss' },
};

function defaultOf(schema: z.ZodType): unknown {
  return schema instanceof z.ZodDefault ? schema.def.defaultValue : undefined;
}

function parametersIn(part: 'path' | 'query', object: z.ZodObject, route: Route, schemas: Schemas): JsonSchema[] {
  return Object.entries(object.shape).map(([name, field]) => {
    const schema = field as z.ZodType;
    const { description: rule, 'x-extension': extension, ...rest } = schemas.input(schema);
    const { meaning, example: usual } = NOTES[`${route.path} ${name}`] ?? NOTES[name] ?? {};
    const example = route.example.query?.[name] ?? usual;
    const given = defaultOf(schema);
    return {
      name,
      in: part,
      description: [meaning, rule].filter(Boolean).join('; '),
      required: part === 'path' || !schema.safeParse(undefined).success,
      // Several values are one text, separated by commas: a parameter may be given once.
      ...(rest['type'] === 'array' && { style: 'form', explode: false }),
      schema: { ...rest, ...(given !== undefined && { default: given }) },
      ...(example !== undefined && { example }),
      ...(extension === true && { 'x-extension': true }),
    };
  });
}

export function parametersOf(route: Route, schemas: Schemas): JsonSchema[] {
  return [...parametersIn('path', route.params, route, schemas), ...parametersIn('query', route.query, route, schemas)];
}
