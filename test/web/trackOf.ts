import { geodeticOf } from '../../src/web/data/geodetic.js';
import type { Track } from '../../src/web/data/track.js';

/** Track as the page gets it: positions rounded to a centimetre, geodetic ones in single precision. */
export function trackOf(epochCount: number, orbit: (minute: number) => readonly [number, number, number]): Track {
  const positions = new Float32Array(3 * epochCount);
  const fixedKm = new Float64Array(3 * epochCount);
  for (let epoch = 0; epoch < epochCount; epoch++) {
    const [x, y, z] = orbit(epoch).map((km) => Math.round(1e5 * km) / 1e5) as [number, number, number];
    const { latDeg, lonDeg, heightKm } = geodeticOf(x, y, z);
    positions.set([latDeg, lonDeg, heightKm], 3 * epoch);
    fixedKm.set([x, y, z], 3 * epoch);
  }
  return { window: '', startMs: Date.parse('2026-07-10T00:00:00Z'), epochCount, positions, fixedKm };
}
