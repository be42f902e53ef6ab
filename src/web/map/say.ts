import { RISK_LEVELS } from '../../spec.js';
import type { Place } from '../data/geodetic.js';

/** Text of a place: `52.5° N, 13.4° E`. */
function placeText({ latDeg, lonDeg }: Place): string {
  const part = (deg: number, positive: string, negative: string): string =>
    `${Math.abs(deg).toFixed(1)}° ${deg < 0 ? negative : positive}`;
  return `${part(latDeg, 'N', 'S')}, ${part(lonDeg, 'E', 'W')}`;
}

/**
 * Text of a place and what is known of it, for reading aloud.
 *
 * @param isKnown false where nothing is known of any place
 */
export function placeAloud(place: Place, intensity: number | undefined, isKnown: boolean): string {
  return `${placeText(place)}: ${isKnown ? intensityText(intensity) : 'no data'}`;
}

function intensityText(intensity: number | undefined): string {
  if (intensity === undefined) return 'not in view';
  if (intensity === 0) return 'clear';
  const level = RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? '';
  return `${intensity} ${intensity === 1 ? 'other' : 'others'}, ${level}`;
}
