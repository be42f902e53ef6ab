import { sgp4 } from 'satellite.js';
import { satelliteBands } from '../../src/catalogue/bands.js';
import { type Constellation, constellationOf } from '../../src/catalogue/constellations.js';
import { type DownlinkRange, satelliteRanges } from '../../src/catalogue/frequencies/ranges.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import type { WindowSatellite } from '../../src/core/records/windowOrder.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';
import { orbitAt, satrecOf } from './elements.js';
import { lookFrom, siteOf, type Vector, WGS84_A, WGS84_E2 } from './geometry.js';

export const START_US = Date.UTC(2026, 6, 10) * 1000;

/** Catalogue number of a satellite that transmits in S and decays within days. */
export const DECAYING = 800_000_001;
/** Catalogue number of a satellite without known downlinks. */
export const SILENT = 800_000_002;
/** Horizon mask of hills up to 40 degrees. */
export const HILLS = Array.from({ length: 36 }, (_, i) => [10 * i, (i * i) % 41] as const);

const samples = new Map<number, FrozenSatellite[]>();

/** Every `every`-th satellite of the bundled catalogue, the first of each mask of bands, DECAYING and SILENT. */
export function sampleSatellites(every = 60): FrozenSatellite[] {
  const sample = samples.get(every) ?? makeSample(every);
  samples.set(every, sample);
  return [...sample];
}

function makeSample(every: number): FrozenSatellite[] {
  const seen = new Set<number>();
  const sample: FrozenSatellite[] = [];
  const downlinksOf = new Map<Constellation | undefined, readonly DownlinkRange[]>();
  bundledCatalogue(START_US).forEach((elset, i) => {
    const row = constellationOf(elset.name);
    const { mask, minElevationDeg } = satelliteBands([], row);
    const downlinks = downlinksOf.get(row) ?? satelliteRanges([], row, mask).ranges;
    downlinksOf.set(row, downlinks);
    if (seen.has(mask) && i % every !== 0) return;
    seen.add(mask);
    const lowest = Math.max(10, minElevationDeg ?? 0);
    sample.push({ noradNumber: elset.noradNumber, elements: elset, bands: mask, minElevationDeg: lowest, downlinks });
  });
  const low = orbitAt(START_US, { meanMotionRevPerDay: 16.4, bstar: 0.01 });
  const high = { ...low, meanMotionRevPerDay: 15.1, bstar: 0.0001 };
  sample.push({ noradNumber: DECAYING, elements: low, bands: 1 << 3, minElevationDeg: 0 });
  sample.push({ noradNumber: SILENT, elements: high, bands: 0, minElevationDeg: 10 });
  return sample;
}

interface Place {
  latDeg: number;
  lonDeg: number;
}

/**
 * Bounds of a count: the number of satellites certainly in view, and that number plus the satellites for which rounding
 * decides.
 */
interface Bounds {
  low: number;
  high: number;
}

/** Slow twin of counting: positions of satellites at every minute, and counts by looking at each satellite. */
export interface Sky {
  /** Place below a satellite at an epoch, with geocentric latitude; undefined if it cannot be propagated. */
  below(satellite: number, epoch: number): Place | undefined;
  /** Bounds of the intensities at the epochs [from, to), as the specification defines them, at a place on WGS84. */
  intensities(satellite: number, place: Place, bands: number, from: number, to: number): Bounds[];
}

/** Degrees from a satellite's minimum elevation within which rounding may decide whether it is in view. */
const TIE_DEG = 1e-5;
const RAD = Math.PI / 180;
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const LOWEST_ALTITUDE_KM = 90;

/** Positions of a satellite at every epoch, by its elements: each satellite is propagated once for all skies. */
const tracks = new WeakMap<object, Float64Array>();

/**
 * Creates a Sky: propagates every satellite to every minute by satellite.js, and finds elevations by plain geometry.
 */
export function createSky(satellites: readonly WindowSatellite[], epochCount: number): Sky {
  const trackOf = ({ elements }: WindowSatellite): Float64Array => {
    const known = tracks.get(elements);
    if (known?.length === 3 * epochCount) return known;
    const satrec = satrecOf(elements);
    const track = new Float64Array(3 * epochCount).fill(Number.NaN);
    for (let k = 0; k < epochCount; k++) {
      const us = START_US + 60e6 * k;
      const found = sgp4(satrec, (us - elements.epochUs) / 60e6)?.position;
      if (!found) continue;
      const turn = meanSiderealDeg(us / 1000) * RAD;
      const x = found.x * Math.cos(turn) + found.y * Math.sin(turn);
      const y = found.y * Math.cos(turn) - found.x * Math.sin(turn);
      if (altitudeKm(Math.hypot(x, y), found.z) >= LOWEST_ALTITUDE_KM) track.set([x, y, found.z], 3 * k);
    }
    tracks.set(elements, track);
    return track;
  };
  const positions: Float64Array[] = [];
  const positionAt = (satellite: number, k: number): Vector => {
    const track = (positions[satellite] ??= trackOf(satellites[satellite] as WindowSatellite));
    return [track[3 * k] as number, track[3 * k + 1] as number, track[3 * k + 2] as number];
  };
  const margin = (satellite: number, k: number, site: ReturnType<typeof siteOf>): number =>
    lookFrom(site, positionAt(satellite, k)).elevationDeg - (satellites[satellite] as WindowSatellite).minElevationDeg;

  return {
    below(satellite, epoch) {
      const [x, y, z] = positionAt(satellite, epoch);
      if (Number.isNaN(x)) return undefined;
      return { latDeg: Math.atan2(z, Math.hypot(x, y)) / RAD, lonDeg: Math.atan2(y, x) / RAD };
    },
    intensities(satellite, place, bands, from, to) {
      const site = siteOf(place);
      const shared = bands & (satellites[satellite]?.bands ?? 0);
      const others = satellites.flatMap((other, i) => (i !== satellite && (other.bands & shared) !== 0 ? [i] : []));
      return Array.from({ length: to - from }, (_, i) => {
        const own = margin(satellite, from + i, site);
        if (!(own >= -TIE_DEG) || shared === 0) return { low: 0, high: 0 };
        const margins = others.map((other) => margin(other, from + i, site));
        return {
          low: own >= TIE_DEG ? margins.filter((above) => above >= TIE_DEG).length : 0,
          high: margins.filter((above) => above >= -TIE_DEG).length,
        };
      });
    },
  };
}

/** Mean sidereal time in degrees (IAU 1982): Meeus, Astronomical Algorithms (1998), eq. 12.4. */
function meanSiderealDeg(ms: number): number {
  const days = (ms - J2000_MS) / 86_400e3;
  const t = days / 36_525;
  return 280.46061837 + 360.98564736629 * days + t * t * (0.000387933 - t / 38_710_000);
}

/** Height above WGS84 in km, found by iterating on the latitude. */
function altitudeKm(rho: number, z: number): number {
  let lat = Math.atan2(z, rho);
  for (let i = 0; i < 6; i++) {
    const n = WGS84_A / Math.sqrt(1 - WGS84_E2 * Math.sin(lat) ** 2);
    lat = Math.atan2(z + WGS84_E2 * n * Math.sin(lat), rho);
  }
  const n = WGS84_A / Math.sqrt(1 - WGS84_E2 * Math.sin(lat) ** 2);
  return rho * Math.cos(lat) + (z + WGS84_E2 * n * Math.sin(lat)) * Math.sin(lat) - n;
}
