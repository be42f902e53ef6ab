import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Place } from '../data/geodetic.js';
import { useTheme } from '../theme.js';
import { createMap, type IntensityMap, type MapListeners, type MapState } from './map.js';
import type { Viewport } from './projection.js';

type Shown = Partial<MapState> & Pick<MapState, 'projection' | 'stations' | 'place'>;

interface MapPanelProps extends Shown, MapListeners {
  label: string;
  /** Places that the map brings into view whenever this list changes. */
  fitted?: readonly Place[];
  centre?: Viewport | undefined;
  /** View that the button "Whole earth" goes back to. */
  home?: Viewport | undefined;
}

const NOBODY: MapState['inBeam'] = [];
const NO_SCALE = { from: 0, to: 10 };
const ZOOM = 1.6;
const WHOLE: Viewport = { latDeg: 20, lonDeg: 0, zoom: 1 };

/** Whether two views differ only by rounding: the address holds rounded numbers, which must not move the map. */
export function isNear(a: Viewport, b: Viewport): boolean {
  return [a.latDeg - b.latDeg, a.lonDeg - b.lonDeg, a.zoom - b.zoom].every((difference) => Math.abs(difference) < 0.01);
}

/** Map with the buttons of its view; it follows all props but `label`. */
export function MapPanel(props: MapPanelProps) {
  const { projection, scale = NO_SCALE, data, satellite, others, inBeam = NOBODY, stations } = props;
  const { chosen, place, fitted, centre, home } = props;
  const theme = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<IntensityMap>();
  const listeners = useRef(props);
  listeners.current = props;
  const state = { projection, theme, scale, data, satellite, others, inBeam, stations, chosen, place };
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const created = createMap(container.current, props.label, centre ?? WHOLE, state, listeners);
    setMap(created);
    return () => created.destroy();
  }, []);
  // A layout effect, so that the map paints with the next frame rather than the one after.
  useLayoutEffect(
    () => map?.update(state),
    [map, ...Object.values({ ...state, place: 0 }), place?.latDeg, place?.lonDeg],
  );
  useLayoutEffect(() => (fitted ? map?.fit(fitted) : undefined), [map, fitted]);
  useLayoutEffect(() => {
    if (map && centre && !isNear(map.view, centre)) map.setView(centre);
  }, [map, centre?.latDeg, centre?.lonDeg, centre?.zoom]);
  const reset = () => {
    map?.setView(home ?? WHOLE);
    props.onView?.(home ?? WHOLE);
  };
  return (
    <>
      <div class="map" ref={container} />
      <div class="map-buttons" role="group" aria-label="View of the map">
        <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={() => map?.zoomBy(ZOOM)}>
          +
        </button>
        <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={() => map?.zoomBy(1 / ZOOM)}>
          −
        </button>
        <button type="button" aria-label="Whole earth" title="Whole earth" onClick={reset}>
          ⟲
        </button>
      </div>
    </>
  );
}
