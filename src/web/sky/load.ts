import type { EncounterJson, EncountersJson } from '../../http/schemas/encounters.js';
import type { InterferersJson } from '../../http/schemas/interferers.js';
import { ENCOUNTERS_TOLD, LOOKED_AT } from '../../spec.js';
import { API, askJson, pathWith } from '../data/client.js';
import { type SkyQuestion, skyQuery } from '../data/question.js';
import type { Encounter, EncounteredPass, Encounters } from './encounters.js';
import type { Interferer, Overlap, Sky } from './interferer.js';

/**
 * Value of `downlink` if the tracked satellite's frequencies are not known: an empty answer then does not mean that
 * nobody interferes.
 */
export const NO_DOWNLINK = 'no known downlink';

function overlapOf(answer: { overlap_hz: number; overlap_source: string | null }): Overlap | undefined {
  const { overlap_hz: hz, overlap_source: source } = answer;
  return source === null ? undefined : { hz, source };
}

function interfererOf(answer: InterferersJson['interferers'][number]): Interferer {
  return {
    noradNumber: answer.norad_number,
    name: answer.name,
    operator: answer.operator ?? undefined,
    orbitalClass: answer.orbital_class,
    azimuthDeg: answer.azimuth_deg,
    elevationDeg: answer.elevation_deg,
    rangeKm: answer.range_km,
    separationDeg: answer.separation_deg,
    overlap: overlapOf(answer),
  };
}

function skyOf(answer: InterferersJson): Sky {
  const {
    in_view: isInView,
    azimuth_deg: azimuth,
    elevation_deg: elevation,
    range_km: range,
  } = answer.tracked_satellite;
  const isKnown = azimuth !== null && elevation !== null && range !== null;
  return {
    tracked: isKnown ? { azimuthDeg: azimuth, elevationDeg: elevation, rangeKm: range } : undefined,
    isInView,
    minElevationDeg: answer.minimum_elevation_deg,
    isDownlinkKnown: answer.downlink !== NO_DOWNLINK,
    count: answer.count - answer.colocated.length,
    interferers: answer.interferers.map(interfererOf),
  };
}

/** Sky over a site at an instant. */
export async function loadSky(question: SkyQuestion, ms: number, signal: AbortSignal): Promise<Sky> {
  const query = { ...skyQuery(question), timestamp: new Date(ms).toISOString(), limit: LOOKED_AT.most };
  const asking = { signal, window: question.window };
  return skyOf(await askJson<InterferersJson>(pathWith('/page/interference/interferers', query), asking));
}

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
    timeSigmaSeconds: answer.time_sigma_seconds ?? undefined,
    probability: answer.probability,
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
    clear: clear
      ? { startMs: Date.parse(clear.start_time), endMs: Date.parse(clear.end_time), probability: clear.probability }
      : undefined,
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

/** Loads the encounters in the beam of a station over the week. */
export async function loadEncounters(
  question: SkyQuestion,
  beamDeg: number | undefined,
  signal: AbortSignal,
): Promise<Encounters> {
  const query = { ...skyQuery(question), max_separation_deg: beamDeg, limit: ENCOUNTERS_TOLD.most };
  const asking = { signal, window: question.window };
  return encountersOf(await askJson<EncountersJson>(pathWith(`${API}/interference/encounters`, query), asking));
}
