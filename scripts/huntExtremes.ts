/**
 * Hunts with element sets that no satellite has, but that an import accepts: mean motions to 20 rev/day, eccentricities to
 * 0.9 and beyond, drag to 1 either way and beyond, elsets to two weeks from the window. Counting by passes, skipping
 * ahead and the finding of passes against looking at every minute, at some places each, with a clock for every question:
 *
 *   tsx scripts/huntExtremes.ts SETS SEED [PLACES]
 *
 * PLACES is how many places for each set, 8 by default: every other one below the satellite. Exit code 1 when a value
 * differs; a question that takes a minute is named, and ends the hunt.
 */
import { Worker } from 'node:worker_threads';
import { geodeticOf } from '../src/web/data/geodetic.js';
import { createOwnedCore } from '../src/core/instance.js';
import { findPasses } from '../src/core/passes.js';
import { type Place, writeSite } from '../src/core/records/seriesRecord.js';
import { writeSlot } from '../src/core/records/slotRecord.js';
import type { WindowSatellite } from '../src/core/records/windowOrder.js';
import { type WindowRecord, writeWindow } from '../src/core/records/windowRecord.js';
import { WINDOW_EPOCHS } from '../src/spec.js';
import { extremeElements } from '../test/helpers/extremeElements.js';
import { randomFrom } from './random.js';

const [sets = '', seed = '1', places = '8'] = process.argv.slice(2);
if (![sets, seed, places].every((word) => /^\d+$/.test(word))) {
  throw new Error('usage: tsx scripts/huntExtremes.ts SETS SEED [PLACES]');
}

const START_US = Date.UTC(2026, 6, 10) * 1000;
const MASKS_DEG = [0, 5, 10, 25, 60];
/** One satellite of each window may have its minutes kept, the others skip ahead where nothing fits them. */
const SETS_IN_WINDOW = 6;
/** Rises and sets are good to a millisecond. */
const EDGE_US = 5000;
const REPORTED = 20;
const SECONDS_UNTIL_GIVEN_UP = 60;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const next = randomFrom(Number(seed));
const core = await createOwnedCore(64);
const { kernels, layout, memory } = core;
const bitmapBytes = kernels.bitmapBytes(WINDOW_EPOCHS);
const slot = block(layout.SLOT_TEXT);
const site = block(layout.SITE_BYTES);
const positions = block(WINDOW_EPOCHS * 24);
const bitmap = block(bitmapBytes);
const room = { pointer: block(2 ** 20), bytes: 2 ** 20 };
const found = Buffer.from(memory.buffer, slot + layout.SLOT_COVERED, bitmapBytes);
const expected = Buffer.from(memory.buffer, bitmap, bitmapBytes);
writeSlot(core, slot);

const ways = ['by passes', 'by passes, a short while', 'skipping ahead', 'finding passes'] as const;
type Way = (typeof ways)[number];
const differing = new Map<Way, number>(ways.map((way) => [way, 0]));
const longest = new Map<Way, { ms: number; where: string }>(ways.map((way) => [way, { ms: 0, where: '' }]));
let questions = 0;
let reported = 0;
let coveredMinutes = 0;

// Nothing else can end a kernel that does not: it has this thread.
const clock = new Int32Array(new SharedArrayBuffer(4));
const current = new Uint8Array(new SharedArrayBuffer(1024));
const watchdog = new Worker(
  `const { clock, current, seconds, pid } = require('node:worker_threads').workerData;
  let [last, since] = [0, Date.now()];
  setInterval(() => {
    const now = Atomics.load(clock, 0);
    if (now !== last) [last, since] = [now, Date.now()];
    if (Date.now() - since < 1000 * seconds) return;
    require('node:fs').writeSync(2, 'does not end: ' + Buffer.from(current).toString().replaceAll('\\0', '') + '\\n');
    process.kill(pid, 'SIGKILL');
  }, 1000);`,
  { eval: true, workerData: { clock, current, seconds: SECONDS_UNTIL_GIVEN_UP, pid: process.pid } },
);
watchdog.unref();

/** Runs a question by the clock: that of the processor, which other programs leave alone. */
function timed<T>(way: Way, where: string, run: () => T): T {
  current.fill(0);
  current.set(Buffer.from(`${way}: ${where}`).subarray(0, current.length));
  Atomics.add(clock, 0, 1);
  questions++;
  const before = process.cpuUsage();
  const result = run();
  const ms = process.cpuUsage(before).user / 1000;
  if (ms > (longest.get(way)?.ms ?? 0)) longest.set(way, { ms, where });
  return result;
}

/** Notes the epochs of [from, to) at which what was found differs from what is expected. */
function compare(way: Way, where: string, from: number, to: number, isFound: (k: number) => boolean | undefined): void {
  const epochs: number[] = [];
  for (let k = from; k < to; k++) {
    const covered = isFound(k);
    if (covered !== undefined && covered !== isMarked(expected, k)) epochs.push(k);
  }
  if (epochs.length === 0) return;
  differing.set(way, (differing.get(way) ?? 0) + epochs.length);
  if (++reported > REPORTED) return;
  print(`${way}: ${epochs.length} epochs from ${epochs[0]} on differ: ${where}`);
}

function isMarked(marks: Buffer, k: number): boolean {
  return ((marks[k >> 3]! >> (k & 7)) & 1) === 1;
}

/** Anywhere on the sphere, or, every other time, near where the satellite once is. */
function placeFor(turn: number): Place {
  const k = 3 * Math.floor(next() * WINDOW_EPOCHS);
  const [x = 0, y = 0, z = 0] = new Float64Array(memory.buffer, positions + 8 * k, 3);
  const anywhere = { latDeg: (Math.asin(2 * next() - 1) * 180) / Math.PI, lonDeg: 360 * next() - 180, heightKm: 0 };
  if (turn % 2 === 0 || Number.isNaN(x)) return anywhere;
  const { latDeg, lonDeg } = geodeticOf(x, y, z);
  const lat = latDeg + 20 * (next() - 0.5);
  return { latDeg: Math.max(-90, Math.min(90, lat)), lonDeg, heightKm: 0 };
}

function askAbout(window: WindowRecord, index: number, sineOfMask: number, place: Place, where: string): void {
  writeSite(core, site, place);
  kernels.coverEphemeris(site, sineOfMask, positions, WINDOW_EPOCHS, bitmap);
  const isFound = (k: number): boolean => isMarked(found, k);
  coveredMinutes += timed('by passes', where, () =>
    kernels.coverTracked(window.pointer, index, site, 0, WINDOW_EPOCHS, slot),
  );
  compare('by passes', where, 0, WINDOW_EPOCHS, isFound);

  const from = Math.floor(next() * WINDOW_EPOCHS);
  const to = Math.min(WINDOW_EPOCHS, from + 1 + Math.floor(next() * 200));
  const short = `epochs ${from} to ${to}, ${where}`;
  timed('by passes, a short while', short, () => kernels.coverTracked(window.pointer, index, site, from, to, slot));
  compare('by passes, a short while', short, from, to, isFound);

  timed('skipping ahead', where, () => kernels.coverAhead(window.pointer, index, site, 0, WINDOW_EPOCHS, slot));
  compare('skipping ahead', where, 0, WINDOW_EPOCHS, isFound);

  const query = { window: window.pointer, satellite: index, from: 0, to: WINDOW_EPOCHS };
  const passes = timed('finding passes', where, () => findPasses(core, query, place, slot, room));
  if (passes === undefined) throw new Error('cancelled');
  let at = 0;
  compare('finding passes', where, 0, WINDOW_EPOCHS, (k) => {
    const us = START_US + 60e6 * k;
    while (at < passes.length && passes[at]!.losUs <= us - EDGE_US) at++;
    const pass = passes[at];
    if (pass === undefined || us < pass.aosUs - EDGE_US) return false;
    return us > pass.aosUs + EDGE_US && us < pass.losUs - EDGE_US ? true : undefined;
  });
}

const began = performance.now();
const all = Array.from({ length: Number(sets) }, () => extremeElements(next, START_US));
for (let first = 0; first < all.length; first += SETS_IN_WINDOW) {
  const satellites = all.slice(first, first + SETS_IN_WINDOW).map((elements, i): WindowSatellite => ({
    elements,
    bands: 1,
    minElevationDeg: MASKS_DEG[(first + i) % MASKS_DEG.length]!,
  }));
  const window = writeWindow(core, { startUs: START_US, epochCount: WINDOW_EPOCHS, satellites });
  if (window === undefined) throw new Error('the window does not fit into memory');
  satellites.forEach(({ elements, minElevationDeg }, i) => {
    const index = window.indexOf[i]!;
    kernels.writeEphemeris(window.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
    for (let turn = 0; turn < Number(places); turn++) {
      const place = placeFor(turn);
      const where = `${JSON.stringify({ ...elements, minElevationDeg })} at ${place.latDeg}, ${place.lonDeg}`;
      askAbout(window, index, Math.sin((minElevationDeg * Math.PI) / 180), place, where);
    }
  });
  window.free();
}

const minutes = (performance.now() - began) / 60_000;
print(
  `${sets} sets, seed ${seed}, ${places} places each: ${questions} questions in ${minutes.toFixed(1)} minutes,` +
    ` ${coveredMinutes} covered minutes`,
);
for (const way of ways) {
  const { ms, where } = longest.get(way)!;
  print(
    `  ${way}: ${differing.get(way)} differing values; the longest question took ${(ms / 1000).toFixed(3)} s of processor time`,
  );
  print(`    ${where}`);
}
process.exitCode = [...differing.values()].every((count) => count === 0) ? 0 : 1;

function block(bytes: number): number {
  const pointer = core.arena.allocate(bytes);
  if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
  return pointer;
}
