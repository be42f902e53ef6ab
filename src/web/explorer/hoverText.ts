import { elevationsDeg } from '../geo/look.js';
import { minuteKind, NOT_COUNTED, OUT_OF_VIEW, UNKNOWN } from '../place/week.js';
import { placeLabel } from '../viewState.js';
import type { Place } from '../data/geodetic.js';

/**
 * Text for the point under the pointer: the place, and the satellites that interfere there. It says "clear" only where
 * they are counted, and "no data" where nothing is known.
 */
export function hoverText(
  { value, ...place }: Place & { ipix: number; value: number | undefined },
  { position, minElevationDeg, isKnown }: { position: Float32Array; minElevationDeg: number; isKnown: boolean },
): string {
  const [elevation = Number.NaN] = elevationsDeg({ ...place, heightM: 0 }, position);
  const uncounted = elevation >= minElevationDeg ? NOT_COUNTED : OUT_OF_VIEW;
  const count = isKnown && !Number.isNaN(elevation) ? (value ?? uncounted) : UNKNOWN;
  const told = count > 0 ? `${count} in view` : minuteKind(count);
  const height = Number.isNaN(elevation) ? '' : ` · satellite at ${elevation.toFixed(0)}°`;
  return `${placeLabel(place, 1)} · cell ${place.ipix} · ${told}${height}`;
}
