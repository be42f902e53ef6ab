import type { OwnedCore } from '../core/instance.js';
import { cutParts, type Parts } from '../core/parts.js';
import { MemoryTooSmall, type NotDone, Overloaded } from '../errors.js';

/** Makes the error for work that finds no room beside other work. */
export const outOfMemory = (what: string): Overloaded =>
  new Overloaded(`The service is busy: its memory has no room for ${what}`, 5);

/** Bytes of each core's memory that are held until the work in them ends. */
const heldBytes = new WeakMap<OwnedCore, number>();

/**
 * Allocates one block for parts of the given sizes in bytes, which work holds until it ends.
 *
 * @param what names the parts in the error
 * @throws Overloaded if other work has too much of the memory
 * @throws MemoryTooSmall if there is too little even without other work
 */
export function allocateParts<Name extends string>(
  core: OwnedCore,
  sizes: Readonly<Record<Name, number>>,
  what: string,
): Parts<Name> {
  const bytes = Object.values<number>(sizes).reduce((sum, size) => sum + size, 0);
  const parts = cutParts(core, sizes);
  if (parts === undefined) throw noRoom(core, bytes, what);
  const hold = (more: number): void => void heldBytes.set(core, (heldBytes.get(core) ?? 0) + more);
  hold(bytes);
  const free = (): void => {
    hold(-bytes);
    parts.free();
  };
  return { ...parts, free };
}

/** Makes the error that allocateParts throws if it finds no block of `bytes` bytes for `what`. */
export function noRoom(core: OwnedCore, bytes: number, what: string): NotDone {
  const mostBytes = core.arena.freeBytes + (heldBytes.get(core) ?? 0);
  if (bytes <= mostBytes) return outOfMemory(what);
  const [needed, most, all] = [bytes, mostBytes, core.memory.buffer.byteLength].map((it) => (it / 2 ** 20).toFixed(1));
  return new MemoryTooSmall(
    `The memory is too small for ${what}: it takes ${needed} MB; cell series and windows leave ${most} of ${all} MB`,
  );
}
