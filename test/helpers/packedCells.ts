import { createCore } from '../../src/core/index.js';
import type { EpochCells } from '../../src/web/data/epochBlock.js';
import { intensitiesOf } from '../../src/web/map/cells.js';

const core = await createCore();

/** Intensities of an epoch as the page reads them, by NESTED number: -1 outside of the footprint. */
export function nestedIntensities(cells: EpochCells): Int32Array {
  const { counted } = intensitiesOf(cells);
  const nested = core.healpix(cells.nside, 'ring').toNested(Int32Array.from(counted.keys()));
  const intensities = new Int32Array(counted.length);
  for (const [cell, intensity] of counted.entries()) intensities[nested[cell] ?? 0] = intensity;
  return intensities;
}
