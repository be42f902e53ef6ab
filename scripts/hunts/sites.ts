import { writeSite } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import { writeWindow } from '../../src/core/records/windowRecord.js';
import { WINDOW_EPOCHS } from '../../src/spec.js';
import { randomPlaces } from '../random.js';
import type { Hunting } from './hunting.js';

const MASKS_DEG = [0, 5, 10, 25, 60];
/** Skipping ahead is tried at every n-th place, as it takes many times as long as counting by passes. */
const AHEAD_EVERY = 10;

/**
 * Compares three ways to find the minutes at which satellites cover random places: by passes, by skipping ahead, and by
 * a look at every minute. Each satellite is propagated once for all places; `--count` says how many places.
 */
export async function hunt({ core, seed, count, source, block, check }: Hunting): Promise<void> {
  const { kernels, layout, memory } = core;
  const { start, satellites: all } = await source();
  const satellites = all.map(({ elements, name }, i) => {
    return { elements, name, bands: 1, minElevationDeg: MASKS_DEG[i % MASKS_DEG.length] ?? 0 };
  });
  const window = writeWindow(core, { startUs: start.getTime() * 1000, epochCount: WINDOW_EPOCHS, satellites });
  if (window === undefined) throw new Error('the window does not fit into memory');
  const slot = block(layout.SLOT_TEXT);
  writeSlot(core, slot);
  const positions = block(WINDOW_EPOCHS * 24);
  const bitmapBytes = kernels.bitmapBytes(WINDOW_EPOCHS);
  const bitmap = block(bitmapBytes);
  const found = Buffer.from(memory.buffer, slot + layout.SLOT_COVERED, bitmapBytes);
  const expected = Buffer.from(memory.buffer, bitmap, bitmapBytes);
  const sites = randomPlaces(count(10), seed).map((place) => {
    const site = block(layout.SITE_BYTES);
    writeSite(core, site, { ...place, heightKm: 0 });
    return { ...place, site };
  });
  satellites.forEach(({ minElevationDeg, name }, i) => {
    const index = window.indexOf[i] ?? 0;
    const sine = Math.sin((minElevationDeg * Math.PI) / 180);
    kernels.writeEphemeris(window.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
    for (const [p, { site, latDeg, lonDeg }] of sites.entries()) {
      kernels.coverEphemeris(site, sine, positions, WINDOW_EPOCHS, bitmap);
      for (const way of p % AHEAD_EVERY === 0
        ? (['coverTracked', 'coverAhead'] as const)
        : (['coverTracked'] as const)) {
        kernels[way](window.pointer, index, site, 0, WINDOW_EPOCHS, slot);
        const where = (): string => `${way}: ${name} (${minElevationDeg} deg) at lat ${latDeg} lon ${lonDeg}`;
        check(found.equals(expected), where, WINDOW_EPOCHS);
      }
    }
  });
}
