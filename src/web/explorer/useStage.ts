import { geoDistance } from 'd3-geo';
import { useRef } from 'preact/hooks';
import { type Place, RAD_PER_DEG } from '../data/geodetic.js';
import { useEvent } from '../loading/useEvent.js';
import type { ViewState } from '../viewState.js';

/** Distance from the middle of the globe beyond which the footprint of a low orbit shrinks to a sliver. */
const FARTHEST_DEG = 60;

function angleDeg(a: Place, b: Place): number {
  return geoDistance([a.lonDeg, a.latDeg], [b.lonDeg, b.latDeg]) / RAD_PER_DEG;
}

/**
 * Centre of a map that the user has not moved: the chosen place, else the place below the satellite. The globe turns
 * only when that place comes near the rim, so that successive minutes can be compared.
 */
export function useCentre(
  beneath: Place,
  projection: ViewState['projection'],
  place: Place | undefined,
): ViewState['centre'] {
  const held = useRef<Place & { zoom: number }>();
  const { latDeg, lonDeg } = place ?? beneath;
  const isKnown = !Number.isNaN(latDeg);
  const isAway = held.current && projection === 'globe' && angleDeg(held.current, { latDeg, lonDeg }) > FARTHEST_DEG;
  if (isKnown && (!held.current || isAway)) held.current = { latDeg, lonDeg, zoom: 1 };
  return held.current;
}

/** Elements that react to Space on their own: while one of them has the focus, Space does not play or pause. */
const OWN_KEYS = 'input:not([type=range]), select, textarea, button, a, summary, dialog';

/** Keys of the whole view: Space plays and pauses, Escape leaves the sky for the map. */
export function useStageKeys(isSky: boolean, toggle: () => void, leaveSky: () => void): void {
  useEvent(window, 'keydown', (event: KeyboardEvent) => {
    const { ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
    if (ctrlKey || metaKey || altKey || defaultPrevented || document.querySelector('dialog[open]')) return;
    const isOwn = target instanceof Element && target.closest(OWN_KEYS) !== null;
    if (event.key === ' ' && !isOwn) {
      event.preventDefault();
      toggle();
    } else if (event.key === 'Escape' && isSky && !(target instanceof HTMLInputElement)) {
      leaveSky();
    }
  });
}
