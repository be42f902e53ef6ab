/**
 * Hunts for differences between by-site counting (by passes) and its slow twin, every satellite at every minute; at every
 * tenth place also between skipping ahead and that. Each satellite is propagated once for all places:
 *
 *   tsx scripts/huntSites.ts PLACES SEED [CATALOGUE] [SHARE]
 *
 * PLACES is how many random places to try, CATALOGUE any file that `catalogue import` takes (default: the bundled one).
 * Satellites that are hard to tell come first: with much drag, decaying, eccentric, in deep space; SHARE is the share of
 * that order to take, 1 by default. Exit code 1 when a value differs.
 */
import { createOwnedCore } from '../src/core/instance.js';
import { writeSite } from '../src/core/records/seriesRecord.js';
import { writeSlot } from '../src/core/records/slotRecord.js';
import { writeWindow } from '../src/core/records/windowRecord.js';
import { WINDOW_EPOCHS } from '../src/spec.js';
import { readSource } from './bench/catalogue.js';
import { randomPlaces } from './random.js';

const [places = '', seed = '1', catalogue, share = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(places) || !/^\d+$/.test(seed)) {
  throw new Error('usage: tsx scripts/huntSites.ts PLACES SEED [CATALOGUE] [SHARE]');
}

const MASKS_DEG = [0, 5, 10, 25, 60];
const REPORTED = 20;
/** Skipping ahead takes many times as long as counting by passes. */
const AHEAD_EVERY = 10;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const source = await readSource({ catalogue, transmitters: undefined });
const hardness = ({ elements }: (typeof source.satellites)[number]): number =>
  Math.abs(elements.bstar) * 100 +
  elements.eccentricity * 10 +
  (elements.meanMotionRevPerDay > 15.7 ? 1 : 0) +
  (elements.meanMotionRevPerDay < 11.5 ? 1 : 0);
const satellites = source.satellites
  .toSorted((a, b) => hardness(b) - hardness(a))
  .slice(0, Math.ceil(source.satellites.length * Number(share)))
  .map(({ elements, name }, i) => ({ elements, name, bands: 1, minElevationDeg: MASKS_DEG[i % MASKS_DEG.length]! }));

const core = await createOwnedCore(512);
const { kernels, layout, memory, view } = core;
const plan = { startUs: source.start.getTime() * 1000, epochCount: WINDOW_EPOCHS, satellites };
const window = writeWindow(core, plan);
if (window === undefined) throw new Error('the window does not fit into memory');
const slot = block(layout.SLOT_TEXT);
const positions = block(WINDOW_EPOCHS * 24);
const bitmapBytes = kernels.bitmapBytes(WINDOW_EPOCHS);
const bitmap = block(bitmapBytes);
const found = Buffer.from(memory.buffer, slot + layout.SLOT_COVERED, bitmapBytes);
const expected = Buffer.from(memory.buffer, bitmap, bitmapBytes);
const sites = randomPlaces(Number(places), Number(seed)).map((place) => {
  const site = block(layout.SITE_BYTES);
  writeSite(core, site, { ...place, heightKm: 0 });
  return { ...place, site };
});

/** Ways to count, and what came of them. */
const ways = [
  { name: 'by passes', kernel: 'coverTracked', every: 1 } as const,
  { name: 'skipping ahead', kernel: 'coverAhead', every: AHEAD_EVERY } as const,
].map((way) => ({ ...way, different: 0, exact: 0, ms: 0 }));

writeSlot(core, slot);
const isMarked = (marks: Buffer, k: number): boolean => ((marks[k >> 3]! >> (k & 7)) & 1) === 1;

const beganMs = performance.now();
satellites.forEach(({ minElevationDeg, name }, i) => {
  const index = window.indexOf[i]!;
  const sine = Math.sin((minElevationDeg * Math.PI) / 180);
  kernels.writeEphemeris(window.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
  sites.forEach((place, p) => {
    kernels.coverEphemeris(place.site, sine, positions, WINDOW_EPOCHS, bitmap);
    for (const way of ways) {
      if (p % way.every !== 0) continue;
      view.setUint32(slot + layout.SLOT_EXACT, 0, true);
      const before = performance.now();
      kernels[way.kernel](window.pointer, index, place.site, 0, WINDOW_EPOCHS, slot);
      way.ms += performance.now() - before;
      way.exact += view.getUint32(slot + layout.SLOT_EXACT, true);
      if (found.equals(expected)) continue;
      for (let k = 0; k < WINDOW_EPOCHS; k++) {
        if (isMarked(found, k) === isMarked(expected, k)) continue;
        way.different++;
        if (way.different > REPORTED) continue;
        const at = `lat ${place.latDeg.toFixed(4)} lon ${place.lonDeg.toFixed(4)}`;
        print(`${way.name}: ${name} (${minElevationDeg} deg) at ${at}, epoch ${k}: ${isMarked(found, k)}`);
      }
    }
  });
});
const hours = (performance.now() - beganMs) / 3_600_000;
print(
  `${satellites.length} satellites, ${sites.length} places, ${WINDOW_EPOCHS} epochs in ${hours.toFixed(3)} hours` +
    ` (${((3600 * hours) / sites.length).toFixed(1)} s a place)`,
);
for (const { name, every, different, exact, ms } of ways) {
  const looked = Math.ceil(sites.length / every);
  const each = (value: number): string => Math.round(value / looked).toLocaleString('en');
  print(
    `  ${name}, ${looked} places: ${different} differing values;` +
      ` a place took ${each(ms)} ms and ${each(exact)} exact positions`,
  );
}
process.exitCode = ways.every(({ different }) => different === 0) ? 0 : 1;

function block(bytes: number): number {
  const pointer = core.arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
  return pointer;
}
