import { RISK_LEVELS } from '../../spec.js';
import { type Place, placeLabel } from '../data/geodetic.js';

/** Action of a key on the map: pan by parts of the visible extent, zoom, or pick what is in the middle. */
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
 * Text of a place and what is known of it, for reading aloud.
 *
 * @param isKnown false where nothing is known of any place
 */
export function placeAloud(place: Place, intensity: number | undefined, isKnown: boolean): string {
  return `${placeLabel(place, 1)}: ${isKnown ? intensityText(intensity) : 'no data'}`;
}

function intensityText(intensity: number | undefined): string {
  if (intensity === undefined) return 'not in view';
  if (intensity === 0) return 'clear';
  const level = RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? '';
  return `${intensity} ${intensity === 1 ? 'other' : 'others'}, ${level}`;
}

const HELP = 'Arrow keys move, plus and minus zoom, Enter picks the place in the middle.';

/** Element of a map, which can have the focus. */
export interface Root {
  root: HTMLElement;
  /** Has a screen reader read a text. */
  say: (text: string) => void;
}

export function createRoot(container: HTMLElement, label: string): Root {
  const root = document.createElement('div');
  root.className = 'map-root';
  root.tabIndex = 0;
  root.setAttribute('role', 'application');
  root.setAttribute('aria-roledescription', 'map');
  root.setAttribute('aria-label', `${label}. ${HELP}`);
  const spoken = document.createElement('div');
  spoken.className = 'hidden';
  spoken.setAttribute('aria-live', 'polite');
  root.append(spoken);
  container.append(root);
  return { root, say: (text) => (spoken.textContent = text) };
}

export interface KeyListener {
  act: (action: KeyAction) => void;
  /** The map got the keyboard focus, or lost it. */
  focused: (is: boolean) => void;
}

/** Listens to keys on an element that can have the focus; returns the function that stops it. */
export function listenToKeys(element: HTMLElement, listener: KeyListener): () => void {
  const ends = new AbortController();
  const { signal } = ends;
  const onKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = actionOf(event.key);
    if (!action) return;
    event.preventDefault();
    listener.focused(true);
    listener.act(action);
  };
  element.addEventListener('keydown', onKey, { signal });
  element.addEventListener('focus', () => listener.focused(element.matches(':focus-visible')), { signal });
  element.addEventListener('blur', () => listener.focused(false), { signal });
  element.addEventListener('pointerdown', () => listener.focused(false), { signal });
  return () => ends.abort();
}
