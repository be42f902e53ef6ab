import { pixelsOfIntensity, type Scale } from '../colours/scale.js';
import { type ThemeName, THEMES } from '../colours/theme.js';
import type { EpochCells } from '../data/epochBlock.js';
import type { Place } from '../data/geodetic.js';
import { epochMsOf } from '../data/track.js';
import { intensitiesOf } from '../map/cells.js';
import { clustersOf, type Pin } from '../map/clusters.js';
import { areaOf, type Frame, outlineOf, projectionOf } from '../map/projection.js';
import { footprintOutline, positionAt, type SatelliteState } from '../map/satellite.js';
import type { World } from '../world/world.js';
import { createLabels } from './labels.js';
import { clear, createLayers } from './layers.js';
import { createCellPainter } from './paintCells.js';
import { paintGround, paintNight } from './paintGround.js';
import type { InBeam, OtherDots } from '../map/others.js';
import { paintInBeam, paintOthers } from './paintOthers.js';
import { paintCities, paintCross, paintPlace, paintStations } from './paintPlaces.js';
import { paintBody, paintTrack } from './paintTrack.js';
import { pathOf, strokeHaloed } from './path.js';

/** Intensities by cell number, as they are painted and looked up. */
export type ShownCells = ReturnType<typeof intensitiesOf> & { nside: number };

/** Everything that determines a picture of the map. */
export interface Scene {
  frame: Frame;
  /** Whether the view is moving, so that cells may be coarse. */
  moving: boolean;
  theme: ThemeName;
  world: World;
  scale: Scale;
  cells: ShownCells | undefined;
  /** nside of the cells, or of the last cells that were known. */
  nside: number;
  satellite: SatelliteState | undefined;
  others: OtherDots | undefined;
  inBeam: readonly InBeam[];
  stations: readonly Pin[];
  /** Id of the chosen station, which is never part of a cluster. */
  chosen: number | undefined;
  place: Place | undefined;
  /** Whether a cross marks the middle, for moving the map by keys. */
  cross: boolean;
}

/** Cells of one epoch in the form that is painted; undefined if nothing is known. */
export function shownCells(data: EpochCells | undefined): ShownCells | undefined {
  if (!data || data.runs.length === 0) return undefined;
  return { nside: data.nside, ...intensitiesOf(data) };
}

/** Fills an element with a picture of the scene. */
export function createPicture(parent: HTMLElement, first: Scene) {
  const layers = createLayers(parent);
  const paintCells = createCellPainter(layers.cells);
  const scene = { ...first };
  let painted: Scene | undefined;
  let footprint: readonly Place[] | undefined;
  let request: number | undefined;

  const paint = (): void => {
    request = undefined;
    const { frame, moving, cells, scale, satellite, world } = scene;
    if (frame.widthPx < 1 || frame.heightPx < 1) return;
    const theme = THEMES[scene.theme];
    const changed = (...keys: (keyof Scene)[]): boolean =>
      !painted || keys.some((key) => scene[key] !== painted?.[key]);
    const sized = frame.widthPx !== painted?.frame.widthPx || frame.heightPx !== painted.frame.heightPx;
    if (sized) layers.resize(frame.widthPx, frame.heightPx);
    if (changed('frame', 'theme', 'world')) paintGround(layers, frame, theme, world);
    if (changed('frame', 'theme', 'satellite')) paintNight(layers, frame, theme, timeOf(satellite));
    if (changed('satellite')) footprint = footprintOf(satellite);
    if (changed('frame', 'moving', 'scale', 'theme', 'cells', 'satellite')) {
      const within = footprint && pathOf(projectionOf(frame), areaOf(footprint));
      paintCells(frame, moving, cells?.painted, pixelsOfIntensity(scale, scene.theme), within);
    }
    const marks = ['satellite', 'others', 'inBeam', 'stations', 'chosen', 'place', 'nside', 'cross'] as const;
    if (changed('frame', 'theme', 'world', ...marks)) paintMarks(layers.marks, scene, footprint);
    painted = { ...scene };
  };

  /** Changes parts of the scene; the canvases follow with the next frame of the screen. */
  const change = (part: Partial<Scene>): void => {
    Object.assign(scene, part);
    request ??= requestAnimationFrame(paint);
  };
  change({});
  // Names that were written before the page's font came are written again.
  void document.fonts.ready.then(() => {
    painted = undefined;
    change({});
  });
  const destroy = (): void => {
    if (request !== undefined) cancelAnimationFrame(request);
  };
  return { scene: scene as Readonly<Scene>, change, destroy };
}

function timeOf(satellite: SatelliteState | undefined): number | undefined {
  return satellite && epochMsOf(satellite.track, satellite.epochIndex);
}

function footprintOf(satellite: SatelliteState | undefined): readonly Place[] | undefined {
  const position = satellite && positionAt(satellite.track, satellite.epochIndex);
  return position && footprintOutline(position, satellite.minElevationDeg);
}

/**
 * Paints satellites, their tracks and places, from bottom to top. A name needs free room, so the more important names
 * are written first.
 */
function paintMarks(context: CanvasRenderingContext2D, scene: Scene, footprint: readonly Place[] | undefined): void {
  const { frame, satellite, others, inBeam, stations, place, cross, nside, world } = scene;
  const theme = THEMES[scene.theme];
  clear(context, frame.widthPx);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const painting = { context, frame, theme, label: createLabels(context, frame, theme) };
  if (others) paintOthers(painting, others);
  if (footprint) strokeHaloed(context, pathOf(projectionOf(frame), outlineOf(footprint)), theme.own, 1.5, theme);
  if (satellite) paintBody(painting, satellite);
  paintStations(painting, clustersOf(frame, stations, scene.chosen));
  if (place) paintPlace(painting, place, nside);
  paintInBeam(painting, inBeam);
  if (satellite) paintTrack(painting, satellite);
  if (world.cities) paintCities(painting, world.cities);
  if (cross) paintCross(painting);
}
