import { RISK_LEVELS } from '../../spec.js';
import type { Place } from '../data/geodetic.js';

/** Action of a key on the map: pan by parts of the visible extent, zoom, or pick what is in the middle. */
export type KeyAction =
  { kind: 'pan'; right: number; down: number } | { kind: 'zoom'; factor: number } | { kind: 'pick' };

const STEP = 0.1;
const FACTOR = 1.4;

/** Action of a key; undefined for keys that the map ignores. Arrows move the view, so the earth moves the other way. */
export function actionOf(key: string): KeyAction | undefined {
  switch (key) {
    case 'ArrowLeft':
      return { kind: 'pan', right: STEP, down: 0 };
    case 'ArrowRight':
      return { kind: 'pan', right: -STEP, down: 0 };
    case 'ArrowUp':
      return { kind: 'pan', right: 0, down: STEP };
    case 'ArrowDown':
      return { kind: 'pan', right: 0, down: -STEP };
    case '+':
    case '=':
      return { kind: 'zoom', factor: FACTOR };
    case '-':
      return { kind: 'zoom', factor: 1 / FACTOR };
    case 'Enter':
      return { kind: 'pick' };
    default:
      return undefined;
  }
}

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
