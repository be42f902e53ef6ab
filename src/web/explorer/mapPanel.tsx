import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { EpochCells } from '../data/epochBlock.js';
import {
  createMap,
  type HoveredPlace,
  type MapPlace,
  type IntensityMap,
  type SatelliteState,
  type Pin,
  type Viewport,
} from '../map/index.js';
import { useTheme } from '../theme.js';
import type { ViewState } from '../viewState.js';

interface MapPanelProps {
  label: string;
  projection: ViewState['projection'];
  scale?: ViewState['scale'];
  /** Intensity at the end of the relative scale. */
  peak?: number;
  cells?: EpochCells | undefined;
  satellite?: SatelliteState | undefined;
  /** Places below the other satellites: latitude and longitude in degrees, one after the other. */
  others?: Float32Array | undefined;
  stations: readonly Pin[];
  place: MapPlace | undefined;
  centre?: ViewState['centre'];
  onPick: (place: MapPlace) => void;
  onHover?: (hovered: HoveredPlace | undefined) => void;
  /** Called with the view once it was moved and rests. */
  onView?: (view: Viewport) => void;
}

/** Whether two views differ only by the rounding of the address, which must not move the map. */
function isNear(a: Viewport, b: Viewport): boolean {
  return [a.latDeg - b.latDeg, a.lonDeg - b.lonDeg, a.zoom - b.zoom].every((difference) => Math.abs(difference) < 0.01);
}

/** Canvas of the map, updated with the props that change. */
export function MapPanel(props: MapPanelProps) {
  const { projection, scale = 'risk', peak = 1, cells, satellite, others, stations, place, centre } = props;
  const { theme } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<IntensityMap>();
  const listeners = useRef(props);
  listeners.current = props;
  useLayoutEffect(() => {
    if (!container.current) return undefined;
    const options = { theme, projection, scale, label: props.label, ...(centre && { view: centre }) };
    const created = createMap(container.current, options);
    created.onPick(({ latDeg, lonDeg }) => listeners.current.onPick({ latDeg, lonDeg }));
    created.onHover((hovered) => listeners.current.onHover?.(hovered));
    created.onView((view) => listeners.current.onView?.(view));
    setMap(created);
    return () => created.destroy();
  }, []);
  // A layout effect, so that the map paints with the next frame rather than the one after.
  useLayoutEffect(() => map?.setTheme(theme), [map, theme]);
  useLayoutEffect(() => map?.setProjection(projection), [map, projection]);
  useLayoutEffect(() => map?.setScale(scale, peak), [map, scale, peak]);
  useLayoutEffect(() => map?.setData(cells), [map, cells]);
  useLayoutEffect(() => map?.setSatellite(satellite), [map, satellite]);
  useLayoutEffect(() => map?.setOthers(others), [map, others]);
  useLayoutEffect(() => map?.setStations(stations), [map, stations]);
  useLayoutEffect(() => map?.setPlace(place), [map, place?.latDeg, place?.lonDeg]);
  useLayoutEffect(() => {
    if (map && centre && !isNear(map.view, centre)) map.setView(centre);
  }, [map, centre?.latDeg, centre?.lonDeg, centre?.zoom]);
  return <div class="map" ref={container} />;
}
