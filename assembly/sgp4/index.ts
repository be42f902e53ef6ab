export { isDeepSpace, sgp4Init } from './init';
export { fixedPair } from './fixedPair';
export { sgp4Fixed, sgp4Teme } from './propagate';
export { deepRecordBytes, nearRecordBytes } from '../records/sgp4/satellite';
