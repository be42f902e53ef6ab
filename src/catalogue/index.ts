/** Reading catalogues and transmitter files, and what a satellite's elements, name and transmitters say of it. */
export * from './everywhere.js';
export { readCatalogue, readTransmitters } from './sources/source.js';
export { readSource, type SourceOptions } from './sources/source.js';
