import { type Analysis, createAnalysis } from '../../src/compute/analysis.js';
import type { Pool } from '../../src/compute/pool.js';
import { cellOf } from '../../src/core/healpix.js';
import type { OwnedCore } from '../../src/core/instance.js';
import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, WINDOW_EPOCHS } from '../../src/spec.js';
import { type LoadedWindow, loadWindow } from '../../src/memory/loadedWindow.js';
import { createMapBlocks } from '../../src/memory/mapBlocks.js';
import { createRingTables, type RingTables } from '../../src/memory/ringTables.js';
import { createSeriesCache, type SeriesLoader } from '../../src/memory/seriesCache.js';
import { createSlots } from '../../src/memory/slots.js';
import { createLoadedWindows } from '../../src/memory/loadedWindows.js';
import { randomFrom } from '../random.js';
import type { BenchSatellite } from './catalogue.js';

interface Place {
  latDeg: number;
  lonDeg: number;
}

/** Window of seven days over a catalogue, and the analysis that answers from it. */
export interface World {
  core: OwnedCore;
  pool: Pool;
  ringTables: RingTables;
  window: LoadedWindow;
  satellites: readonly BenchSatellite[];
  analysis: Analysis;
  /** One satellite of each class, by name or else by revolutions a day: LEO (the ISS), Starlink, GPS, GEO. */
  classes: { name: string; norad: number }[];
  /**
   * Returns a place near a point that the given satellite passes over, or a place anywhere, in a cell that has not been
   * used before.
   */
  freshPlace: (norad?: number) => Place;
  /** Returns a place near the point below a satellite at an epoch; undefined if SGP4 fails. */
  placeNear: (norad: number, epoch: number) => Place | undefined;
  /** Allocates memory that is kept to the end; returns its address. */
  block: (bytes: number) => number;
}

const CLASSES = [
  { name: 'LEO', pattern: /^ISS \(ZARYA\)/, revPerDay: [12, 17] },
  { name: 'Starlink', pattern: /^STARLINK/, revPerDay: [14, 16.5] },
  { name: 'GPS', pattern: /^(NAVSTAR|GPS)/, revPerDay: [1.9, 2.1] },
  { name: 'GEO', pattern: /^ASTRA/, revPerDay: [0.99, 1.01] },
] as const;
const SERIES_BYTES = 192 * 2 ** 20;
const SLOTS = 48;
const MAPS = 8;
/**
 * Largest distance, in degrees of latitude and of longitude, of a place from the point below a satellite: a low
 * satellite stands about 10 degrees high that far away.
 */
const NEAR_DEG = 12;
const DEG = 180 / Math.PI;

export function createWorld(core: OwnedCore, pool: Pool, start: Date, satellites: readonly BenchSatellite[]): World {
  const header = { id: 1, identity: '', startUs: start.getTime() * 1000, epochCount: WINDOW_EPOCHS };
  const options = { nside: DEFAULT_NSIDE, minElevationDeg: DEFAULT_MIN_ELEVATION_DEG };
  const window = loadWindow(core, { ...header, ...options }, satellites);
  const ringTables = createRingTables(core);
  const block = (bytes: number): number => {
    const pointer = core.arena.allocate(bytes);
    if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
    return pointer;
  };
  const scratch = block(core.layout.SCRATCH_BYTES);
  const position = block(24);
  const next = randomFrom(1);
  const given = new Set<number>();

  const placeNear = (norad: number, epoch: number): Place | undefined => {
    const index = window.satellite(norad)?.index ?? 0;
    core.kernels.writeEphemeris(window.record.pointer, index, epoch, epoch + 1, scratch, position);
    const [x = 0, y = 0, z = 0] = new Float64Array(core.memory.buffer, position, 3);
    if (Number.isNaN(x)) return undefined;
    const off = (): number => NEAR_DEG * (2 * next() - 1);
    const latDeg = Math.max(-89, Math.min(89, Math.atan2(z, Math.hypot(x, y)) * DEG + off()));
    return { latDeg, lonDeg: ((Math.atan2(y, x) * DEG + off() + 540) % 360) - 180 };
  };

  const placeAnywhere = (): Place => ({ latDeg: Math.asin(2 * next() - 1) * DEG, lonDeg: 360 * next() - 180 });

  return {
    core,
    pool,
    ringTables,
    window,
    satellites,
    analysis: analysisOf(core, pool, ringTables, window, () => Promise.resolve()),
    classes: CLASSES.map(({ name, pattern, revPerDay: [low, high] }) => {
      const audible = satellites.filter(({ bands }) => bands !== 0);
      const found =
        audible.find((satellite) => pattern.test(satellite.name)) ??
        audible.find(({ elements: { meanMotionRevPerDay: n } }) => n >= low && n <= high);
      if (found === undefined) throw new Error(`the catalogue has no ${name} satellite with a known downlink`);
      return { name, norad: found.noradNumber };
    }),
    freshPlace(norad) {
      for (;;) {
        const epoch = Math.floor(next() * WINDOW_EPOCHS);
        const place = (norad === undefined ? undefined : placeNear(norad, epoch)) ?? placeAnywhere();
        const cell = cellOf(core.kernels, window.nside, place.latDeg, place.lonDeg);
        if (given.has(cell)) continue;
        given.add(cell);
        return place;
      }
    },
    placeNear,
    block,
  };
}

/** Composes an analysis over a window, as the service does. */
function analysisOf(
  core: OwnedCore,
  pool: Pool,
  ringTables: RingTables,
  window: LoadedWindow,
  loader: SeriesLoader,
): Analysis {
  const series = createSeriesCache(core, SERIES_BYTES, loader);
  const windows = createLoadedWindows(series, () => Promise.resolve(undefined));
  windows.publish(window);
  const slots = createSlots(core, SLOTS);
  const maps = createMapBlocks(core, ringTables, MAPS);
  return createAnalysis({ core, pool, slots, series, maps, windows });
}
