import { type Place, RAD_PER_DEG, wrapLon } from '../data/geodetic.js';
import { fitView, type Frame, scalePx, type Viewport } from './projection.js';

/** Part of the map that the places may take. */
const FILLED = 0.75;
/** Magnification beyond which a single place is not shown: its surroundings tell where it is. */
const MOST_ZOOM = 8;

/** Middle and width of the shortest arc of longitudes that has all of them. */
function arcOf(lonsDeg: readonly number[]): { middle: number; width: number } {
  const sorted = lonsDeg.toSorted((a, b) => a - b);
  let [begin, gap] = [0, 0];
  for (const [index, lon] of sorted.entries()) {
    const next = sorted[index + 1] ?? (sorted[0] as number) + 360;
    if (next - lon > gap) [begin, gap] = [next, next - lon];
  }
  const width = 360 - gap;
  return { middle: wrapLon(begin + width / 2), width };
}

/** View that has all places well inside; the one before where there are none. */
export function viewOf(frame: Frame, places: readonly Place[], mostZoom = MOST_ZOOM): Viewport {
  if (places.length === 0) return frame.view;
  const lats = places.map(({ latDeg }) => latDeg);
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  const { middle, width } = arcOf(places.map(({ lonDeg }) => lonDeg));
  const latDeg = (south + north) / 2;
  const whole = scalePx({ ...frame, view: { ...frame.view, zoom: 1 } }) * RAD_PER_DEG;
  const across = frame.projection === 'globe' ? width * Math.cos(latDeg * RAD_PER_DEG) : width;
  const zoom = Math.min(
    (FILLED * frame.widthPx) / whole / Math.max(across, 1e-6),
    (FILLED * frame.heightPx) / whole / Math.max(north - south, 1e-6),
    mostZoom,
  );
  return fitView({ ...frame, view: { latDeg, lonDeg: middle, zoom } }).view;
}

const LONGEST_PX = 110;

/** Length in km of a bar of at most LONGEST_PX: 1, 2 or 5 times a power of ten. */
export function barKm(kmPerPx: number): number {
  const longest = LONGEST_PX * kmPerPx;
  const power = 10 ** Math.floor(Math.log10(longest));
  return power * ([5, 2].find((step) => step * power <= longest) ?? 1);
}
