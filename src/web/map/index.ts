import { RISK_LEVELS } from '../../spec.js';

export interface MapPlace {
  latDeg: number;
  lonDeg: number;
}

export interface Station extends MapPlace {
  id: number;
  name: string;
  active: boolean;
}

export interface HoveredPlace extends MapPlace {
  ipix: number;
  value: number | undefined;
}

export interface View extends MapPlace {
  zoom: number;
}

export interface SatelliteState {
  name: string;
  track: Float32Array;
  windowStartS: number;
  epochIndex: number;
  minElevationDeg: number;
}

export interface MapView {
  setData(data: { nside: number; cells: Uint32Array; values: Uint16Array } | undefined): void;
  setScale(scale: 'risk' | 'relative'): void;
  setProjection(projection: 'globe' | 'flat'): void;
  setSatellite(satellite: SatelliteState | undefined): void;
  setStations(stations: readonly Station[]): void;
  setPlace(place: MapPlace | undefined): void;
  setTheme(theme: 'light' | 'dark'): void;
  onPick(listener: (place: MapPlace & { ipix: number }) => void): void;
  onHover(listener: (place: HoveredPlace | undefined) => void): void;
  onView(listener: (view: View) => void): void;
  destroy(): void;
  setView(view: View): void;
  readonly view: View;
}

const COLOURS = {
  light: ['#cfe0ea', '#fbd980', '#f0894a', '#bd3463', '#451a63'],
  dark: ['#24445a', '#5a3c9c', '#b2427f', '#ee7d45', '#fde68a'],
} as const;

export interface LegendEntry {
  label: string;
  range: string;
  colour: string;
}

export function legend(_scale: 'risk' | 'relative', theme: 'light' | 'dark', _peak: number): LegendEntry[] {
  const [clear, ...levels] = COLOURS[theme];
  return [
    { label: 'clear', range: '0', colour: clear },
    ...RISK_LEVELS.map(({ name, from }, index) => ({ label: name, range: `${from}`, colour: levels[index] ?? clear })),
  ];
}

export function createMap(container: HTMLElement, _options: object): MapView {
  const canvas = document.createElement('canvas');
  container.append(canvas);
  const nothing = (): void => undefined;
  return {
    setData: nothing,
    setScale: nothing,
    setProjection: nothing,
    setSatellite: nothing,
    setStations: nothing,
    setPlace: nothing,
    setTheme: nothing,
    onPick: (listener) =>
      canvas.addEventListener('click', ({ offsetX, offsetY }) => {
        const { clientWidth, clientHeight } = canvas;
        listener({ latDeg: 90 - (180 * offsetY) / clientHeight, lonDeg: (360 * offsetX) / clientWidth - 180, ipix: 0 });
      }),
    onHover: nothing,
    destroy: () => canvas.remove(),
    onView: nothing,
    setView: nothing,
    view: { latDeg: 0, lonDeg: 0, zoom: 1 },
  };
}
