import { ServiceError } from '../errors.js';

const RETRY_AFTER_SECONDS = 5;

/** The core's memory is taken by other work. */
export function noRoomForMap(nside: number): ServiceError {
  return noRoom(`a map of nside ${nside}`);
}

export function noRoomForSeries(): ServiceError {
  return noRoom('cell series that are read or stored');
}

function noRoom(what: string): ServiceError {
  const message = `The service is busy: its memory has no room for ${what}`;
  return new ServiceError('OVERLOADED', message, undefined, RETRY_AFTER_SECONDS);
}
