export { nest2ring, ring2nest } from './face';
export { ang2pixNest, ang2pixRing, pix2angNest, pix2angRing } from './pixel';
export {
  ang2pixNestMany,
  ang2pixRingMany,
  nest2ringMany,
  pix2angNestMany,
  pix2angRingMany,
  ring2nestMany,
} from './many';
export { boundariesOfCells } from './lanes/boundaries';
export { cellsOfPoints } from './lanes/cellsOfPoints';
export { interpolationOfPoints } from './lanes/interpolation';
export { neighboursOfCells } from './lanes/neighbours';
export { pointsOfCells } from './lanes/pointsOfCells';
export { cellsOfUniq, partsOfCells, renumberCells, uniqOfCells } from './lanes/renumber';
export { discRanges, discWorkBytes } from './regions/disc';
export { discRingRanges } from './regions/discRings';
export { polygonRanges, polygonWorkBytes } from './regions/polygon';
export {
  cellsInRanges,
  cellsOfRanges,
  coarsenRanges,
  combineRanges,
  coverCells,
  rangesOfCells,
  uniqOfRanges,
} from './regions/ranges';
