/** Reading catalogues and transmitter files, and what a satellite's elements, name and transmitters say of it. */
export { bandNames, satelliteBands, type Downlink, type DownlinkRule, type SatelliteBands } from './bands.js';
export { constellationOf, type Constellation } from './constellations.js';
export { describeSatellite, type SatelliteDescription } from './describe.js';
export type { CatalogueFormat } from './elsets/detect.js';
export type { Elset } from './elsets/elset.js';
export { parseCatalogue, readCatalogue, type ParsedCatalogue } from './read.js';
export type { Rejection } from './text/rejection.js';
export { readSource, type SourceOptions } from './source.js';
export type { Transmitter } from './transmitter.js';
export { parseTransmitters, readTransmitters, type ParsedTransmitters } from './transmitterFiles.js';
