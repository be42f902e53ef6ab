import { ServiceError } from '../errors.js';

const RETRY_AFTER_SECONDS = 5;

/** The core's memory is taken by other work. */
export function noRoomForMap(nside: number): ServiceError {
  const message = `The service is busy: its memory has no room for a map of nside ${nside}`;
  return new ServiceError('OVERLOADED', message, undefined, RETRY_AFTER_SECONDS);
}
