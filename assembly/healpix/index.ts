export { nest2ring, ring2nest } from './face';
export { ang2pixNest, pix2angNest } from './pixel';
export { cellsOfPoints, centresOfCells, renumberCells } from './batches';
export { boundariesOfCells, neighboursOfCells } from './surroundings';
export { discRanges, discWorkBytes } from './discs';
