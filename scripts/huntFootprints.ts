/**
 * Hunts for cells that ring intervals put on the wrong side of a footprint's edge, against the test of every cell:
 *
 *   tsx scripts/huntFootprints.ts NSIDE SATELLITES [SEED]
 *
 * Exit code 1 when a cell differs.
 */
import fc from 'fast-check';
import { cellCount } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { differingCells, placedSatellites } from '../test/assembly/footprint/everyCell.js';

const BATCH = 250;
const [nside = 64, satellites = 1000, seed = 1] = process.argv.slice(2).map(Number);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const core = await createOwnedCore(256);
const arbitrary = placedSatellites(core, nside, BATCH);
let hunted = 0;
let wrong = 0;
while (hunted < satellites) {
  const [batch = []] = fc.sample(arbitrary, { numRuns: 1, seed: seed + hunted });
  const lines = differingCells(core, nside, batch);
  wrong += lines.length;
  lines.slice(0, 5).forEach(print);
  hunted += batch.length;
}
print(`nside ${nside}: ${wrong} wrong of ${((hunted * cellCount(nside)) / 1e6).toFixed(1)} million cells`);
process.exitCode = wrong === 0 ? 0 : 1;
