import type { OwnedCore } from '../core/instance.js';
import { OutOfMemory } from '../errors.js';

/** Bytes of a cache line: parts that begin on one are written by different threads without waiting for each other. */
const LINE_BYTES = 64;
const RETRY_AFTER_SECONDS = 5;

/** Block of the core's memory that is cut into parts. */
interface Parts<Name extends string> {
  /** Where each part begins. */
  readonly pointers: Readonly<Record<Name, number>>;
  readonly free: () => void;
}

/**
 * Allocates one block for parts of the given sizes in bytes, each from a cache line on.
 *
 * @param what is named where there is no room
 * @throws OutOfMemory when other work has too much of the memory
 */
export function allocateParts<Name extends string>(
  { arena }: OwnedCore,
  sizes: Readonly<Record<Name, number>>,
  what: string,
): Parts<Name> {
  const names = Object.keys(sizes) as Name[];
  const aligned = (name: Name): number => Math.ceil(sizes[name] / LINE_BYTES) * LINE_BYTES;
  const block = arena.allocate(names.reduce((sum, name) => sum + aligned(name), 0));
  if (block === undefined) throw outOfMemory(what);
  const pointers = {} as Record<Name, number>;
  let next = block;
  for (const name of names) {
    pointers[name] = next;
    next += aligned(name);
  }
  return { pointers, free: () => arena.free(block) };
}

/** Makes the error for work that the core's memory has no room for beside other work. */
export function outOfMemory(what: string): OutOfMemory {
  return new OutOfMemory(`The service is busy: its memory has no room for ${what}`, RETRY_AFTER_SECONDS);
}
