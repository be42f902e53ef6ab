/**
 * Hunts for differences between by-site counting (skip-ahead) and its slow twin, every satellite at every minute:
 *
 *   tsx scripts/hunt.ts CATALOGUE START PLACES [SEED]
 *
 * CATALOGUE is any file that `catalogue import` takes, START the window's start, PLACES how many random places to try.
 * Exit code 1 when a value differs.
 */
import { readCatalogue } from '../src/catalogue/index.js';
import { createOwnedCore, type OwnedCore } from '../src/core/instance.js';
import { placeSeries, placeSite, seriesBytes } from '../src/core/seriesRecord.js';
import { placeWindow, type WindowRecord } from '../src/core/windowRecord.js';
import { DEFAULT_NSIDE, ELSET_MAX_AGE_DAYS, WINDOW_EPOCHS } from '../src/spec.js';
import { randomPlaces } from './random.js';

const [file, start, places = '20', seed = '1'] = process.argv.slice(2);
if (file === undefined || start === undefined || Number.isNaN(Date.parse(start))) {
  throw new Error('usage: tsx scripts/hunt.ts CATALOGUE START PLACES [SEED]');
}

const MASKS_DEG = [0, 5, 10, 25, 40];
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const startUs = Date.parse(start) * 1000;
const { elsets } = await readCatalogue(file);
const usable = elsets.filter((elset) => Math.abs(elset.epochUs - startUs) <= ELSET_MAX_AGE_DAYS * 86_400e6);
const core = await createOwnedCore(1024);
// Each elevation mask is an emitter group of its own, so that a difference says where to look.
const satellites = usable.map((elements, i) => ({
  elements,
  bands: 1 << (i % MASKS_DEG.length),
  minElevationDeg: MASKS_DEG[i % MASKS_DEG.length]!,
}));
const window = placeWindow(core, { startUs, epochCount: WINDOW_EPOCHS, satellites });
if (window === undefined) throw new Error('the window does not fit into memory');

const sites = randomPlaces(Number(places), Number(seed)).map((place) => placeAt(core, window, place));
const before = performance.now();
const slot = block(core, core.layout.SLOT_TEXT);
core.bytes.fill(0, slot, slot + core.layout.SLOT_TEXT);
core.bytes.fill(0xff, slot + core.layout.SLOT_COVERED, slot + core.layout.SLOT_COVERED + bitmapBytes(core));
for (const site of sites) core.kernels.fillSeries(window.pointer, site.series, 0xffff, slot);
const filled = performance.now();
countEveryMinute(window);
const counted = performance.now();

let different = 0;
for (const site of sites) {
  for (let g = 0; g < window.groupCount; g++) {
    const row = rowOf(core, site.series, g);
    const twin = site.twin[g]!;
    for (let k = 0; k < WINDOW_EPOCHS; k++) {
      if (row[k] === twin[k]) continue;
      different++;
      const at = `lat ${site.latDeg.toFixed(4)} lon ${site.lonDeg.toFixed(4)}`;
      if (different <= 20) print(`${at} mask ${MASKS_DEG[g]} epoch ${k}: by site ${row[k]}, every minute ${twin[k]}`);
    }
  }
}
print(
  `${usable.length} satellites, ${sites.length} places, ${WINDOW_EPOCHS} epochs: ${different} differing values` +
    ` (by site ${((filled - before) / 1000).toFixed(1)} s, every minute ${((counted - filled) / 1000).toFixed(1)} s)`,
);
process.exitCode = different === 0 ? 0 : 1;

interface HuntSite {
  latDeg: number;
  lonDeg: number;
  series: number;
  twin: Uint16Array[];
}

function countEveryMinute(record: WindowRecord): void {
  const { kernels, layout } = core;
  const positions = block(core, WINDOW_EPOCHS * 24);
  const bitmap = block(core, bitmapBytes(core));
  const bits = new Uint32Array(core.memory.buffer, bitmap, Math.ceil(WINDOW_EPOCHS / 32));
  satellites.forEach((satellite, i) => {
    const index = record.indexOf[i]!;
    const group = i % MASKS_DEG.length;
    const sine = Math.sin((satellite.minElevationDeg * Math.PI) / 180);
    kernels.trackPositions(record.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
    for (const site of sites) {
      const twin = site.twin[group]!;
      if (kernels.coverPositions(site.series + layout.SERIES_SITE, sine, positions, WINDOW_EPOCHS, bitmap) === 0)
        continue;
      bits.forEach((word, w) => {
        for (let rest = word; rest !== 0; rest &= rest - 1) {
          const k = 32 * w + 31 - Math.clz32(rest & -rest);
          twin[k] = twin[k]! + 1;
        }
      });
    }
  });
}

function placeAt(owned: OwnedCore, record: WindowRecord, place: { latDeg: number; lonDeg: number }): HuntSite {
  const shape = { groupCount: record.groupCount, epochCount: WINDOW_EPOCHS };
  const series = block(owned, seriesBytes(owned, shape.groupCount, shape.epochCount));
  placeSeries(owned, series, shape, { nside: DEFAULT_NSIDE, ipix: 0 });
  placeSite(owned, series + owned.layout.SERIES_SITE, { ...place, heightKm: 0 });
  return { ...place, series, twin: Array.from({ length: shape.groupCount }, () => new Uint16Array(WINDOW_EPOCHS)) };
}

function rowOf(owned: OwnedCore, series: number, group: number): Uint16Array {
  const counts = owned.view.getUint32(series + owned.layout.SERIES_COUNTS, true);
  return new Uint16Array(owned.memory.buffer, counts + group * owned.kernels.rowBytes(WINDOW_EPOCHS), WINDOW_EPOCHS);
}

function bitmapBytes(owned: OwnedCore): number {
  return owned.kernels.bitmapBytes(WINDOW_EPOCHS);
}

function block(owned: OwnedCore, bytes: number): number {
  const pointer = owned.arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
  return pointer;
}
