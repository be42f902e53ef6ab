import type { Pool } from '../../compute/pool.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { SERVICE } from '../../fairness/asker.js';
import type { Slots } from '../../memory/slots.js';

/** Number of satellites in one task of the pool: some milliseconds in low orbits, some ten in high ones. */
const BLOCK = 32;

/**
 * Fits the motions that counting by site uses, so that the first questions need not. One task at a time, so that
 * queries get their turn and fit what they need first. The caller keeps the window in memory.
 */
export async function prepareWindow(
  { pool, slots, signal }: { pool: Pool; slots: Slots; signal?: AbortSignal },
  window: LoadedWindow,
): Promise<void> {
  for (let from = 0; from < window.satelliteCount; from += BLOCK) {
    signal?.throwIfAborted();
    const slot = await slots.acquire(SERVICE);
    try {
      const to = Math.min(from + BLOCK, window.satelliteCount);
      await pool.prepare({ window: window.record.pointer, slot: slot.pointer, from, to });
    } finally {
      slot.release();
    }
  }
}
