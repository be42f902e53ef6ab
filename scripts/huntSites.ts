/**
 * Hunts for differences between by-site counting (by passes) and its slow twin, every satellite at every minute:
 *
 *   tsx scripts/huntSites.ts PLACES SEED [CATALOGUE] [SHARE]
 *
 * PLACES is how many random places to try, CATALOGUE any file that `catalogue import` takes (default: the bundled one).
 * Satellites that are hard to tell come first: with much drag, decaying, eccentric, in deep space; SHARE is the share of
 * that order to take, 1 by default. Exit code 1 when a value differs.
 */
import { createOwnedCore } from '../src/core/instance.js';
import { placeSite } from '../src/core/seriesRecord.js';
import { placeSlot } from '../src/core/slotRecord.js';
import { placeWindow } from '../src/core/windowRecord.js';
import { WINDOW_EPOCHS } from '../src/spec.js';
import { readSource } from './bench/catalogue.js';
import { randomPlaces } from './random.js';

const [places = '', seed = '1', catalogue, share = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(places) || !/^\d+$/.test(seed)) {
  throw new Error('usage: tsx scripts/huntSites.ts PLACES SEED [CATALOGUE] [SHARE]');
}

const MASKS_DEG = [0, 5, 10, 25, 60];
const REPORTED = 20;
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
const window = placeWindow(core, plan);
if (window === undefined) throw new Error('the window does not fit into memory');
const slot = block(layout.SLOT_TEXT);
const positions = block(WINDOW_EPOCHS * 24);
const bitmapBytes = kernels.bitmapBytes(WINDOW_EPOCHS);
const bitmap = block(bitmapBytes);
const found = Buffer.from(memory.buffer, slot + layout.SLOT_COVERED, bitmapBytes);
const expected = Buffer.from(memory.buffer, bitmap, bitmapBytes);
const sites = randomPlaces(Number(places), Number(seed)).map((place) => {
  const site = block(layout.SITE_BYTES);
  placeSite(core, site, { ...place, heightKm: 0 });
  return { ...place, site };
});

placeSlot(core, slot);
view.setUint32(slot + layout.SLOT_EXACT, 0, true);
let different = 0;
let byPassesMs = 0;
satellites.forEach(({ minElevationDeg, name }, i) => {
  const index = window.indexOf[i]!;
  const sine = Math.sin((minElevationDeg * Math.PI) / 180);
  kernels.trackPositions(window.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
  for (const { latDeg, lonDeg, site } of sites) {
    kernels.coverPositions(site, sine, positions, WINDOW_EPOCHS, bitmap);
    const before = performance.now();
    kernels.coverTracked(window.pointer, index, site, 0, WINDOW_EPOCHS, slot);
    byPassesMs += performance.now() - before;
    if (found.equals(expected)) continue;
    for (let k = 0; k < WINDOW_EPOCHS; k++) {
      const bit = (bytes: Buffer): number => (bytes[k >> 3]! >> (k & 7)) & 1;
      if (bit(found) === bit(expected)) continue;
      different++;
      if (different > REPORTED) continue;
      print(
        `${name} (${minElevationDeg} deg) at lat ${latDeg.toFixed(4)} lon ${lonDeg.toFixed(4)}, epoch ${k}: ${bit(found)}`,
      );
    }
  }
});
const exact = view.getUint32(slot + layout.SLOT_EXACT, true);
print(
  `${satellites.length} satellites, ${sites.length} places, ${WINDOW_EPOCHS} epochs: ${different} differing values;` +
    ` a place took ${(byPassesMs / sites.length).toFixed(0)} ms and ${Math.round(exact / sites.length)} exact positions`,
);
process.exitCode = different === 0 ? 0 : 1;

function block(bytes: number): number {
  const pointer = core.arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
  return pointer;
}
