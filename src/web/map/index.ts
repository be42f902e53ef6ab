/** The map of intensities: a canvas without a framework. */
export type { CellData } from './cells.js';
export type { ProjectionName, View } from './frame.js';
export type { Place as MapPlace } from './healpix.js';
export { createMap, type HoveredPlace, type MapOptions, type MapView, type PickedPlace } from './map.js';
export type { Station } from './paintPlaces.js';
export type { SatelliteState } from './satellite.js';
export { legend, type LegendEntry, type ScaleName } from './scale.js';
export type { ThemeName } from './theme.js';
