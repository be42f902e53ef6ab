import { ENCOUNTERS_TOLD, LOOKED_AT, SUSPECTS_RANGE } from '../../../spec.js';
import type { Asker } from '../../../fairness/asker.js';
import { askerOf } from '../../response/whenClosed.js';
import { isUnchanged, NOT_MODIFIED } from '../../response/answer.js';
import { defineRoute } from '../../route.js';
import { EXAMPLE_STATION } from '../../schemas/groundStation.js';
import * as parameters from '../../schemas/parameters.js';
import { type EncounterJson, suspects as answer, type SuspectsJson } from '../../schemas/encounters.js';
import { interference } from '../interferenceParts.js';
import { inAsked } from '../past.js';
import { beamQuery, EXAMPLE_ENCOUNTER, EXAMPLE_PASS, type EncountersAsked, encountersOver } from './encounters.js';
import { checkAsked, EITHER_PLACE, placeQuery, receiverOf } from './place.js';
import { EXAMPLE_BEAM, EXAMPLE_FREQUENCIES, type EncounterParts } from './question.js';
import { tooManyEncounters } from './searchPasses.js';

type SuspectsFields = Omit<SuspectsJson, 'tracked_satellite_id' | 'lat' | 'lon' | 'ground_station'>;

/**
 * Finds the satellites that stood in the beam, each once, ranked. Throws INVALID_PARAMETER for more encounters than can
 * be ranked.
 */
export async function suspectsOver(
  parts: EncounterParts,
  asked: EncountersAsked,
  asker: Asker,
): Promise<SuspectsFields> {
  const question = { ...asked, limit: ENCOUNTERS_TOLD.most };
  const { passes, encounter_count: met, has_more: isCut, ...fields } = await encountersOver(parts, question, asker);
  if (isCut) {
    throw tooManyEncounters(`this range has ${met} encounters`, `at most ${ENCOUNTERS_TOLD.most} can be ranked`);
  }
  const ranked = likeliest(passes.flatMap(({ encounters }) => encounters)).sort(byRank);
  const colocated = new Map(passes.flatMap((pass) => pass.colocated.map((one) => [one.norad_number, one])));
  return {
    ...fields,
    passes: passes.map(({ encounters: _encounters, colocated: _colocated, ...pass }) => pass),
    count: ranked.length,
    suspects: ranked.slice(0, asked.limit),
    colocated: [...colocated.values()],
  };
}

/** Keeps the likeliest encounter of each satellite, with the number of all its encounters. */
function likeliest(encounters: readonly EncounterJson[]): (EncounterJson & { stretches: number })[] {
  const found = new Map<number, EncounterJson & { stretches: number }>();
  for (const one of encounters) {
    const best = found.get(one.norad_number);
    const stretches = 1 + (best?.stretches ?? 0);
    found.set(one.norad_number, { ...(best !== undefined && byRank(best, one) <= 0 ? best : one), stretches });
  }
  return [...found.values()];
}

/** Orders by likelihood, then by the width of the overlap, then by the closest separation. */
function byRank(a: EncounterJson, b: EncounterJson): number {
  if (a.probability !== b.probability) return b.probability - a.probability;
  return b.overlap_hz - a.overlap_hz || a.closest_separation_deg - b.closest_separation_deg;
}

export const suspects = defineRoute({
  ...interference,
  work: 'whole',
  path: '/interference/suspects',
  summary: 'Satellites that stood in the beam in a time range, the likeliest first: whom to ask about interference',
  extension: true,
  query: parameters.withNamedRange(
    {
      tracked_satellite_id: parameters.trackedSatelliteId,
      ...placeQuery,
      elements: parameters.namedElements.default('nearest'),
      ...beamQuery,
      limit: parameters.limitUpTo(LOOKED_AT.most).default(LOOKED_AT.default),
    },
    SUSPECTS_RANGE,
    checkAsked,
  ),
  either: EITHER_PLACE,
  response: answer,
  example: {
    query: { ground_station_id: 2, start_time: '2025-12-06T08:03:00Z', end_time: '2025-12-06T08:13:00Z', limit: 10 },
    response: {
      tracked_satellite_id: 1,
      ground_station: EXAMPLE_STATION,
      start_time: '2025-12-06T08:03:00Z',
      end_time: '2025-12-06T08:13:00Z',
      ...EXAMPLE_FREQUENCIES,
      ...EXAMPLE_BEAM,
      elements: 'nearest',
      frequencies_as_of: '2025-12-06T06:00:00Z',
      passes: [EXAMPLE_PASS],
      count: 1,
      suspects: [{ ...EXAMPLE_ENCOUNTER, stretches: 1 }],
      colocated: [],
    },
  },
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { tracked_satellite_id: trackedId, start_time: _start, end_time: _end, ...others } = asked;
    // Finds the station first: making a day window, which takes a second or two, would be in vain without it.
    const { station, named } = await receiverOf(dependencies, caller.accountId, asked);
    const { window, norad, range, told: past } = await inAsked(dependencies, ctx, caller.accountId, asked);
    const laws = dependencies.errorLaws.current();
    const parts = ['suspects', trackedId, norad, station, range, others, laws.identity];
    if (await isUnchanged(ctx, window, parts)) return NOT_MODIFIED;
    const question = { ...others, ...range, window, norad, station };
    return {
      tracked_satellite_id: trackedId,
      ...named,
      ...(await suspectsOver(dependencies, question, askerOf(ctx, caller))),
      ...past,
    };
  },
});
