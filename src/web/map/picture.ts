import type { CellData } from './cells.js';
import { cellsInView } from './cellsInView.js';
import type { Frame } from './frame.js';
import { d3Projection, outlineOf } from './geometry.js';
import type { Place } from './healpix.js';
import { createLabels } from './labels.js';
import { clear, createLayers } from './layers.js';
import { createCellPainter } from './paintCells.js';
import { paintGround } from './paintGround.js';
import { paintOthers } from './paintOthers.js';
import { paintCross, paintPlace, paintStations, type Pin } from './paintPlaces.js';
import { paintTrack } from './paintTrack.js';
import { pathOf } from './path.js';
import { footprintOutline, positionAt, type SatelliteState } from './satellite.js';
import { pixelsOfIntensity, type ScaleName } from './scale.js';
import { strokeHaloed } from './stroke.js';
import { THEMES, type ThemeName } from './theme.js';

/** Everything that determines a picture of the map. */
export interface Scene {
  frame: Frame;
  /** Whether the view is moving, so that cells may be coarse. */
  moving: boolean;
  theme: ThemeName;
  scale: ScaleName;
  /** Intensity at the end of the relative scale. */
  peak: number;
  data: CellData | undefined;
  /** nside of the data, or of the last that was known. */
  nside: number;
  satellite: SatelliteState | undefined;
  /** Places below the other satellites: latitude and longitude in degrees, one after the other. */
  others: Float32Array | undefined;
  stations: readonly Pin[];
  place: Place | undefined;
  /** Whether a cross marks the middle, for moving the map by keys. */
  cross: boolean;
}

export interface Picture {
  readonly scene: Readonly<Scene>;
  /** Changes parts of the scene; the canvases follow with the next frame of the screen. */
  change: (part: Partial<Scene>) => void;
  destroy: () => void;
}

export function createPicture(parent: HTMLElement, first: Scene): Picture {
  const layers = createLayers(parent);
  const cellPainter = createCellPainter(layers.cells);
  const scene = { ...first };
  let painted: Scene | undefined;
  let request: number | undefined;

  const paint = (): void => {
    request = undefined;
    const { frame, moving, data, scale, peak, satellite } = scene;
    if (frame.widthPx < 1 || frame.heightPx < 1) return;
    const theme = THEMES[scene.theme];
    const changed = (...keys: (keyof Scene)[]): boolean =>
      !painted || keys.some((key) => scene[key] !== painted?.[key]);
    const sized = frame.widthPx !== painted?.frame.widthPx || frame.heightPx !== painted.frame.heightPx;
    if (sized) layers.resize(frame.widthPx, frame.heightPx);
    if (changed('frame', 'theme')) paintGround(layers, frame, theme);
    if (changed('frame', 'moving')) cellPainter.look(frame, moving);
    const footprint = satellite && outlineOfFootprint(satellite);
    if (changed('frame', 'moving', 'theme', 'scale', 'peak', 'data', 'satellite')) {
      const pixels = pixelsOfIntensity(scale, scene.theme, peak);
      cellPainter.paint(data, pixels, satellite && data ? cellsBelow(satellite, data.nside) : NO_CELLS);
    }
    if (changed('frame', 'theme', 'satellite', 'others', 'stations', 'place', 'nside', 'cross')) {
      paintMarks(layers.marks, scene, footprint);
    }
    // Nothing to paint while the data is loading: time to prepare.
    if (satellite && !data) cellPainter.prepare(scene.nside);
    painted = { ...scene };
  };

  const change = (part: Partial<Scene>): void => {
    Object.assign(scene, part);
    request ??= requestAnimationFrame(paint);
  };
  change({});
  return {
    scene,
    change,
    destroy: () => {
      if (request !== undefined) cancelAnimationFrame(request);
    },
  };
}

const NO_CELLS = new Uint32Array();

function cellsBelow({ track, epochIndex, minElevationDeg }: SatelliteState, nside: number): Uint32Array {
  const position = positionAt(track, epochIndex);
  return position ? cellsInView(nside, position, minElevationDeg) : NO_CELLS;
}

function outlineOfFootprint({ track, epochIndex, minElevationDeg }: SatelliteState): Place[] | undefined {
  const position = positionAt(track, epochIndex);
  return position && footprintOutline(position, minElevationDeg);
}

/** Paints what moves with time, and the places, from bottom to top. */
function paintMarks(context: CanvasRenderingContext2D, scene: Scene, footprint: Place[] | undefined): void {
  const { frame, satellite, others, stations, place, cross, nside } = scene;
  const theme = THEMES[scene.theme];
  clear(context, frame.widthPx);
  context.lineJoin = 'round';
  context.lineCap = 'round';
  const label = createLabels(context, frame, theme);
  if (others) paintOthers(context, frame, theme, others);
  if (footprint) strokeHaloed(context, pathOf(d3Projection(frame), outlineOf(footprint)), theme.footprint, 1.5, theme);
  if (satellite) paintTrack(context, frame, theme, satellite, label);
  paintStations(context, frame, theme, stations, label);
  if (place) paintPlace(context, frame, theme, place, nside);
  if (cross) paintCross(context, frame, theme);
}
