import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, EPOCH_MS, WINDOW_EPOCHS } from '../../spec.js';
import { checkChoice, checkedBands, checkList, checkObject, checkWhole, optionsOf, unfit } from '../arguments.js';
import { checkElements, checkMinElevation } from '../elements.js';
import { cellOf, checkNside } from '../healpix.js';
import type { OwnedCore } from '../instance.js';
import { checkedEpochs, type Maps, openMaps } from './occupancy.js';
import { openPlace } from './place.js';
import { groupRanges } from '../records/emitterGroups.js';
import type { WindowSatellite } from '../records/windowOrder.js';
import { type WindowRecord, writeWindow } from '../records/windowRecord.js';
import type { CorePlace, CoreSatellite, CoreWindow, CoreWindowOptions, LatLon } from './api.js';
import { withScratch } from '../parts.js';

const MAP_OPTIONS = ['satellite', 'bands', 'byGroup', 'scheme', 'out'] as const;
/**
 * Longest time from an epoch of elements to the window's start. SDP4 steps from the epoch in half-days, so a time in a
 * mistaken unit would keep it busy for ever.
 */
const MAX_AGE_DAYS = 3653;
const US_PER_DAY = 86_400e6;

/** Opens a window over a core's kernels. @throws RangeError or TypeError */
export function openWindow(core: OwnedCore, options: CoreWindowOptions): CoreWindow {
  const known = optionsOf(options, ['start', 'epochCount', 'nside', 'satellites']);
  const { start, epochCount = WINDOW_EPOCHS, nside = DEFAULT_NSIDE, satellites } = known;
  if (!(start instanceof Date)) throw unfit('start', start, 'a Date');
  if (!(start.getTime() % EPOCH_MS === 0)) throw new RangeError(`start ${String(start)}: a whole UTC minute is needed`);
  checkWhole('epochCount', epochCount, 1, WINDOW_EPOCHS);
  checkNside(nside);
  checkList('satellites', satellites);
  const startUs = start.getTime() * 1000;
  const plan = satellites.map((satellite, i) => planned(satellite, startUs, `satellites[${i}]`));
  const record = writeWindow(core, { startUs, epochCount, satellites: plan });
  if (record === undefined) throw new RangeError(`${plan.length} satellites do not fit into the core's memory`);
  let open = true;
  const places = new Set<CorePlace>();
  let maps: Maps | undefined;
  const checkOpen = (): void => {
    // Another window may have the memory of a closed one by now.
    if (!open) throw new Error('the window is closed');
  };
  const find = (satellite: number): { index: number; own: number } => {
    checkOpen();
    const index = record.indexOf[satellite];
    const own = plan[satellite]?.bands;
    if (index !== undefined && own !== undefined) return { index, own };
    throw new RangeError(`satellite ${satellite}: the window has ${plan.length}, numbered from 0`);
  };
  const place = (at: LatLon): CorePlace => {
    checkOpen();
    checkObject('place', at, 'an object with latDeg and lonDeg');
    const ipix = cellOf(core.kernels, nside, at.latDeg, at.lonDeg);
    const series = openPlace(core, record, epochCount, { nside, ipix });
    const checkKept = (): void => {
      if (!places.has(kept)) throw new Error('the place is closed');
    };
    const kept: CorePlace = {
      ipix,
      week: (satellite, bands) => {
        const { index, own } = find(satellite);
        checkKept();
        return { ipix, ...series.week(index, (checkedBands(bands) & own) >>> 0) };
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
    groups: groupRanges(core, record.pointer).map((group) => group.bands),
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
    occupancy: (epochs, asked = {}) => {
      checkOpen();
      const { satellite, byGroup = false, scheme = 'nested', out, ...rest } = optionsOf(asked, MAP_OPTIONS);
      const { index, own } = satellite === undefined ? { index: undefined, own: checkedBands() } : find(satellite);
      const bands = (checkedBands(rest.bands) & own) >>> 0;
      const [from, to] = checkedEpochs(epochs, epochCount);
      checkChoice('scheme', scheme, ['nested', 'ring']);
      maps ??= openMaps(core, record, plan.length, nside);
      return maps.count({ from, to, index, bands, byGroup, scheme, out });
    },
    prepare: () => {
      checkOpen();
      withScratch(core, core.layout.SCRATCH_BYTES, (scratch) => {
        core.kernels.fitEphemerides(record.pointer, 0, plan.length, scratch);
      });
    },
    close: () => {
      for (const kept of places) kept.close();
      maps?.free();
      maps = undefined;
      if (open) record.free();
      open = false;
    },
  };
}

/** Checks a satellite of the options, which messages call `where`; adds defaults. @throws RangeError or TypeError */
function planned(satellite: CoreSatellite, startUs: number, where: string): WindowSatellite {
  checkObject(where, satellite, 'a satellite', 'minElevationDeg');
  const { elements, minElevationDeg = DEFAULT_MIN_ELEVATION_DEG } = satellite;
  const bands = checkedBands(satellite.bands, `${where}.bands`);
  checkMinElevation(minElevationDeg, `${where}.minElevationDeg`);
  checkElements(elements, `${where}.elements`);
  if (!(Math.abs(elements.epochUs - startUs) <= MAX_AGE_DAYS * US_PER_DAY)) {
    throw new RangeError(
      `${where}.elements.epochUs ${elements.epochUs}: at most ${MAX_AGE_DAYS} days from the start, ${startUs}, is needed`,
    );
  }
  return { elements, bands, minElevationDeg };
}

function ephemerisOf(core: OwnedCore, window: WindowRecord, index: number, epochCount: number): Float64Array {
  const { kernels, layout, memory } = core;
  return withScratch(core, layout.SCRATCH_BYTES + 24 * epochCount, (scratch) => {
    const out = scratch + layout.SCRATCH_BYTES;
    kernels.writeEphemeris(window.pointer, index, 0, epochCount, scratch, out);
    return new Float64Array(memory.buffer, out, 3 * epochCount).slice();
  });
}
