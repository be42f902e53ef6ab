import { OutOfMemory } from '../errors.js';

const RETRY_AFTER_SECONDS = 5;

/** Makes the error for work that the core's memory has no room for beside other work. */
export function outOfMemory(what: string): OutOfMemory {
  return new OutOfMemory(`The service is busy: its memory has no room for ${what}`, RETRY_AFTER_SECONDS);
}
