import type { OwnedCore } from '../core/instance.js';
import { cutParts, type Parts } from '../core/parts.js';
import { OutOfMemory } from '../errors.js';

const RETRY_AFTER_SECONDS = 5;

/**
 * Allocates one block for parts of the given sizes in bytes.
 *
 * @param what names the parts in the error
 * @throws OutOfMemory where other work has too much of the memory
 */
export function allocateParts<Name extends string>(
  core: OwnedCore,
  sizes: Readonly<Record<Name, number>>,
  what: string,
): Parts<Name> {
  const parts = cutParts(core, sizes);
  if (parts === undefined) throw outOfMemory(what);
  return parts;
}

/** Makes the error for work that the core's memory has no room for beside other work. */
export function outOfMemory(what: string): OutOfMemory {
  return new OutOfMemory(`The service is busy: its memory has no room for ${what}`, RETRY_AFTER_SECONDS);
}
