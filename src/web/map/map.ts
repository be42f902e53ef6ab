import { DEFAULT_NSIDE } from '../../spec.js';
import type { EpochCells } from '../data/epochBlock.js';
import type { Place } from '../data/geodetic.js';
import { FINE_ZOOM } from '../paint/paintGround.js';
import { createPicture, type Scene, shownCells } from '../paint/picture.js';
import { type Part, wantWorld, worldAtHand } from '../world/world.js';
import { OUTSIDE, placeAloud } from './cells.js';
import { clusterAt, clustersOf, type Pin } from './clusters.js';
import { listenToPointers } from './gestures.js';
import { cellOf } from './healpix.js';
import { createRoot, listenToKeys } from './keyboard.js';
import {
  fitView,
  type Frame,
  panned,
  placeAt,
  type Point,
  type ProjectionName,
  viewOf,
  type Viewport,
  zoomed,
} from './projection.js';

/** Place under the pointer, or of the only station whose symbol is there. */
export interface HoveredPlace extends Place {
  /** Ids of the stations whose symbol is there: several if they share one. */
  stationIds: readonly number[];
  /** Point of the pointer, and the size of the map. */
  at: Point & Pick<Frame, 'widthPx' | 'heightPx'>;
  /**
   * Intensity, 0 without others; undefined if the satellite is out of view from the cell's centre, or nothing is
   * known.
   */
  value: number | undefined;
}

/** Content of a map, without its view; arrays are kept, not copied. */
export interface MapState extends Pick<
  Scene,
  'theme' | 'scale' | 'satellite' | 'others' | 'inBeam' | 'stations' | 'chosen' | 'place'
> {
  projection: ProjectionName;
  /** Intensities of one epoch; undefined while nothing is known. */
  data: EpochCells | undefined;
}

export interface MapListeners {
  /** Called with the place that was picked, and the stations whose symbol is there. */
  onPick: (place: Place, stationIds: readonly number[]) => void;
  onHover?: (hovered: HoveredPlace | undefined) => void;
  /** Called once keys, pointer or wheel have moved the view and it rests again. */
  onView?: (view: Viewport) => void;
}

export type IntensityMap = ReturnType<typeof createMap>;

/**
 * A click on a cluster zooms until its stations fill the map, at most to the zoom `most`. If that magnifies by less
 * than `least`, the click picks the stations instead.
 */
const LOOK_INTO = { least: 1.2, most: 24 } as const;
/** Magnification of a double click. */
const DOUBLE = 2;
/** Pause after the last turn of the wheel or stroke of a key before the view counts as resting. */
const REST_MS = 150;

/**
 * Fills the container, which has a size of its own, with a map of intensities. Paints at most once a frame.
 *
 * @param label name of the map for screen readers
 * @param begin first view
 */
export function createMap(
  container: HTMLElement,
  label: string,
  begin: Viewport,
  { data: _data, projection: firstProjection, ...first }: MapState,
  listeners: { readonly current: MapListeners },
) {
  const { root, say } = createRoot(container, label);
  const size = { widthPx: root.clientWidth, heightPx: root.clientHeight };
  const picture = createPicture(root, {
    ...first,
    frame: fitView({ projection: firstProjection, view: begin, ...size }),
    moving: true,
    world: worldAtHand(),
    cells: undefined,
    nside: DEFAULT_NSIDE,
    cross: false,
  });
  const { scene, change } = picture;
  let shownData: EpochCells | undefined;

  /** Place at a point, or of the only station whose symbol is there; undefined beside the earth. */
  const pickedAt = (at: Point, [pin, ...more]: readonly Pin[]): Place | undefined =>
    pin && more.length === 0 ? { latDeg: pin.latDeg, lonDeg: pin.lonDeg } : placeAt(scene.frame, at);
  const intensityAt = (place: Place): number | undefined => {
    const intensity = scene.cells?.counted[cellOf(scene.nside, place)] ?? OUTSIDE;
    return intensity === OUTSIDE ? undefined : intensity;
  };
  const symbolAt = (at: Point): readonly Pin[] =>
    clusterAt(clustersOf(scene.frame, scene.stations, scene.chosen), at)?.stations ?? [];
  const idsOf = (stations: readonly Pin[]) => stations.map(({ id }) => id);
  const pick = (at: Point): void => {
    const stations = symbolAt(at);
    if (stations.length > 1) {
      const view = viewOf(scene.frame, stations, LOOK_INTO.most);
      if (view.zoom > LOOK_INTO.least * scene.frame.view.zoom) return move(view);
    }
    const place = pickedAt(at, stations);
    if (place) listeners.current.onPick(place, idsOf(stations));
  };
  let pointer: Point | undefined;
  const hover = (): void => {
    const stations = pointer ? symbolAt(pointer) : [];
    const place = pointer && pickedAt(pointer, stations);
    root.style.cursor = stations.length > 0 ? 'pointer' : 'crosshair';
    if (!pointer || !place) return listeners.current.onHover?.(undefined);
    const { widthPx, heightPx } = scene.frame;
    const at = { ...pointer, widthPx, heightPx };
    return listeners.current.onHover?.({ ...place, at, value: intensityAt(place), stationIds: idsOf(stations) });
  };
  const middle = (): Point => ({ x: scene.frame.widthPx / 2, y: scene.frame.heightPx / 2 });

  let isDestroyed = false;
  const want = (part: Part): void => {
    if (scene.world[part]) return;
    void wantWorld(part).then(() => isDestroyed || change({ world: worldAtHand() }));
  };
  const reframe = (part: Partial<Frame>): void => {
    const frame = fitView({ ...scene.frame, ...part });
    if (JSON.stringify(frame) !== JSON.stringify(scene.frame)) change({ frame });
    // The whole flat map cannot be moved up or down, so a finger may scroll the page there.
    root.style.touchAction = frame.projection === 'flat' && frame.view.zoom === 1 ? 'pan-y' : 'none';
    if (frame.view.zoom < FINE_ZOOM) return;
    want('fine');
    want('cities');
  };
  let resting: ReturnType<typeof setTimeout> | undefined;
  const rest = (): void => {
    clearTimeout(resting);
    if (!scene.moving) return;
    change({ moving: false });
    listeners.current.onView?.(scene.frame.view);
  };
  /** Timer until the cells are painted sharply. The first cells are painted coarsely, in a tenth of the time. */
  let sharpening: ReturnType<typeof setTimeout> | undefined;
  const sharpen = (): void => {
    sharpening ??= setTimeout(() => {
      if (resting === undefined) change({ moving: false });
    }, REST_MS);
  };
  const move = (view: Viewport): void => {
    change({ moving: true });
    reframe({ view });
    clearTimeout(resting);
    resting = setTimeout(rest, REST_MS);
  };
  const zoom = (factor: number, around: Point): boolean => {
    const view = zoomed(scene.frame, factor, around);
    if (view.zoom === scene.frame.view.zoom) return false;
    move(view);
    return true;
  };

  const pointers = listenToPointers(root, {
    pan: (rightPx, downPx) => move(panned(scene.frame, rightPx, downPx)),
    zoom,
    pick,
    magnify: (at) => zoom(DOUBLE, at),
    rest,
    hover: (at) => {
      pointer = at;
      hover();
    },
  });
  const keys = listenToKeys(root, {
    act: (action) => {
      if (action.kind === 'pick') return pick(middle());
      const { widthPx, heightPx } = scene.frame;
      const extentPx = Math.min(widthPx, heightPx);
      if (action.kind === 'zoom') zoom(action.factor, middle());
      else move(panned(scene.frame, action.right * extentPx, action.down * extentPx));
      const place = pickedAt(middle(), []);
      if (place) say(placeAloud(place, intensityAt(place), scene.cells !== undefined));
    },
    focused: (cross) => change({ cross }),
  });
  reframe({});
  want('coarse');
  const observer = new ResizeObserver(() => reframe({ widthPx: root.clientWidth, heightPx: root.clientHeight }));
  observer.observe(root);

  return {
    update: ({ data: next, projection: nextProjection, ...state }: MapState): void => {
      change(state);
      if (nextProjection !== scene.frame.projection) reframe({ projection: nextProjection });
      if (next !== shownData) {
        shownData = next;
        change({ cells: shownCells(next), nside: next?.nside ?? scene.nside });
        if (next) {
          sharpen();
          // Names of cities may wait until the cells have come.
          want('cities');
        }
      }
      if (pointer) hover();
    },
    setView: (view: Viewport): void => reframe({ view }),
    /** Brings all of these places into view; does nothing without any. */
    fit: (places: readonly Place[]): void => reframe({ view: viewOf(scene.frame, places) }),
    /** Magnifies around the middle. */
    zoomBy: (factor: number): void => void zoom(factor, middle()),
    get view(): Viewport {
      return scene.frame.view;
    },
    destroy: (): void => {
      isDestroyed = true;
      clearTimeout(resting);
      clearTimeout(sharpening);
      observer.disconnect();
      pointers();
      keys();
      picture.destroy();
      root.remove();
    },
  };
}
