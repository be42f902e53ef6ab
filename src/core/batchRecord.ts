import type { OwnedCore } from './instance.js';

/** Several cells of one window whose series are filled together, in shared memory. */
export interface BatchRecord {
  readonly pointer: number;
  /** Work memory, one for each thread. */
  readonly works: readonly number[];
  free(): void;
}

/**
 * Writes the record of a batch over pointers to series (65,536 at most), with work memory for as many threads. Undefined
 * when the memory has no room for it.
 */
export function placeBatch(
  core: OwnedCore,
  shape: { groupCount: number; epochCount: number },
  series: readonly number[],
  threads: number,
): BatchRecord | undefined {
  const { arena, kernels, layout, view } = core;
  const needsBytes = shape.groupCount * kernels.bitmapBytes(shape.epochCount);
  const rowsAt = aligned(layout.BATCH_HEADER_BYTES + series.length * layout.BATCH_MEMBER_BYTES);
  const needsAt = rowsAt + series.length * kernels.rowBytes(shape.epochCount);
  const workAt = needsAt + series.length * needsBytes;
  const workBytes = aligned(kernels.batchWorkBytes(series.length, shape.epochCount));
  const pointer = arena.allocate(workAt + threads * workBytes);
  if (pointer === undefined) return undefined;
  view.setUint32(pointer + layout.BATCH_COUNT, series.length, true);
  view.setUint32(pointer + layout.BATCH_ROWS, pointer + rowsAt, true);
  series.forEach((one, i) => {
    const member = pointer + layout.BATCH_HEADER_BYTES + i * layout.BATCH_MEMBER_BYTES;
    view.setUint32(member + layout.MEMBER_SERIES, one, true);
    view.setUint32(member + layout.MEMBER_NEEDS, pointer + needsAt + i * needsBytes, true);
  });
  return {
    pointer,
    works: Array.from({ length: threads }, (_, i) => pointer + workAt + i * workBytes),
    free: () => {
      arena.free(pointer);
    },
  };
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / 64) * 64;
}
