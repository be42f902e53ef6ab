import type { Theme } from '../colours/theme.js';
import type { Place } from '../data/geodetic.js';
import { type Cluster, discRadiusPx } from '../map/clusters.js';
import { cellOf, cellOutline } from '../map/healpix.js';
import { outlineOf, type Point, pointOf, projectionOf, scalePx } from '../map/projection.js';
import type { City } from '../world/world.js';
import { type MapPainting, PICTURE_FONT } from './labels.js';
import { circlePath, crossPath, pathOf, strokeHaloed } from './path.js';

/** Size of the smallest cell that is outlined: the ring around the place would hide a smaller outline. */
const SMALLEST_CELL_PX = 18;

/** Most symbols for which names are written: beside more they could not be read. */
const MOST_NAMED = 80;
/** Longest name that is written beside a symbol. */
const NAME_LENGTH = 28;

function shortened(name: string): string {
  const letters = Array.from(name);
  return letters.length > NAME_LENGTH ? `${letters.slice(0, NAME_LENGTH - 1).join('')}…` : name;
}

/**
 * Paints a triangle for each station, filled if it is active, else open. Stations that would overlap get one disc with
 * their number.
 */
export function paintStations({ context, theme, label }: MapPainting, clusters: readonly Cluster[]): void {
  for (const cluster of clusters) {
    const { at, stations } = cluster;
    const [station] = stations;
    if (stations.length > 1) paintCluster(context, theme, cluster);
    else if (station) {
      const triangle = triangleAround(at);
      strokeHaloed(context, triangle, theme.text, 1.5, theme);
      context.fillStyle = station.active ? theme.text : theme.land;
      context.fill(triangle);
    }
  }
  // Of more than MOST_NAMED clusters only the last gets its name: clustersOf puts a chosen station there.
  const named = clusters.length > MOST_NAMED ? clusters.slice(-1) : clusters.toReversed();
  for (const { at, stations } of named) {
    const [station] = stations;
    if (station && stations.length === 1) label(shortened(station.name), at, 9);
  }
}

function paintCluster(context: CanvasRenderingContext2D, theme: Theme, cluster: Cluster): void {
  const { at, stations } = cluster;
  const disc = circlePath(at, discRadiusPx(cluster));
  strokeHaloed(context, disc, theme.land, 1.5, theme);
  context.fillStyle = theme.text;
  context.fill(disc);
  context.fillStyle = theme.land;
  context.font = `600 ${PICTURE_FONT}`;
  context.textBaseline = 'middle';
  context.textAlign = 'center';
  context.fillText(String(stations.length), at.x, at.y + 0.5);
  context.textAlign = 'start';
}

function triangleAround({ x, y }: Point): Path2D {
  const path = new Path2D();
  path.moveTo(x, y - 6);
  path.lineTo(x + 5.5, y + 4);
  path.lineTo(x - 5.5, y + 4);
  path.closePath();
  return path;
}

/** Paints the chosen place: a ring with a dot, and the outline of its cell if that is large enough to be seen. */
export function paintPlace({ context, frame, theme }: MapPainting, place: Place, nside: number): void {
  const at = pointOf(frame, place);
  if (!at) return;
  if (scalePx(frame) / nside > SMALLEST_CELL_PX) {
    const outline = outlineOf(cellOutline(nside, cellOf(nside, place)));
    strokeHaloed(context, pathOf(projectionOf(frame), outline), theme.text, 1, theme);
  }
  for (const radiusPx of [8, 1.5]) strokeHaloed(context, circlePath(at, radiusPx), theme.text, 2, theme);
}

/** Paints a cross in the middle of the map, where Enter picks a place. */
export function paintCross({ context, frame: { widthPx, heightPx }, theme }: MapPainting): void {
  strokeHaloed(context, crossPath({ x: widthPx / 2, y: heightPx / 2 }, 5, 15), theme.text, 2, theme);
}

/** Most cities in view for whose names room is sought, the largest first. */
const MOST_CITIES = 40;
/**
 * A city is named if its thousands of people times the pixels per radian reach this, so that nearer views name smaller
 * cities.
 */
const PEOPLE_PIXELS = 4e6;

/** Paints the largest cities in view, as far as there is room for their names. */
export function paintCities({ context, frame, theme, label }: MapPainting, cities: readonly City[]): void {
  const least = PEOPLE_PIXELS / scalePx(frame);
  let tried = 0;
  for (const city of cities) {
    if (city.people < least || tried >= MOST_CITIES) break;
    const at = pointOf(frame, city);
    if (!at || at.x < 0 || at.y < 0 || at.x > frame.widthPx || at.y > frame.heightPx) continue;
    tried++;
    if (label(city.name, at, 5, 'quiet')) strokeHaloed(context, circlePath(at, 1), theme.city, 2, theme);
  }
}
