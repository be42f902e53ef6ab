import type { EncounterErrors } from '../../../compute/sky/errors.js';
import type { Asker } from '../../../fairness/asker.js';
import { DAY_MS, ENCOUNTERS_TOLD, SEPARATION_DEG } from '../../../spec.js';
import { askerOf } from '../../response/whenClosed.js';
import { inAsked } from '../past.js';
import { rangeFields } from '../subject.js';
import {
  frequencyQuery,
  interference,
  originOf,
  provenanceOf,
  provenanceQuery,
  rounded,
} from '../interferenceParts.js';
import { isUnchanged, NOT_MODIFIED } from '../../response/answer.js';
import { defineRoute } from '../../route.js';
import { type EncounterJson, encounters as answer, type EncountersJson } from '../../schemas/encounters.js';
import { EXAMPLE_STATION } from '../../schemas/groundStation.js';
import * as parameters from '../../schemas/parameters.js';
import { checkAsked, EITHER_PLACE, placeQuery, receiverOf } from './place.js';
import {
  elsetAgeHours,
  elsetEpoch,
  EXAMPLE_BEAM,
  EXAMPLE_FREQUENCIES,
  EXAMPLE_NAMED,
  EXAMPLE_OVERLAP,
  type EncounterParts,
  formatInstant,
  matchFields,
  minElevationDegOf,
  namedFields,
  overlapFields,
} from './question.js';
import { type Encounter, type FoundPass, type PassesAsked, type Searched, searchPasses } from './searchPasses.js';

/** Query parameters of questions about encounters. */
export const beamQuery = {
  max_separation_deg: parameters.decimalBetween(SEPARATION_DEG.low, SEPARATION_DEG.high).optional(),
  ...frequencyQuery,
  exclude_operator: parameters.operator.optional(),
};

/** A question about the encounters over a place or a station, of which at most `limit` are told. */
export interface EncountersAsked extends PassesAsked {
  limit: number;
}

type EncountersFields = Omit<EncountersJson, 'tracked_satellite_id' | 'lat' | 'lon' | 'ground_station' | 'provenance'>;

/** Finds the satellites that come into the beam in each pass over a place or a station. Throws as searchPasses does. */
export async function encountersOver(
  parts: EncounterParts,
  asked: EncountersAsked,
  asker: Asker,
): Promise<EncountersFields> {
  const { window, station } = asked;
  const found = await searchPasses(parts, asked, asker);
  const { question, beam, passes, windowOf } = found;
  const told = passes.map(firstOf(asked.limit));
  const count = passes.reduce((sum, { encounters }) => sum + encounters.length, 0);
  return {
    ...rangeFields(window, asked),
    ...matchFields(asked, 'overlap'),
    downlink: question.downlink,
    minimum_elevation_deg: minElevationDegOf(window, station),
    max_separation_deg: beam.maxSeparationDeg,
    max_separation_source: beam.source,
    ...question.excluded,
    encounter_count: count,
    has_more: count > asked.limit,
    passes: passes.map((pass, i) => ({
      ...passObject(pass, found.errors, beam.maxSeparationDeg),
      encounters: (told[i] ?? []).map((it) => encounterObject(it.of ?? found, it)),
      colocated: pass.colocated.map((other) => namedFields(windowOf(other), other)),
    })),
  };
}

/**
 * Returns a function to call with one pass after the other: it returns the encounters of the pass, until it has
 * returned `limit` in all.
 */
function firstOf(limit: number): (pass: FoundPass) => Encounter[] {
  let left = limit;
  return ({ encounters }) => {
    const taken: Encounter[] = [];
    if (left > 0) {
      for (const one of encounters) {
        taken.push(one);
        if (--left === 0) break;
      }
    }
    return taken;
  };
}

/** Microseconds as whole milliseconds, as answers tell times. */
export const wholeMs = (us: number): number => Math.round(us / 1000);

/** Seconds between two times in microseconds, each rounded to the millisecond as in the answer. */
function secondsBetween(fromUs: number, toUs: number): number {
  return (wholeMs(toUs) - wholeMs(fromUs)) / 1000;
}

/** Fields of a pass, without its encounters. */
export function passObject(pass: Omit<FoundPass, 'colocated'>, errors: EncounterErrors, beamDeg: number) {
  const { aosUs, losUs, maxElevationUs, maxElevationDeg, complete, inBeamUs, clear, near } = pass;
  return {
    aos: formatInstant(aosUs),
    los: formatInstant(losUs),
    duration_seconds: secondsBetween(aosUs, losUs),
    max_elevation_deg: rounded(maxElevationDeg, 2),
    max_elevation_time: formatInstant(maxElevationUs),
    complete,
    in_beam_seconds: wholeMs(inBeamUs) / 1000,
    clear_stretch:
      clear === undefined
        ? null
        : {
            start_time: formatInstant(clear.fromUs),
            end_time: formatInstant(clear.toUs),
            seconds: secondsBetween(clear.fromUs, clear.toUs),
            probability: rounded(clearProbability(near, errors, beamDeg), 4),
          },
    encounter_count: pass.encounters.length,
  };
}

/** Probability that no satellite of `near` comes into the beam, by the errors of element sets of each one's day. */
function clearProbability(near: FoundPass['near'], errors: EncounterErrors, beamDeg: number): number {
  let clear = 1;
  for (const it of near) clear *= (it.of?.errors ?? errors).clearProbability([it], beamDeg);
  return clear;
}

/** Spread of a time, in seconds, above which the spread is not told: a day. */
const NO_TIME_SECONDS = DAY_MS / 1000;

function encounterObject({ question, errors, beam }: Searched, it: Encounter): EncounterJson {
  const { others, window } = question;
  const { probability, sigmaDeg, timeSigmaSeconds } = errors.likelihood(it, beam.maxSeparationDeg);
  const { errorClass, pairs } = errors.lawOf(it);
  return {
    ...namedFields(window, it.norad),
    enters: formatInstant(it.entersUs),
    leaves: formatInstant(it.leavesUs),
    closest_time: formatInstant(it.closestUs),
    closest_separation_deg: rounded(it.closestDeg, 5),
    sigma_deg: rounded(sigmaDeg, 4),
    time_sigma_seconds: timeSigmaSeconds > NO_TIME_SECONDS ? null : rounded(timeSigmaSeconds, 2),
    probability: rounded(probability, 4),
    error_class: errorClass,
    error_pairs: pairs,
    complete: !it.entersCut && !it.leavesCut,
    ...overlapFields(others.overlapOf(it.satellite)),
    elset_epoch: elsetEpoch(window, it.norad),
    elset_age_hours: elsetAgeHours(window, it.norad, it.closestUs),
  };
}

export const EXAMPLE_PASS = {
  aos: '2025-12-06T08:04:27.113Z',
  los: '2025-12-06T08:10:51.842Z',
  duration_seconds: 384.729,
  max_elevation_deg: 34.12,
  max_elevation_time: '2025-12-06T08:07:39.405Z',
  complete: true,
  in_beam_seconds: 12.48,
  clear_stretch: {
    start_time: '2025-12-06T08:06:20.200Z',
    end_time: '2025-12-06T08:10:51.842Z',
    seconds: 271.642,
    probability: 0.9731,
  },
  encounter_count: 1,
};

export const EXAMPLE_ENCOUNTER = {
  ...EXAMPLE_NAMED,
  enters: '2025-12-06T08:06:07.720Z',
  leaves: '2025-12-06T08:06:20.200Z',
  closest_time: '2025-12-06T08:06:13.981Z',
  closest_separation_deg: 1.20417,
  sigma_deg: 0.0981,
  time_sigma_seconds: 0.21,
  probability: 1,
  error_class: 'all',
  error_pairs: 0,
  complete: true,
  ...EXAMPLE_OVERLAP,
  elset_epoch: '2025-12-05T21:41:27Z',
  elset_age_hours: 10.4,
};

export const encounters = defineRoute({
  ...interference,
  work: 'whole',
  path: '/interference/encounters',
  summary: 'Passes over a place or a station, who comes into the beam in each, and when it is clear',
  extension: true,
  query: parameters.withTimeRange(
    {
      tracked_satellite_id: parameters.trackedSatelliteId,
      ...placeQuery,
      ...beamQuery,
      limit: parameters.limitUpTo(ENCOUNTERS_TOLD.most).default(ENCOUNTERS_TOLD.default),
      elements: parameters.elements,
      ...provenanceQuery,
    },
    checkAsked,
  ),
  either: EITHER_PLACE,
  response: answer,
  example: {
    query: { ground_station_id: 2, start_time: '2025-12-06T08:00:00Z', end_time: '2025-12-06T08:20:00Z', limit: 1_000 },
    response: {
      tracked_satellite_id: 1,
      ground_station: EXAMPLE_STATION,
      start_time: '2025-12-06T08:00:00Z',
      end_time: '2025-12-06T08:20:00Z',
      ...EXAMPLE_FREQUENCIES,
      ...EXAMPLE_BEAM,
      encounter_count: 1,
      has_more: false,
      passes: [
        {
          ...EXAMPLE_PASS,
          encounters: [EXAMPLE_ENCOUNTER],
          colocated: [],
        },
      ],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, ground_station_id: _station, include, ...rest } = asked;
    const { window, norad, range, told: past } = await inAsked(dependencies, ctx, caller.accountId, asked);
    const { station, named } = await receiverOf(dependencies, caller.accountId, asked);
    const { start_time: _start, end_time: _end, ...others } = rest;
    const asker = askerOf(ctx, caller);
    const origin = await originOf(include, dependencies.known, { window, norad });
    const laws = dependencies.errorLaws.current();
    const parts = ['encounters', trackedId, norad, station, range, others, origin, laws.identity];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const told = await provenanceOf(origin, dependencies.analysis, { window, norad, ...range }, asker);
    const found = await encountersOver(dependencies, { ...others, ...range, window, norad, station }, asker);
    return {
      tracked_satellite_id: trackedId,
      ...named,
      ...found,
      ...past,
      ...told,
    };
  },
});
