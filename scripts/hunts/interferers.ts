import { findOthers } from '../../src/compute/matching.js';
import { createPool } from '../../src/compute/pool.js';
import { cellCentre, cellOf } from '../../src/core/healpix.js';
import { SERVICE } from '../../src/fairness/asker.js';
import { createWorld } from '../bench/world.js';
import type { Hunting } from './hunting.js';

/**
 * Compares the intensity at the centre of a cell with the number of other satellites that `looks` finds up from there.
 * Both are for a random tracked satellite and epoch.
 */
export async function hunt({ core, next, count, source, check }: Hunting): Promise<void> {
  const { start, satellites } = await source();
  const pool = await createPool(core, 2);
  const { analysis, window, placeNear, block } = createWorld(core, pool, start, satellites);
  const scratch = block(core.layout.SCRATCH_BYTES);
  for (let compared = 0; compared < count(2000);) {
    const { noradNumber: norad, bands } = satellites[Math.floor(next() * satellites.length)] ?? { noradNumber: 0 };
    const epoch = Math.floor(next() * window.epochCount);
    const near = placeNear(norad, epoch);
    if (bands === 0 || near === undefined) continue;
    const ipix = cellOf(core.kernels, window.nside, near.latDeg, near.lonDeg);
    const centre = cellCentre(core.kernels, core.view, scratch, window.nside, ipix);
    const place = { ...centre, lonDeg: centre.lonDeg > 180 ? centre.lonDeg - 360 : centre.lonDeg, heightKm: 0 };
    const { intensity } = await analysis.point({ window, norad, band: 'all', ...place, epoch }, SERVICE);
    const others = findOthers(window, { norad, band: 'all', match: 'band' }).satellites;
    const looks = await analysis.looks({ window, norad, place, others, tUs: window.startUs + 60e6 * epoch }, SERVICE);
    if (looks === undefined) continue;
    compared++;
    const told = `${norad} at epoch ${epoch} over cell ${ipix}: ${looks.others.length} up, intensity ${intensity}`;
    check(looks.others.length === intensity, () => told);
  }
  await pool.close();
}
