import type { EncounterJson, EncountersJson } from '../../http/schemas/encounters.js';
import { ENCOUNTERS_TOLD } from '../../spec.js';
import { API, askJson, pathWith } from '../data/client.js';
import type { EncounteredPass, Encounter, Encounters } from './encounters.js';
import { NO_DOWNLINK, overlapOf, skyQuery } from './loadSky.js';
import type { SkyQuestion } from './question.js';

function encounterOf(answer: EncounterJson): Encounter {
  return {
    noradNumber: answer.norad_number,
    name: answer.name,
    operator: answer.operator ?? undefined,
    entersMs: Date.parse(answer.enters),
    leavesMs: Date.parse(answer.leaves),
    closestMs: Date.parse(answer.closest_time),
    closestDeg: answer.closest_separation_deg,
    sigmaDeg: answer.sigma_deg,
    overlap: overlapOf(answer),
  };
}

function passOf(answer: EncountersJson['passes'][number]): EncounteredPass {
  const { clear_stretch: clear } = answer;
  return {
    aosMs: Date.parse(answer.aos),
    losMs: Date.parse(answer.los),
    maxElevationMs: Date.parse(answer.max_elevation_time),
    inBeamSeconds: answer.in_beam_seconds,
    clear: clear ? { startMs: Date.parse(clear.start_time), endMs: Date.parse(clear.end_time) } : undefined,
    encounterCount: answer.encounter_count,
    encounters: answer.encounters.map(encounterOf),
    colocated: answer.colocated.map(({ name }) => name),
  };
}

function encountersOf(answer: EncountersJson): Encounters {
  return {
    isDownlinkKnown: answer.downlink !== NO_DOWNLINK,
    beamDeg: answer.max_separation_deg,
    beamSource: answer.max_separation_source,
    passes: answer.passes.map(passOf),
  };
}

/** Who comes into the beam of a station over the week. */
export async function loadEncounters(
  question: SkyQuestion,
  beamDeg: number | undefined,
  signal: AbortSignal,
): Promise<Encounters> {
  const query = { ...skyQuery(question), max_separation_deg: beamDeg, limit: ENCOUNTERS_TOLD.most };
  const asking = { signal, window: question.window };
  return encountersOf(await askJson<EncountersJson>(pathWith(`${API}/interference/encounters`, query), asking));
}
