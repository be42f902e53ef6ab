import { geoDistance } from 'd3-geo';
import { useRef } from 'preact/hooks';
import type { ViewState } from '../viewState.js';
import type { Place } from '../map/healpix.js';

const RAD = Math.PI / 180;
/** Distance from the middle of the globe beyond which the footprint of a low orbit shrinks to a sliver. */
const FARTHEST_DEG = 60;

function angleDeg(a: Place, b: Place): number {
  return geoDistance([a.lonDeg, a.latDeg], [b.lonDeg, b.latDeg]) / RAD;
}

/**
 * Centre of a map that nobody has moved: the satellite. The globe turns only when the satellite nears the rim, not with
 * every minute, so that minutes can be compared in place.
 */
export function useCentre(beneath: Place, projection: ViewState['projection']): ViewState['centre'] {
  const held = useRef<Place & { zoom: number }>();
  const isKnown = !Number.isNaN(beneath.latDeg);
  const isAway = held.current && projection === 'globe' && angleDeg(held.current, beneath) > FARTHEST_DEG;
  if (isKnown && (!held.current || isAway)) held.current = { ...beneath, zoom: 1 };
  return held.current;
}
