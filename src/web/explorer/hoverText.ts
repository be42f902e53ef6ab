import { elevationsDeg } from '../place/elevation.js';
import { minuteOf } from '../place/minute.js';
import { placeLabel } from '../viewState.js';
import type { Place } from '../map/healpix.js';

/**
 * Text for the point under the pointer: the place, and the satellites that interfere there. It says "Clear" only where
 * the satellite is in view, and "no data" where that is unknown.
 */
export function hoverText(
  { value, ...place }: Place & { ipix: number; value: number | undefined },
  position: Float32Array,
  minElevationDeg: number,
): string {
  const [elevation = Number.NaN] = elevationsDeg(place, position);
  const minute = minuteOf(elevation, minElevationDeg, value ?? 0);
  const told = minute.kind === 'level' ? `${minute.intensity}, ${minute.level}` : minute.kind;
  const height = Number.isNaN(elevation) ? '' : ` · satellite at ${elevation.toFixed(0)}°`;
  return `${placeLabel(place, 1)} · cell ${place.ipix} · ${told}${height}`;
}
