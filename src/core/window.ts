import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, EPOCH_MS, MIN_ELEVATION_RANGE_DEG, WINDOW_EPOCHS } from '../spec.js';
import { checkElements, type MeanElements } from './elements.js';
import { cellOf } from './healpix.js';
import type { OwnedCore } from './instance.js';
import { openPlace } from './place.js';
import type { WindowSatellite } from './records/windowOrder.js';
import { type WindowRecord, writeWindow } from './records/windowRecord.js';
import { withScratch } from './withScratch.js';

/** Geodetic degrees on WGS84, longitude east. */
export interface LatLon {
  latDeg: number;
  lonDeg: number;
}

export interface CoreSatellite {
  /** Their epoch at most ten years from the window's start. */
  elements: MeanElements;
  /** Downlink bands as a mask: satellites interfere where they share a bit. All of them by default. */
  bands?: number;
  /** 0 to below 90; 10 by default. */
  minElevationDeg?: number;
}

export interface CoreWindowOptions {
  /** A whole UTC minute. */
  start: Date;
  /** Minutes, 1 to 10,080 (the default, a week). */
  epochCount?: number;
  /** A power of two from 1 to 8192; 64 by default. */
  nside?: number;
  satellites: readonly CoreSatellite[];
}

/** One satellite over one place; one entry per minute from the window's start. */
export interface PlaceWeek {
  ipix: number;
  /** 1 where the satellite stands at or above its minimum elevation, seen from the cell's centre. */
  covered: Uint8Array;
  /** How many others do so too and share a band with it; 0 where it is not covered. */
  intensity: Uint16Array;
}

export interface CoreWindow {
  readonly epochCount: number;
  readonly nside: number;
  /** Earth-fixed x, y, z in km, minute by minute; NaN where the satellite cannot be propagated. */
  ephemeris(satellite: number): Float64Array;
  /** @param satellite index into the window's satellites; @param bands only these (default: any that it transmits in) */
  week(satellite: number, place: LatLon, bands?: number): PlaceWeek;
  /**
   * Place whose cell's counts are kept, for the weeks of many satellites over it: each takes what no satellite before it needed.
   * RangeError for a latitude or longitude out of range, or when the memory is too small: 20 KB for each band set and week.
   */
  place(place: LatLon): CorePlace;
  /** Does what the first week would do for all satellites, and the later ones need not: some 50 microseconds for each satellite. */
  prepare(): void;
  /** Gives its memory back, with that of its places; the window cannot be used afterwards. May be called more than once. */
  close(): void;
}

/** A place of a window, with what was counted over it. */
export interface CorePlace {
  readonly ipix: number;
  /** What `week` of the window gives for this place. */
  week(satellite: number, bands?: number): PlaceWeek;
  /** Counts all satellites at all epochs, so that no week needs to: each takes some 0.1 ms from then on. */
  prepare(): void;
  /** Gives its memory back; the place cannot be used afterwards. May be called more than once. */
  close(): void;
}

const ALL_BANDS = 0xffff_ffff;
/** SDP4 steps from the epoch in half-days: after a slip in the unit it would go on for ever. */
const MAX_AGE_DAYS = 3653;
const US_PER_DAY = 86_400e6;

/** A window over a core's kernels. @throws RangeError */
export function openWindow(core: OwnedCore, options: CoreWindowOptions): CoreWindow {
  const { start, epochCount = WINDOW_EPOCHS, nside = DEFAULT_NSIDE, satellites } = options;
  if (!(start.getTime() % EPOCH_MS === 0)) throw new RangeError(`start ${String(start)}: a whole UTC minute is needed`);
  if (!Number.isInteger(epochCount) || epochCount < 1 || epochCount > WINDOW_EPOCHS) {
    throw new RangeError(`epochCount ${epochCount}: a whole number from 1 to ${WINDOW_EPOCHS} is needed`);
  }
  cellOf(core.kernels, nside, 0, 0);
  const startUs = start.getTime() * 1000;
  const plan = satellites.map((satellite, i) => planned(satellite, startUs, `satellites[${i}]`));
  const record = writeWindow(core, { startUs, epochCount, satellites: plan });
  if (record === undefined) throw new RangeError(`${plan.length} satellites do not fit into the core's memory`);
  let open = true;
  const places = new Set<CorePlace>();
  const checkOpen = (): void => {
    // Its memory may belong to another window by now.
    if (!open) throw new Error('the window is closed');
  };
  const find = (satellite: number): { index: number; own: number } => {
    checkOpen();
    const index = record.indexOf[satellite];
    const own = plan[satellite]?.bands;
    if (index !== undefined && own !== undefined) return { index, own };
    throw new RangeError(`satellite ${satellite}: the window has ${plan.length}, numbered from 0`);
  };
  const place = ({ latDeg, lonDeg }: LatLon): CorePlace => {
    checkOpen();
    const ipix = cellOf(core.kernels, nside, latDeg, lonDeg);
    const series = openPlace(core, record, epochCount, { nside, ipix });
    const checkKept = (): void => {
      if (!places.has(kept)) throw new Error('the place is closed');
    };
    const kept: CorePlace = {
      ipix,
      week: (satellite, bands = ALL_BANDS) => {
        const { index, own } = find(satellite);
        checkKept();
        return { ipix, ...series.week(index, (bands & own) >>> 0) };
      },
      prepare: () => {
        checkOpen();
        checkKept();
        series.fill();
      },
      close: () => {
        if (places.delete(kept)) series.free();
      },
    };
    places.add(kept);
    return kept;
  };
  return {
    epochCount,
    nside,
    ephemeris: (satellite) => ephemerisOf(core, record, find(satellite).index, epochCount),
    week: (satellite, at, bands) => {
      find(satellite);
      const kept = place(at);
      try {
        return kept.week(satellite, bands);
      } finally {
        kept.close();
      }
    },
    place,
    prepare: () => {
      checkOpen();
      withScratch(core, (scratch) => {
        core.kernels.fitEphemerides(record.pointer, 0, plan.length, scratch);
      });
    },
    close: () => {
      for (const kept of places) kept.close();
      if (open) record.free();
      open = false;
    },
  };
}

/** A satellite as the window takes it, at `where` among the options. @throws RangeError */
function planned(satellite: CoreSatellite, startUs: number, where: string): WindowSatellite {
  const { elements, bands = ALL_BANDS, minElevationDeg = DEFAULT_MIN_ELEVATION_DEG } = satellite;
  const { low, below } = MIN_ELEVATION_RANGE_DEG;
  if (!(minElevationDeg >= low && minElevationDeg < below)) {
    throw new RangeError(`${where}.minElevationDeg ${minElevationDeg}: ${low} to below ${below} is needed`);
  }
  checkElements(elements, `${where}.elements`);
  if (!(Math.abs(elements.epochUs - startUs) <= MAX_AGE_DAYS * US_PER_DAY)) {
    throw new RangeError(
      `${where}.elements.epochUs ${elements.epochUs}: at most ${MAX_AGE_DAYS} days from the start, ${startUs}, is needed`,
    );
  }
  return { elements, bands: bands >>> 0, minElevationDeg };
}

function ephemerisOf(core: OwnedCore, window: WindowRecord, index: number, epochCount: number): Float64Array {
  const { kernels, layout, memory } = core;
  return withScratch(
    core,
    (scratch) => {
      const out = scratch + layout.SCRATCH_BYTES;
      kernels.writeEphemeris(window.pointer, index, 0, epochCount, scratch, out);
      return new Float64Array(memory.buffer, out, 3 * epochCount).slice();
    },
    layout.SCRATCH_BYTES + 24 * epochCount,
  );
}
