/** Reading catalogues and transmitter files, and what a satellite's elements, name and transmitters say of it. */
export * from './everywhere.js';
export { readCatalogue, readTransmitters } from './read.js';
export { readSource, type SourceOptions } from './source.js';
