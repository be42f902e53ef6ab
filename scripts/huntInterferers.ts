/**
 * Asks at random who is up beside a tracked satellite at the centre of a cell, and counts them beside the intensity there:
 *
 *   tsx scripts/huntInterferers.ts [CATALOGUE [QUESTIONS]]
 *
 * Satellites without a known downlink, or that cannot be propagated, are passed over. Exit code 1 when an answer differs.
 */
import { findOthers } from '../src/compute/matching.js';
import { createPool } from '../src/compute/pool.js';
import { cellCentre, cellOf } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { SERVICE } from '../src/fairness/asker.js';
import { readSource } from './bench/catalogue.js';
import { createWorld } from './bench/world.js';
import { randomFrom } from './random.js';

const MEGABYTES = 1536;
const [catalogue, questions = '2000'] = process.argv.slice(2);
const count = Number(questions);
const { start, satellites } = await readSource({ catalogue, transmitters: undefined });
const core = await createOwnedCore(MEGABYTES);
const pool = await createPool(core, 2);
const { analysis, window, block } = createWorld(core, pool, start, satellites);
const next = randomFrom(1);
const scratch = block(core.layout.SCRATCH_BYTES);
const position = block(24);
/** Latitude and longitude by which places lie beside the point below a satellite, at most. */
const NEAR_DEG = 15;
let [compared, up, differing, most] = [0, 0, 0, 0];
/** Satellites to pick at most: most of them are asked about. */
const mostPicked = 10 * count;
for (let picked = 0; compared < count && picked < mostPicked; picked++) {
  const { noradNumber: norad, bands } = satellites[Math.floor(next() * satellites.length)]!;
  const epoch = Math.floor(next() * window.epochCount);
  const index = window.satellite(norad)?.index ?? 0;
  core.kernels.writeEphemeris(window.record.pointer, index, epoch, epoch + 1, scratch, position);
  const [x = 0, y = 0, z = 0] = new Float64Array(core.memory.buffer, position, 3);
  if (bands === 0 || Number.isNaN(x)) continue;
  const off = (): number => NEAR_DEG * (2 * next() - 1);
  const latDeg = Math.max(-90, Math.min(90, (Math.atan2(z, Math.hypot(x, y)) * 180) / Math.PI + off()));
  const ipix = cellOf(core.kernels, window.nside, latDeg, (Math.atan2(y, x) * 180) / Math.PI + off());
  const centre = cellCentre(core.kernels, core.view, scratch, window.nside, ipix);
  const place = { ...centre, lonDeg: centre.lonDeg > 180 ? centre.lonDeg - 360 : centre.lonDeg, heightKm: 0 };
  const { intensity } = await analysis.point({ window, norad, band: 'all', ...place, epoch }, SERVICE);
  const others = findOthers(window, { norad, band: 'all', match: 'band' }).satellites;
  const looks = await analysis.looks({ window, norad, place, others, tUs: window.startUs + 60e6 * epoch }, SERVICE);
  if (looks === undefined) continue;
  const found = looks.others.length;
  compared++;
  up += looks.isUp ? 1 : 0;
  most = Math.max(most, intensity);
  if (found === intensity) continue;
  differing++;
  process.stdout.write(`  ${norad} at epoch ${epoch} over cell ${ipix}: ${found} up, intensity ${intensity}\n`);
}
process.stdout.write(
  `${compared} questions compared, ${up} with the satellite up, ${most} others at most: differing ${differing}\n`,
);
process.exitCode = differing === 0 && compared === count ? 0 : 1;
await pool.close();
