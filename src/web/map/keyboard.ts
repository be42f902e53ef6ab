import { RISK_LEVELS } from '../../spec.js';
import { type Place, placeLabel } from '../data/geodetic.js';

/** What a key does on the map: pan by a fraction of the visible extent, zoom, or pick the middle. */
export type KeyAction =
  { kind: 'pan'; right: number; down: number } | { kind: 'zoom'; factor: number } | { kind: 'pick' };

const STEP = 0.1;
const FACTOR = 1.4;

const ACTIONS: Record<string, KeyAction> = {
  ArrowLeft: { kind: 'pan', right: STEP, down: 0 },
  ArrowRight: { kind: 'pan', right: -STEP, down: 0 },
  ArrowUp: { kind: 'pan', right: 0, down: STEP },
  ArrowDown: { kind: 'pan', right: 0, down: -STEP },
  '+': { kind: 'zoom', factor: FACTOR },
  '=': { kind: 'zoom', factor: FACTOR },
  '-': { kind: 'zoom', factor: 1 / FACTOR },
  Enter: { kind: 'pick' },
};

/** Action of a key; undefined for keys that the map ignores. Arrows move the view, so the earth moves the other way. */
export function actionOf(key: string): KeyAction | undefined {
  return ACTIONS[key];
}

/**
 * Text about a place and its intensity, for screen readers.
 *
 * @param isKnown whether intensities are at hand; if not, the text says "no data"
 */
export function placeAloud(place: Place, intensity: number | undefined, isKnown: boolean): string {
  return `${placeLabel(place, 1)}: ${isKnown ? intensityText(intensity) : 'no data'}`;
}

function intensityText(intensity: number | undefined): string {
  if (intensity === undefined) return 'not in view';
  if (intensity === 0) return 'no others';
  const level = RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? '';
  return `${intensity} ${intensity === 1 ? 'other' : 'others'}, ${level}`;
}
