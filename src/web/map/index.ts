/** The map of intensities: a canvas without a framework. */
export { peakOf } from './cells.js';
export type { View } from './frame.js';
export type { Place as MapPlace } from './healpix.js';
export { createMap, type HoveredPlace, type MapView } from './map.js';
export type { Pin } from './paintPlaces.js';
export type { SatelliteState } from './satellite.js';
export { legend } from './scale.js';
