export { gmst82 } from './frames';
export {
  deepPair,
  deepRecordBytes,
  isDeepSpace,
  nearPair,
  nearRecordBytes,
  sgp4Fixed,
  sgp4Init,
  sgp4Teme,
} from './sgp4';
export { placeSite } from './footprint/site';
export { placeCellSite } from './footprint/cellSite';
export { placeFootprint } from './footprint/footprint';
export { ringRuns } from './footprint/runs';
export { cellOffset, fillRingTable, ringTableBytes } from './footprint/ringTable';
export { MARKS_BYTES } from './occupancy/byEpoch/marks';
export { addFootprints, addFootprintsExactly } from './occupancy/byEpoch/map';
export { epochPositions, openPlaces, pickPlaces, placesBytes } from './occupancy/byEpoch/places';
export { clearMap, prefixAbove, sumGroups, sumRings, sumWorkBytes } from './occupancy/byEpoch/sums';
export { countAll, countCovered, listCovered } from './occupancy/byEpoch/runIndex';
export { boundMotion } from './occupancy/bySite/bounds';
export { motionBytes, prepareCounting } from './occupancy/bySite/count';
export { minutesBytes } from './occupancy/bySite/minutes';
export { trackBytes } from './occupancy/bySite/track';
export { fillFrames, keepWindowSteps, positionsAt2, rangePositions, surveyFailures, trackPositions } from './window';
export { coverAhead, coverPositions, coverTracked } from './series/coverage';
export { closeFill, countFill, fillSeries, openFill } from './series/fill';
export { scanSeries } from './series/scan';
export { findPasses } from './passes/passes';
export { emitCellSeries } from './emit/cellSeriesJson';
export { emitTimeseries } from './emit/timeseriesJson';
export { copyRows } from './codec/copy';
export { codesBytes, fillCodes } from './codec/tables';
export { encodeRows } from './codec/encode';
export { decodeRows } from './codec/decode';
export * from './layout';
export * from './healpix';
