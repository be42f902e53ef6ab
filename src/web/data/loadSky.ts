import type { EncounterJson, EncountersJson } from '../../http/schemas/encounters.js';
import type { InterferersJson } from '../../http/schemas/interferers.js';
import { ENCOUNTERS_TOLD, EPOCH_MS, LOOKED_AT } from '../../spec.js';
import { API, askJson } from './client.js';
import { type SkyQuestion, skyQuery } from './question.js';
import { apiTime } from '../time.js';
import type { Encounter, EncounteredPass } from './encounters.js';
import type { Interferer, Overlap, Sky } from './interferer.js';

/**
 * Value of `downlink` if the tracked satellite's frequencies are not known: an empty answer then does not mean that
 * nobody interferes.
 */
export const NO_DOWNLINK = 'no known downlink';

/** Shared frequencies in an answer; undefined if there are none or they are not known. */
function overlapOf(
  answer: Pick<EncounterJson, 'overlap_hz' | 'overlap_low_hz' | 'overlap_source' | 'overlap_assumed'>,
): Overlap | undefined {
  const { overlap_hz: hz, overlap_low_hz: lowHz, overlap_source: source, overlap_assumed: isAssumed } = answer;
  return source === null || lowHz === null ? undefined : { hz, lowHz, source, isAssumed: isAssumed === true };
}

function interfererOf(answer: InterferersJson['interferers'][number]): Interferer {
  return {
    noradNumber: answer.norad_number,
    name: answer.name,
    operator: answer.operator ?? undefined,
    azimuthDeg: answer.azimuth_deg,
    elevationDeg: answer.elevation_deg,
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
    count: answer.count - (answer.frequency_match === 'band' ? answer.colocated.length : 0),
    interferers: answer.interferers.map(interfererOf),
    colocated: answer.colocated.map(({ name }) => name),
  };
}

/** Loads the sky over a site at an instant. */
export async function loadSky(question: SkyQuestion, ms: number, signal: AbortSignal): Promise<Sky> {
  const query = { ...skyQuery(question), timestamp: new Date(ms).toISOString(), limit: LOOKED_AT.most };
  const asking = { query, signal, window: question.window };
  return skyOf(await askJson<InterferersJson>('/page/interference/interferers', asking));
}

export function encounterOf(answer: EncounterJson): Encounter {
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

/** Question about the encounters within some degrees of a satellite in a stretch of time. */
export interface EncountersQuestion extends SkyQuestion {
  withinDeg: number;
  fromMs: number;
  toMs: number;
}

/** Query parameters of the question; its time range is widened to whole minutes, as the API takes them. */
export function encountersQuery({ withinDeg, fromMs, toMs, ...asked }: Omit<EncountersQuestion, 'window'>) {
  return {
    ...skyQuery(asked),
    start_time: apiTime(Math.floor(fromMs / EPOCH_MS) * EPOCH_MS),
    end_time: apiTime(Math.ceil(toMs / EPOCH_MS) * EPOCH_MS),
    max_separation_deg: withinDeg,
    limit: ENCOUNTERS_TOLD.most,
  };
}

/** Loads the passes in a stretch of time, with the encounters of each. */
export async function loadEncounters(question: EncountersQuestion, signal: AbortSignal): Promise<EncounteredPass[]> {
  const asking = { query: encountersQuery(question), signal, window: question.window };
  const { passes } = await askJson<EncountersJson>(`${API}/interference/encounters`, asking);
  return passes.map(({ aos, los, encounter_count: encounterCount, encounters, clear_stretch: clear }) => ({
    aosMs: Date.parse(aos),
    losMs: Date.parse(los),
    encounterCount,
    encounters: encounters.map(encounterOf),
    clearProbability: clear?.probability,
  }));
}
