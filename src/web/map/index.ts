/** Map of intensities: a canvas, independent of any framework. */
export { spanOf } from './cells.js';
export type { Viewport } from './projection.js';
export type { Place as MapPlace } from '../data/geodetic.js';
export { createMap, type HoveredPlace, type IntensityMap } from './map.js';
export type { InBeam, OtherDots } from './paintOthers.js';
export type { Pin } from './clusters.js';
export type { SatelliteState } from './satellite.js';
