import { geoDistance } from 'd3-geo';
import { useRef } from 'preact/hooks';
import type { Place, ViewState } from '../viewState.js';

const RAD = Math.PI / 180;
/** Farther from the middle of the globe, a footprint of low orbit sinks to a sliver. */
const FARTHEST_DEG = 60;

function angleDeg(a: Place, b: Place): number {
  return geoDistance([a.lonDeg, a.latDeg], [b.lonDeg, b.latDeg]) / RAD;
}

/**
 * Where a map looks that nobody has moved: at the satellite. The globe turns after it when it nears the rim, not with
 * every minute, so that what is compared from minute to minute stands still.
 */
export function useCentre(beneath: Place, projection: ViewState['projection']): ViewState['centre'] {
  const held = useRef<Place & { zoom: number }>();
  const isKnown = !Number.isNaN(beneath.latDeg);
  const isAway = held.current && projection === 'globe' && angleDeg(held.current, beneath) > FARTHEST_DEG;
  if (isKnown && (!held.current || isAway)) held.current = { ...beneath, zoom: 1 };
  return held.current;
}
