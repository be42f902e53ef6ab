export { isDeepSpace, sgp4Init } from './init';
export { deepPair } from './deepPair';
export { nearPair } from './nearPair';
export { sgp4Fixed, sgp4Teme } from './propagate';
export { deepRecordBytes, nearRecordBytes } from '../records/satellite';
