/** Allocator of blocks in a range of the memory, for the one thread that the range belongs to. */
export interface Arena {
  /**
   * Allocates `bytes` bytes of arbitrary content. Returns a pointer to them, a multiple of 64, or undefined if no gap
   * is large enough.
   */
  allocate(bytes: number): number | undefined;
  /** Frees a block. @throws RangeError if no block starts at `pointer` */
  free(pointer: number): void;
  /** Whether an address is in the range of the arena. */
  covers(address: number): boolean;
  readonly freeBytes: number;
}

const ALIGNMENT = 64;

/**
 * Makes an arena over the memory [start, end). A block takes the first gap that fits; a freed block joins neighbouring
 * gaps.
 */
export function createArena(start: number, end: number): Arena {
  const first = Math.ceil(start / ALIGNMENT) * ALIGNMENT;
  const gaps = [{ from: first, to: end }];
  const blocks = new Map<number, number>();

  return {
    allocate(bytes) {
      const size = Math.max(ALIGNMENT, Math.ceil(bytes / ALIGNMENT) * ALIGNMENT);
      const index = gaps.findIndex((gap) => gap.to - gap.from >= size);
      const gap = gaps[index];
      if (gap === undefined) return undefined;
      const pointer = gap.from;
      gap.from += size;
      if (gap.from === gap.to) gaps.splice(index, 1);
      blocks.set(pointer, size);
      return pointer;
    },

    free(pointer) {
      const size = blocks.get(pointer);
      if (size === undefined) throw new RangeError(`no block starts at ${pointer}`);
      blocks.delete(pointer);
      const limit = pointer + size;
      const next = gaps.findIndex((gap) => gap.from >= limit);
      const index = next === -1 ? gaps.length : next;
      gaps.splice(index, 0, { from: pointer, to: limit });
      merge(gaps, index);
      merge(gaps, index - 1);
    },

    covers: (address) => address >= first && address < end,

    get freeBytes() {
      return gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
    },
  };
}

/** Joins gap `index` with its successor if they touch. */
function merge(gaps: { from: number; to: number }[], index: number): void {
  const gap = gaps[index];
  const next = gaps[index + 1];
  if (gap === undefined || next === undefined || gap.to !== next.from) return;
  gap.to = next.to;
  gaps.splice(index + 1, 1);
}
