import type { ListedPassJson, PairPassesJson } from '../../http/schemas/passes.js';
import type { TrackedSatelliteJson } from '../../http/schemas/satellites.js';
import { ask, PageError } from '../data/client.js';
import { matchedQuery, type MatchedSatellite } from '../data/question.js';
import { NO_DOWNLINK } from '../data/loadSky.js';
import type { Receiver } from '../data/receiver.js';
import { durationText } from '../time.js';

/** Beam in which passes of a satellite over a receiver were searched for others. */
export interface Beam {
  /** Separation in degrees below which others are in the beam. */
  deg: number;
  source: 'request' | 'dish' | 'default';
}

/** Pass of a satellite over a receiver, as the list shows it. */
export interface ListedPass {
  /** Text that tells passes of the list apart, and is the same in all answers about a pass from one window. */
  key: string;
  tracked: TrackedSatelliteJson;
  receiver: Receiver;
  aosMs: number;
  losMs: number;
  maxElevationDeg: number;
  maxElevationMs: number;
  /** False if the window cuts the pass. */
  complete: boolean;
  /** Longest stretch with nobody in the beam; undefined if there is none, or no downlink is known. */
  clear: { startMs: number; endMs: number } | undefined;
  inBeamSeconds: number;
  encounterCount: number;
  /** Other satellite that comes nearest within the beam; null if nobody comes into the beam. */
  nearest: ListedPassJson['nearest'];
  /** Stretches of time with anybody in the beam, ascending, milliseconds since 1970. */
  met: readonly (readonly [fromMs: number, toMs: number])[];
  beam: Beam;
  /** Whether a downlink of the satellite is known; if not, nobody is found, though somebody may interfere. */
  isDownlinkKnown: boolean;
  /** Names of satellites co-located with the tracked one, such as a docked ship, which are not counted. */
  colocated: readonly string[];
}

/** Seconds after `fromMs` of a pass's longest stretch with nobody in the beam; 0 if there are none. */
export function clearSecondsOf({ clear }: Pick<ListedPass, 'clear'>, fromMs = Number.NEGATIVE_INFINITY): number {
  return clear ? Math.max(0, clear.endMs - Math.max(clear.startMs, fromMs)) / 1000 : 0;
}

/** Length of the longest clear stretch in words: `clear 7 min 12 s`, `never clear`. */
export function clearText(pass: ListedPass): string {
  const seconds = clearSecondsOf(pass);
  return seconds > 0 ? `clear ${durationText(seconds)}` : 'never clear';
}

export function encountersText({ encounterCount: count }: ListedPass): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'encounter' : 'encounters'}`;
}

/** Passes of a satellite over a receiver, from a line of the answer. */
function passesOf(line: PairPassesJson, tracked: TrackedSatelliteJson, receiver: Receiver): ListedPass[] {
  const beam: Beam = { deg: line.max_separation_deg, source: line.max_separation_source };
  const isDownlinkKnown = line.downlink !== NO_DOWNLINK;
  return line.passes.map(({ aos, ...pass }) => ({
    key: `${tracked.id} ${receiver.key} ${aos + pass.max_elevation_time}`,
    tracked,
    receiver,
    aosMs: aos,
    losMs: aos + pass.los,
    maxElevationDeg: pass.max_elevation_deg,
    maxElevationMs: aos + pass.max_elevation_time,
    complete: pass.complete,
    clear: pass.clear && isDownlinkKnown ? { startMs: aos + pass.clear[0], endMs: aos + pass.clear[1] } : undefined,
    inBeamSeconds: pass.in_beam_seconds,
    encounterCount: pass.encounter_count,
    nearest: pass.nearest,
    met: pass.met.map(([fromMs, toMs]) => [aos + fromMs, aos + toMs] as const),
    beam,
    isDownlinkKnown,
    colocated: line.colocated,
  }));
}

/** Question about the passes of several satellites over several receivers. */
export interface ListingQuestion extends Omit<MatchedSatellite, 'satelliteId'> {
  satellites: readonly TrackedSatelliteJson[];
  receivers: readonly Receiver[];
  beamDeg: number | undefined;
}

function listingQuery({ satellites, receivers, beamDeg, band, match }: Omit<ListingQuestion, 'window'>) {
  const { tracked_satellite_id: _none, ...matched } = matchedQuery({ satelliteId: 0, band, match });
  const [first] = receivers;
  const isPlace = first !== undefined && first.station === undefined;
  return {
    tracked_satellite_ids: satellites.map(({ id }) => id).join(','),
    ...(isPlace
      ? { lat: first.site.latDeg, lon: first.site.lonDeg }
      : { ground_station_ids: receivers.map(({ station }) => station?.id).join(',') }),
    ...matched,
    max_separation_deg: beamDeg,
  };
}

/** Text that differs between any two questions about passes. */
export function listingKey(question: ListingQuestion): string {
  const receivers = question.receivers.map(({ key, version }) => `${key}@${version}`).join(' ');
  return `${question.window} ${JSON.stringify(listingQuery(question))} ${receivers}`;
}

/**
 * Times in ms after which an incomplete list is shown: for the first time, and again. Most lists are complete before
 * the first time, so that nothing moves in them.
 */
const [FIRST_MS, EVERY_MS] = [5_000, 250];

/**
 * Loads the passes. The server sends those of one satellite over one receiver at a time, as it finds them.
 *
 * @param onPasses called with the passes that have come, from time to time and if the answer breaks off
 * @throws PageError, with the code INTERRUPTED if the answer breaks off, as when the server fails; or AbortError
 */
export async function loadListing(
  question: ListingQuestion,
  onPasses: (passes: readonly ListedPass[]) => void,
  signal: AbortSignal,
): Promise<readonly ListedPass[]> {
  const asking = { query: listingQuery(question), signal, window: question.window, accept: 'application/x-ndjson' };
  const response = await ask('/page/passes', asking);
  const satellites = new Map(question.satellites.map((tracked) => [tracked.id, tracked]));
  const receivers = new Map(question.receivers.map((receiver) => [receiver.station?.id, receiver]));
  const found: ListedPass[] = [];
  const take = (text: string): void => {
    const line = JSON.parse(text) as PairPassesJson;
    const tracked = satellites.get(line.tracked_satellite_id);
    const receiver = receivers.get(line.ground_station_id);
    if (tracked && receiver) found.push(...passesOf(line, tracked, receiver));
  };
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  let rest = '';
  let dueMs = performance.now() + FIRST_MS;
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      const lines = (rest + decoder.decode(part.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) take(line);
      if (performance.now() < dueMs) continue;
      onPasses([...found]);
      dueMs = performance.now() + EVERY_MS;
    }
  } catch (error) {
    if (signal.aborted) throw error;
    onPasses(found);
    throw new PageError(0, 'INTERRUPTED', 'the answer broke off; the passes that came are shown');
  }
  return found;
}
