export { isDeepSpace, sgp4Init } from './init';
export { fixedPair } from './pair';
export { sgp4Fixed, sgp4Teme } from './propagate';
export { deepRecordBytes, nearRecordBytes } from './record';
export { quickFixed } from './quick';
