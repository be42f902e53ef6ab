/**
 * Parses catalogues and transmitter files wherever JavaScript runs, and describes satellites by their elements, names
 * and transmitters.
 */
export {
  bandBit,
  bandNames,
  satelliteBands,
  type Downlink,
  type DownlinkRule,
  type FrequencyRange,
  type SatelliteBands,
} from './bands.js';
export { constellationOf, CONSTELLATIONS, type Constellation, type KnownRange } from './constellations.js';
export { describeSatellite, type OrbitalClass, type SatelliteDescription } from './describe.js';
export type { CatalogueFormat } from './elsets/formats.js';
export type { Elset } from './elsets/elset.js';
export type { ParsedElsets } from './elsets/omm.js';
export { parseCatalogue, type ParsedCatalogue } from './elsets/formats.js';
export { UserError } from '../errors.js';
export type { DatedElset } from './windowSatellites.js';
export { BANDS, type BandName } from '../spec.js';
export type { Rejection } from './text/rejection.js';
export { assignCarriers, type AssignedCarriers } from './transmitters/orbitalSlots.js';
export type { SlotCarrier } from './transmitters/televisionList.js';
export type { Transmitter } from './transmitters/transmitter.js';
export { parseTransmitters, type ParsedTransmitters } from './transmitters/transmitterFiles.js';
export {
  windowSatellites,
  type CatalogueOptions,
  type CatalogueSatellite,
  type CatalogueSatellites,
} from './windowSatellites.js';
