import { elevationsDeg } from '../place/elevation.js';
import { minuteOf } from '../place/minute.js';
import { placeLabel, type Place } from '../viewState.js';

/**
 * What stands under the pointer: the place, and the satellites that interfere there. "Clear" is said only where the
 * satellite is in view, "no data" where it is not known whether it is.
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
