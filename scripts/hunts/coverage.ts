import { Worker } from 'node:worker_threads';
import { findPasses } from '../../src/core/passes.js';
import { type Place, writeSite } from '../../src/core/records/seriesRecord.js';
import { writeSlot } from '../../src/core/records/slotRecord.js';
import type { MeanElements } from '../../src/core/elements.js';
import type { WindowSatellite } from '../../src/core/records/windowOrder.js';
import { writeWindow } from '../../src/core/records/windowRecord.js';
import { WINDOW_EPOCHS } from '../../src/spec.js';
import { geodeticOf } from '../../src/web/data/geodetic.js';
import { extremeElements } from '../../test/helpers/elements.js';
import type { Hunting } from './hunting.js';

const START_US = Date.UTC(2026, 6, 10) * 1000;
const MASKS_DEG = [0, 5, 10, 25, 60];
const PLACES = 8;
/** Number of satellites in a window. It then has room for one table of positions, the ephemeris of one at most. */
const SETS_IN_WINDOW = 6;
/** Largest error, in microseconds, of the begin or end of a pass: epochs as near as that to either are not checked. */
const EDGE_US = 5000;
const SECONDS_UNTIL_GIVEN_UP = 60;

/**
 * Compares coverage and passes of element sets that no satellite has: mean motions to 20 rev/day, eccentricities to
 * below 1, drag without bounds.
 */
export function extremes(hunting: Hunting): void {
  const { count, next } = hunting;
  const all = Array.from({ length: count(60) }, () => extremeElements(next, START_US));
  compareAll(hunting, START_US, all);
}

/** Compares coverage and passes of random satellites of a catalogue. */
export async function sites(hunting: Hunting): Promise<void> {
  const { count, next, source } = hunting;
  const { start, satellites } = await source();
  const all = Array.from({ length: count(600) }, () => satellites[Math.floor(next() * satellites.length)]);
  compareAll(
    hunting,
    start.getTime() * 1000,
    all.flatMap((one) => one?.elements ?? []),
  );
}

/**
 * Compares coverage by `coverTracked` (with an ephemeris if one fits), `coverAhead` (without one) and `findPasses`
 * with coverage by the exact position at every epoch. Each element set is tried at some random places. A question that
 * takes a minute ends the hunt and is named.
 */
function compareAll({ core, next, block, check, print }: Hunting, startUs: number, all: readonly MeanElements[]): void {
  const { kernels, layout, memory } = core;
  const bitmapBytes = kernels.bitmapBytes(WINDOW_EPOCHS);
  const slot = block(layout.SLOT_TEXT);
  const site = block(layout.SITE_BYTES);
  const positions = block(WINDOW_EPOCHS * 24);
  const bitmap = block(bitmapBytes);
  const room = { pointer: block(2 ** 20), bytes: 2 ** 20 };
  const found = Buffer.from(memory.buffer, slot + layout.SLOT_COVERED, bitmapBytes);
  const expected = Buffer.from(memory.buffer, bitmap, bitmapBytes);
  const note = startWatchdog();
  let longest = { ms: 0, question: '' };
  writeSlot(core, slot);

  const timed = <T>(question: string, run: () => T): T => {
    note(question);
    const before = process.cpuUsage();
    const result = run();
    const ms = process.cpuUsage(before).user / 1000;
    if (ms > longest.ms) longest = { ms, question };
    return result;
  };
  /**
   * Checks isFound against the expected coverage at epochs [from, to), but not at those for which it returns undefined.
   */
  const compare = (question: string, from: number, to: number, isFound: (k: number) => boolean | undefined): void => {
    let different = 0;
    for (let k = from; k < to; k++) {
      const covered = isFound(k);
      if (covered !== undefined && covered !== isMarked(expected, k)) different++;
    }
    check(different === 0, () => `${question}: ${different} epochs`, to - from);
  };
  /** Returns a place anywhere, or near the point below the satellite at a random epoch. */
  const placeFor = (turn: number): Place => {
    const k = 3 * Math.floor(next() * WINDOW_EPOCHS);
    const [x = 0, y = 0, z = 0] = new Float64Array(memory.buffer, positions + 8 * k, 3);
    const anywhere = { latDeg: (Math.asin(2 * next() - 1) * 180) / Math.PI, lonDeg: 360 * next() - 180, heightKm: 0 };
    if (turn % 2 === 0 || Number.isNaN(x)) return anywhere;
    const { latDeg, lonDeg } = geodeticOf(x, y, z);
    return { latDeg: Math.max(-90, Math.min(90, latDeg + 20 * (next() - 0.5))), lonDeg, heightKm: 0 };
  };
  const askAbout = (window: number, index: number, sineOfMask: number, place: Place, where: string): void => {
    writeSite(core, site, place);
    kernels.coverEphemeris(site, sineOfMask, positions, WINDOW_EPOCHS, bitmap);
    const first = Math.floor(next() * WINDOW_EPOCHS);
    const last = Math.min(WINDOW_EPOCHS, first + 1 + Math.floor(next() * 200));
    for (const [kernel, from, to] of [
      ['coverTracked', 0, WINDOW_EPOCHS],
      ['coverTracked', first, last],
      ['coverAhead', 0, WINDOW_EPOCHS],
    ] as const) {
      const question = `${kernel} of [${from}, ${to}): ${where}`;
      timed(question, () => kernels[kernel](window, index, site, from, to, slot));
      compare(question, from, to, (k) => isMarked(found, k));
    }
    const query = { window, satellite: index, place, from: 0, to: WINDOW_EPOCHS };
    const passes = timed(`passes: ${where}`, () => findPasses(core, query, slot, room)) ?? [];
    let at = 0;
    compare(`passes: ${where}`, 0, WINDOW_EPOCHS, (k) => {
      const us = startUs + 60e6 * k;
      while (at < passes.length && (passes[at]?.losUs ?? 0) <= us - EDGE_US) at++;
      const pass = passes[at];
      if (pass === undefined || us < pass.aosUs - EDGE_US) return false;
      return us > pass.aosUs + EDGE_US && us < pass.losUs - EDGE_US ? true : undefined;
    });
  };

  for (let first = 0; first < all.length; first += SETS_IN_WINDOW) {
    const satellites = all.slice(first, first + SETS_IN_WINDOW).map((elements, i): WindowSatellite => {
      return { elements, bands: 1, minElevationDeg: MASKS_DEG[(first + i) % MASKS_DEG.length] ?? 0 };
    });
    const window = writeWindow(core, { startUs, epochCount: WINDOW_EPOCHS, satellites });
    if (window === undefined) throw new Error('the window does not fit into memory');
    for (const [i, { elements, minElevationDeg }] of satellites.entries()) {
      const index = window.indexOf[i] ?? 0;
      kernels.writeEphemeris(window.pointer, index, 0, WINDOW_EPOCHS, slot + layout.SLOT_SCRATCH, positions);
      for (let turn = 0; turn < PLACES; turn++) {
        const place = placeFor(turn);
        const where = `${JSON.stringify({ ...elements, minElevationDeg })} at ${place.latDeg}, ${place.lonDeg}`;
        askAbout(window.pointer, index, Math.sin((minElevationDeg * Math.PI) / 180), place, where);
      }
    }
    window.free();
  }
  print(`  the longest question took ${(longest.ms / 1000).toFixed(3)} s of processor time: ${longest.question}`);
}

function isMarked(marks: Buffer, k: number): boolean {
  return (((marks[k >> 3] ?? 0) >> (k & 7)) & 1) === 1;
}

/**
 * Starts a thread that ends this process if a question takes too long: nothing else can end a kernel that runs for
 * ever. Returns the function that names the next question.
 */
function startWatchdog(): (question: string) => void {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  const current = new Uint8Array(new SharedArrayBuffer(1024));
  const program = `const { turns, current, seconds, pid } = require('node:worker_threads').workerData;
    let [last, since] = [0, Date.now()];
    setInterval(() => {
      const now = Atomics.load(turns, 0);
      if (now !== last) [last, since] = [now, Date.now()];
      if (Date.now() - since < 1000 * seconds) return;
      require('node:fs').writeSync(2, 'does not end: ' + Buffer.from(current).toString().replaceAll('\\0', '') + '\\n');
      process.kill(pid, 'SIGKILL');
    }, 1000);`;
  const workerData = { turns, current, seconds: SECONDS_UNTIL_GIVEN_UP, pid: process.pid };
  new Worker(program, { eval: true, workerData }).unref();
  return (question) => {
    current.fill(0);
    current.set(Buffer.from(question).subarray(0, current.length));
    Atomics.add(turns, 0, 1);
  };
}
