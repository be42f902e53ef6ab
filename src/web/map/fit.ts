import { geoBounds } from 'd3-geo';
import { type Place, RAD_PER_DEG } from '../data/geodetic.js';
import { fitView, type Frame, scalePx, type Viewport } from './projection.js';

/** Fraction of the map's width and height that the places may take. */
const FILLED = 0.75;
/** Highest magnification for a single place, which leaves enough of its surroundings to tell where it is. */
const MOST_ZOOM = 8;

/** View in which all places lie well inside the map; the view of the frame if there are no places. */
export function viewOf(frame: Frame, places: readonly Place[], mostZoom = MOST_ZOOM): Viewport {
  if (places.length === 0) return frame.view;
  const coordinates = places.map(({ latDeg, lonDeg }) => [lonDeg, latDeg]);
  const [[west, south], [east, north]] = geoBounds({ type: 'MultiPoint', coordinates });
  const width = east < west ? east + 360 - west : east - west;
  const latDeg = (south + north) / 2;
  const whole = scalePx({ ...frame, view: { ...frame.view, zoom: 1 } }) * RAD_PER_DEG;
  const across = frame.projection === 'globe' ? width * Math.cos(latDeg * RAD_PER_DEG) : width;
  const zoom = Math.min(
    (FILLED * frame.widthPx) / whole / Math.max(across, 1e-6),
    (FILLED * frame.heightPx) / whole / Math.max(north - south, 1e-6),
    mostZoom,
  );
  return fitView({ ...frame, view: { latDeg, lonDeg: west + width / 2, zoom } }).view;
}
