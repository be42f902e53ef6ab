/** Map of intensities: a canvas, independent of any framework. */
export { spanOf } from './cells.js';
export type { Viewport } from './frame.js';
export type { Place as MapPlace } from './healpix.js';
export { createMap, type HoveredPlace, type IntensityMap } from './map.js';
export type { InBeam, OtherDots } from './paintOthers.js';
export type { Pin } from './clusters.js';
export type { SatelliteState } from './satellite.js';
