/** Reads catalogues and transmitter files, and describes satellites by their elements, names and transmitters. */
export * from './everywhere.js';
export { readCatalogue, readTransmitters } from './sources/source.js';
export { readSource, type SourceOptions } from './sources/source.js';
