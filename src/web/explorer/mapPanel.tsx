import { useEffect, useRef, useState } from 'preact/hooks';
import type { EpochCells } from '../data/epochBlock.js';
import {
  createMap,
  type HoveredPlace,
  type MapPlace,
  type MapView,
  type SatelliteState,
  type Station,
  type View,
} from '../map/index.js';
import { useTheme } from '../theme.js';
import type { ViewState } from '../viewState.js';

interface MapPanelProps {
  label: string;
  projection: ViewState['projection'];
  scale?: ViewState['scale'];
  cells?: EpochCells | undefined;
  pending?: boolean;
  satellite?: SatelliteState | undefined;
  stations: readonly Station[];
  place: MapPlace | undefined;
  centre?: ViewState['centre'];
  onPick: (place: MapPlace) => void;
  onHover?: (hovered: HoveredPlace | undefined) => void;
  /** Told where the map looks once it was moved and rests. */
  onView?: (view: View) => void;
}

/** The address rounds what the map told it: that must not move the map. */
function isNear(a: View, b: View): boolean {
  return [a.latDeg - b.latDeg, a.lonDeg - b.lonDeg, a.zoom - b.zoom].every((difference) => Math.abs(difference) < 0.01);
}

/** Holds the canvas of the map and hands it what changes. */
export function MapPanel(props: MapPanelProps) {
  const { projection, scale = 'risk', cells, satellite, stations, place, centre } = props;
  const { theme } = useTheme();
  const container = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<MapView>();
  const listeners = useRef(props);
  listeners.current = props;
  useEffect(() => {
    if (!container.current) return undefined;
    const created = createMap(container.current, { theme, projection, scale, label: props.label });
    created.onPick(({ latDeg, lonDeg }) => listeners.current.onPick({ latDeg, lonDeg }));
    created.onHover((hovered) => listeners.current.onHover?.(hovered));
    created.onView((view) => listeners.current.onView?.(view));
    setMap(created);
    return () => created.destroy();
  }, []);
  useEffect(() => map?.setTheme(theme), [map, theme]);
  useEffect(() => map?.setProjection(projection), [map, projection]);
  useEffect(() => map?.setScale(scale), [map, scale]);
  useEffect(() => map?.setData(cells), [map, cells]);
  useEffect(() => map?.setSatellite(satellite), [map, satellite]);
  useEffect(() => map?.setStations(stations), [map, stations]);
  useEffect(() => map?.setPlace(place), [map, place?.latDeg, place?.lonDeg]);
  useEffect(() => {
    if (map && centre && !isNear(map.view, centre)) map.setView(centre);
  }, [map, centre?.latDeg, centre?.lonDeg, centre?.zoom]);
  return <div class={`map ${props.pending === true ? 'pending' : ''}`} ref={container} />;
}
