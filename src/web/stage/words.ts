import { type BandChoice, EPOCH_MS } from '../../spec.js';
import type { FrequencyMatch } from '../data/question.js';
import { degText, separationText, type Sky } from '../data/interferer.js';
import { dayText, minuteOfDay, timeText, zoneName } from '../time.js';

/** Sentences beside the pictures of the stage. */

/** Instant as `at 12:06 UTC`, with its seconds if it has any, and with its day if that is not today. */
export function whenText(ms: number, nowMs: number): string {
  const clock = ms % EPOCH_MS === 0 ? minuteOfDay(ms) : timeText(ms, 'clock');
  const day = dayText(ms) === dayText(nowMs) ? '' : `${dayText(ms)}, `;
  return `at ${day}${clock} ${zoneName(ms)}`;
}

/** First of some names, and the number of the others: `Berlin, Bonn, Jena and 4 more`. */
export function listText(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Words for the frequencies on which others count. */
export const SHARED: Record<FrequencyMatch, string> = { overlap: 'on its frequencies', band: 'in its band' };

/** Beginning of a sentence about others: `12 other satellites on its frequencies are`. */
function othersText(count: number, match: FrequencyMatch): string {
  const number = count === 0 ? 'no' : count.toLocaleString('en');
  return `${number} other ${count === 1 ? 'satellite' : 'satellites'} ${SHARED[match]} ${count === 1 ? 'is' : 'are'}`;
}

/** Subject of a sentence. */
interface Told {
  /** Name of the satellite. */
  name: string;
  /** Instant, as `at 12:06 UTC`. */
  when: string;
  band: BandChoice;
  match: FrequencyMatch;
}

function unknownText({ name, band }: Told): string {
  const where = band === 'all' ? '' : ` in band ${band}`;
  return `No downlink of ${name} is known${where}, so nothing can be said about interference with it.`;
}

function nowhereText({ name, when }: Told): string {
  return `No data ${when}: ${name} cannot be propagated to this minute.`;
}

/**
 * Sentence that explains the map.
 *
 * @param known whether the satellite has a position then, and a known downlink in the band
 * @param span lowest and highest count; undefined while they load
 */
export function mapSentence(
  told: Told,
  known: { isPlaced: boolean; isKnown: boolean },
  span: { low: number; high: number } | undefined,
): string {
  const { name, when, match } = told;
  if (!known.isPlaced) return nowhereText(told);
  if (!known.isKnown) return unknownText(told);
  if (!span) return `Loading where ${name} is in view ${when}…`;
  const { low, high } = span;
  const many = low === high ? othersText(high, match) : `${low} to ${othersText(high, match)}`;
  return `Where ${name} is in view ${when}, ${many} in view${high === 0 ? '' : ' too'}.`;
}

/** Text of the cell under the pointer. Its count is that of its centre, from which the satellite may be out of view. */
export function cellText(
  count: number | undefined,
  { elevationDeg, minElevationDeg, isKnown }: { elevationDeg: number; minElevationDeg: number; isKnown: boolean },
): string {
  if (Number.isNaN(elevationDeg) || !isKnown) return 'Nothing known';
  if (count !== undefined) return `The cell’s count: ${count} in view`;
  return elevationDeg < minElevationDeg
    ? `Out of view: below ${minElevationDeg}°`
    : 'In view, but not from the cell’s centre: not counted';
}

/** Fields of a sky that skySentence tells. */
type SkyTold = Pick<Sky, 'tracked' | 'isInView' | 'isDownlinkKnown' | 'interferers' | 'count'>;

/**
 * Sentence that sums up the sky over a receiver.
 *
 * @param beamDeg undefined while the beam is not known
 */
export function skySentence(told: Told & { receiver: string }, sky: SkyTold, beamDeg: number | undefined): string {
  const { name, when, match, receiver } = told;
  const { tracked, interferers } = sky;
  if (!tracked) return nowhereText(told);
  const elevation = `elevation ${tracked.elevationDeg.toFixed(1)}°`;
  if (!sky.isInView) return `${capital(when)}, ${name} is out of view of ${receiver}, at ${elevation}.`;
  const range = `${Math.round(tracked.rangeKm).toLocaleString('en')} km away`;
  const stands = `${capital(when)}, ${name} stands at azimuth ${tracked.azimuthDeg.toFixed(1)}°, ${elevation}, ${range}.`;
  if (!sky.isDownlinkKnown) return `${stands} ${unknownText(told)}`;
  const [nearest] = interferers;
  if (!nearest) return `${stands} ${capital(othersText(sky.count, match))} in view.`;
  const met = interferers.filter(({ separationDeg }) => separationDeg < (beamDeg ?? 0)).length;
  const beam = beamDeg === undefined ? '' : `, ${met} in your beam of ${degText(beamDeg)}`;
  const near = `; nearest is ${nearest.name} at ${separationText(nearest.separationDeg)}`;
  return `${stands} ${capital(othersText(sky.count, match))} in view${beam}${near}.`;
}
