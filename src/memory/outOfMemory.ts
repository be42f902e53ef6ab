import { OutOfMemory } from '../errors.js';

const RETRY_AFTER_SECONDS = 5;

/** The core's memory is taken by other work. */
export function noRoomForMap(nside: number): OutOfMemory {
  return noRoom(`a map of nside ${nside}`);
}

export function noRoomForSeries(): OutOfMemory {
  return noRoom('cell series that are read or stored');
}

function noRoom(what: string): OutOfMemory {
  const message = `The service is busy: its memory has no room for ${what}`;
  return new OutOfMemory(message, RETRY_AFTER_SECONDS);
}
