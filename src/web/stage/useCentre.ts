import { geoDistance } from 'd3-geo';
import { useEffect, useRef } from 'preact/hooks';
import { type Place, RAD_PER_DEG } from '../data/geodetic.js';
import type { Viewport } from '../map/projection.js';

/** Distance from the middle of the globe beyond which the footprint of a low orbit shrinks to a sliver. */
const FARTHEST_DEG = 60;

function isAway(a: Place, b: Place): boolean {
  return geoDistance([a.lonDeg, a.latDeg], [b.lonDeg, b.latDeg]) > FARTHEST_DEG * RAD_PER_DEG;
}

/**
 * Centre of a map that the user has not moved: the place below the satellite. The globe turns only when that place
 * comes near the rim, so that successive minutes can be compared.
 *
 * @param chosen view to which the user has moved the map
 * @param onLost called when the satellite has moved farther than FARTHEST_DEG from the middle of that view of the globe
 */
export function useCentre(
  beneath: Place | undefined,
  isGlobe: boolean,
  chosen: Viewport | undefined,
  onLost: () => void,
): Viewport | undefined {
  const held = useRef<Viewport>();
  if (beneath && (!held.current || (isGlobe && isAway(held.current, beneath)))) {
    held.current = { latDeg: beneath.latDeg, lonDeg: beneath.lonDeg, zoom: 1 };
  }
  const isLater = useRef(false);
  useEffect(() => {
    // An address with a view that does not show the satellite stays as it is until another time is shown.
    if (isLater.current && isGlobe && chosen && beneath && isAway(chosen, beneath)) onLost();
    isLater.current = true;
  }, [beneath?.latDeg, beneath?.lonDeg]);
  return held.current;
}
