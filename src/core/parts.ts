import type { OwnedCore } from './instance.js';

/** Bytes of a cache line. Parts begin on one, so that threads that write different parts do not wait for each other. */
const LINE_BYTES = 64;

/** Block of the core's memory that is cut into parts. */
export interface Parts<Name extends string> {
  /** Pointer to each part. */
  readonly pointers: Readonly<Record<Name, number>>;
  readonly free: () => void;
}

/** Allocates one block for parts of these sizes in bytes, each on a cache line; undefined if there is no room. */
export function cutParts<Name extends string>(
  { arena }: OwnedCore,
  sizes: Readonly<Record<Name, number>>,
): Parts<Name> | undefined {
  const names = Object.keys(sizes) as Name[];
  const aligned = (name: Name): number => Math.ceil(sizes[name] / LINE_BYTES) * LINE_BYTES;
  const block = arena.allocate(names.reduce((sum, name) => sum + aligned(name), 0));
  if (block === undefined) return undefined;
  const pointers = {} as Record<Name, number>;
  let next = block;
  for (const name of names) {
    pointers[name] = next;
    next += aligned(name);
  }
  return { pointers, free: () => arena.free(block) };
}

/**
 * Allocates `bytes` bytes for the length of a call of `use`; returns its result. @throws RangeError when memory is too
 * small
 */
export function withScratch<T>({ arena }: OwnedCore, bytes: number, use: (scratch: number) => T): T {
  const scratch = arena.allocate(bytes);
  if (scratch === undefined) throw new RangeError(`the core's memory has no ${bytes} bytes left`);
  try {
    return use(scratch);
  } finally {
    arena.free(scratch);
  }
}
