/**
 * Hunts for cells that ring intervals put on the wrong side of a footprint's edge, against the test of every cell:
 *
 *   tsx scripts/huntFootprints.ts NSIDE SATELLITES [SEED]
 *
 * In turns satellites of the bundled catalogue at some epoch, each turned to somewhere else on its sphere, and satellites
 * where ring intervals have most reason to go wrong. Exit code 1 when a cell differs.
 */
import fc from 'fast-check';
import { cellCount } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { differingCells, type PlacedSatellite, placedSatellites } from '../test/assembly/footprint/everyCell.js';
import { sampleSatellites, START_US } from '../test/helpers/sky.js';
import { withScratch } from '../src/core/withScratch.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { randomFrom } from './random.js';

const BATCH = 250;
const ELEVATIONS_DEG = [0, 5, 10, 25, 60];
const EPOCHS = 10_080;
const [nside = 64, satellites = 1000, seed = 1] = process.argv.slice(2).map(Number);
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const core = await createOwnedCore(256);
const arbitrary = placedSatellites(core, nside, BATCH);
const options = { startUs: START_US, epochCount: EPOCHS, nside, minElevationDeg: 0 };
const window = loadWindow(core, { id: 1, identity: '', ...options }, sampleSatellites(1));
const next = randomFrom(seed);

/** By minimum elevation: the test of every cell is quickest so. */
function turnedSatellites(): PlacedSatellite[] {
  const turned = Array.from({ length: BATCH }, (_, i): PlacedSatellite => {
    const [x, y, z] = positionAt(Math.floor(next() * window.satelliteCount), Math.floor(next() * EPOCHS));
    const height = 2 * next() - 1;
    const angle = 2 * Math.PI * next();
    const range = Math.hypot(x, y, z);
    const level = range * Math.sqrt(1 - height * height);
    const position = [level * Math.cos(angle), level * Math.sin(angle), range * height] as const;
    const minElevationDeg = ELEVATIONS_DEG[Math.floor((i * ELEVATIONS_DEG.length) / BATCH)] as number;
    // Some stay where they are: their orbits know no random places.
    return { position: i % 2 === 0 ? position : [x, y, z], minElevationDeg };
  });
  return turned.filter(({ position }) => !Number.isNaN(position[0]));
}

function positionAt(index: number, epoch: number): readonly [number, number, number] {
  return withScratch(
    core,
    (scratch) => {
      const out = scratch + core.layout.SCRATCH_BYTES;
      core.kernels.writeEphemeris(window.record.pointer, index, epoch, epoch + 1, scratch, out);
      const [x = 0, y = 0, z = 0] = new Float64Array(core.memory.buffer, out, 3);
      return [x, y, z] as const;
    },
    core.layout.SCRATCH_BYTES + 64,
  );
}

let hunted = 0;
let wrong = 0;
for (let turn = 0; hunted < satellites; turn++) {
  const [sample = []] = fc.sample(arbitrary, { numRuns: 1, seed: seed + hunted });
  const batch = turn % 2 === 0 ? sample : turnedSatellites();
  const lines = differingCells(core, nside, batch);
  wrong += lines.length;
  lines.slice(0, 5).forEach(print);
  hunted += batch.length;
}
print(`nside ${nside}: ${wrong} wrong of ${((hunted * cellCount(nside)) / 1e6).toFixed(1)} million cells`);
process.exitCode = wrong === 0 ? 0 : 1;
