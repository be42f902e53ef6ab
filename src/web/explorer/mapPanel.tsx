import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Scale } from '../colours/scale.js';
import type { EpochCells } from '../data/epochBlock.js';
import type { Place as MapPlace } from '../data/geodetic.js';
import type { Pin } from '../map/clusters.js';
import { createMap, type HoveredPlace, type IntensityMap } from '../map/map.js';
import type { Viewport } from '../map/projection.js';
import type { SatelliteState } from '../map/satellite.js';
import type { InBeam, OtherDots } from '../paint/paintOthers.js';
import { useTheme } from '../theme.js';
import type { ViewState } from '../viewState.js';

export interface MapPanelProps {
  label: string;
  projection: ViewState['projection'];
  scale?: Scale;
  cells?: EpochCells | undefined;
  satellite?: SatelliteState | undefined;
  others?: OtherDots | undefined;
  /** Other satellites that are marked with their names. */
  inBeam?: readonly InBeam[];
  stations: readonly Pin[];
  /** Station that is looked at. */
  chosen?: number | undefined;
  place: MapPlace | undefined;
  /** Place of a pin that can be dragged. */
  pin?: MapPlace | undefined;
  /** Places that are brought into view when others are given. */
  fitted?: readonly MapPlace[];
  centre?: ViewState['centre'];
  /** View that the button for it goes back to. */
  home?: ViewState['centre'];
  /** Called with the place that was picked, and the stations whose symbol is there. */
  onPick: (place: MapPlace, stationIds: readonly number[]) => void;
  /** Called with the place that the pin is dragged to. */
  onPin?: (pin: MapPlace) => void;
  onHover?: (hovered: HoveredPlace | undefined) => void;
  /** Called with the view once it was moved and rests. */
  onView?: (view: Viewport) => void;
}

const NOBODY: readonly InBeam[] = [];
const ZOOM = 1.6;
const WHOLE: Viewport = { latDeg: 20, lonDeg: 0, zoom: 1 };

/** Whether two views differ only by the rounding of the address, which must not move the map. */
function isNear(a: Viewport, b: Viewport): boolean {
  return [a.latDeg - b.latDeg, a.lonDeg - b.lonDeg, a.zoom - b.zoom].every((difference) => Math.abs(difference) < 0.01);
}

/** Canvas of the map, updated with the props that change. */
export function MapPanel(props: MapPanelProps) {
  const { projection, scale, cells, satellite, others, inBeam = NOBODY, stations, place, centre, home } = props;
  const { chosen, pin, fitted } = props;
  const { theme } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<IntensityMap>();
  const listeners = useRef(props);
  listeners.current = props;
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const options = { theme, projection, label: props.label, ...(centre && { view: centre }) };
    const created = createMap(container.current, options);
    created.onPick(({ latDeg, lonDeg, stationIds = [] }) => listeners.current.onPick({ latDeg, lonDeg }, stationIds));
    created.onPin((dragged) => listeners.current.onPin?.(dragged));
    created.onHover((hovered) => listeners.current.onHover?.(hovered));
    created.onView((view) => listeners.current.onView?.(view));
    setMap(created);
    return () => created.destroy();
  }, []);
  // A layout effect, so that the map paints with the next frame rather than the one after.
  useLayoutEffect(() => map?.setTheme(theme), [map, theme]);
  useLayoutEffect(() => map?.setProjection(projection), [map, projection]);
  useLayoutEffect(() => (scale ? map?.setScale(scale) : undefined), [map, scale]);
  useLayoutEffect(() => map?.setData(cells), [map, cells]);
  useLayoutEffect(() => map?.setSatellite(satellite), [map, satellite]);
  useLayoutEffect(() => map?.setOthers(others), [map, others]);
  useLayoutEffect(() => map?.setInBeam(inBeam), [map, inBeam]);
  useLayoutEffect(() => map?.setStations(stations), [map, stations]);
  useLayoutEffect(() => map?.setChosen(chosen), [map, chosen]);
  useLayoutEffect(() => map?.setPin(pin), [map, pin?.latDeg, pin?.lonDeg]);
  useLayoutEffect(() => (fitted ? map?.fit(fitted) : undefined), [map, fitted]);
  useLayoutEffect(() => map?.setPlace(place), [map, place?.latDeg, place?.lonDeg]);
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
