import type { Track } from '../../src/web/data/track.js';

/** Track as the page gets it: positions rounded to a centimetre. */
export function trackOf(epochCount: number, orbit: (minute: number) => readonly [number, number, number]): Track {
  const fixedKm = new Float64Array(3 * epochCount);
  for (let epoch = 0; epoch < epochCount; epoch++) {
    fixedKm.set(
      orbit(epoch).map((km) => Math.round(1e5 * km) / 1e5),
      3 * epoch,
    );
  }
  return { window: '', startMs: Date.parse('2026-07-10T00:00:00Z'), epochCount, fixedKm };
}
