import fc from 'fast-check';
import { cellCount } from '../../src/core/healpix.js';
import { withScratch } from '../../src/core/parts.js';
import { loadWindow } from '../../src/memory/loadedWindow.js';
import { differingCells, type PlacedSatellite, placedSatellites } from '../../test/assembly/footprint/everyCell.js';
import { sampleSatellites, START_US } from '../../test/helpers/sky.js';
import type { Hunting } from './hunting.js';

const BATCH = 250;
const ELEVATIONS_DEG = [0, 5, 10, 25, 60];
const EPOCHS = 10_080;
const NSIDE = 64;

/**
 * Compares footprints found by their closed form with the elevation seen from each cell. Batches alternate: satellites
 * of the bundled catalogue, every other one moved to a random place above the Earth at the same distance; then
 * satellites at positions at which the closed form is most likely to go wrong.
 */
export function hunt({ core, next, seed, count, check }: Hunting): void {
  const arbitrary = placedSatellites(core, NSIDE, BATCH);
  const options = { startUs: START_US, epochCount: EPOCHS, nside: NSIDE, minElevationDeg: 0 };
  const window = loadWindow(core, { id: 1, identity: '', ...options }, sampleSatellites(1));

  const positionAt = (index: number, epoch: number): readonly [number, number, number] =>
    withScratch(core, core.layout.SCRATCH_BYTES + 64, (scratch) => {
      const out = scratch + core.layout.SCRATCH_BYTES;
      core.kernels.writeEphemeris(window.record.pointer, index, epoch, epoch + 1, scratch, out);
      const [x = 0, y = 0, z = 0] = new Float64Array(core.memory.buffer, out, 3);
      return [x, y, z] as const;
    });

  /** Draws satellites in the order of their minimum elevation, in which `differingCells` is fastest. */
  const turnedSatellites = (): PlacedSatellite[] =>
    Array.from({ length: BATCH }, (_, i): PlacedSatellite => {
      const [x, y, z] = positionAt(Math.floor(next() * window.satelliteCount), Math.floor(next() * EPOCHS));
      const height = 2 * next() - 1;
      const angle = 2 * Math.PI * next();
      const range = Math.hypot(x, y, z);
      const level = range * Math.sqrt(1 - height * height);
      const turned = [level * Math.cos(angle), level * Math.sin(angle), range * height] as const;
      const minElevationDeg = ELEVATIONS_DEG[Math.floor((i * ELEVATIONS_DEG.length) / BATCH)] ?? 0;
      return { position: i % 2 === 0 ? turned : [x, y, z], minElevationDeg };
    }).filter(({ position }) => !Number.isNaN(position[0]));

  for (let hunted = 0, turn = 0; hunted < count(5000); turn++) {
    const [sample = []] = fc.sample(arbitrary, { numRuns: 1, seed: seed + hunted });
    const batch = turn % 2 === 0 ? sample : turnedSatellites();
    hunted += batch.length;
    check(true, () => '', batch.length * cellCount(NSIDE));
    for (const line of differingCells(core, NSIDE, batch)) check(false, () => line, 0);
  }
}
