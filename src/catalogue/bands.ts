import { checkChoice } from '../core/arguments.js';
import { ALL_BANDS_MASK, type BandChoice, BANDS, type BandName } from '../spec.js';

/** Range of frequencies that a satellite transmits to the ground, half-open: lowHz <= f < highHz, whole hertz. */
export interface FrequencyRange {
  /** Lower end, in whole hertz. */
  lowHz: number;
  /** Upper end, in whole hertz; null, or equal to lowHz, for a single frequency. */
  highHz: number | null;
}

/** Imported transmitter of a satellite. */
export interface Downlink extends FrequencyRange {
  /**
   * Elevation of the satellite, in degrees, below which it does not send this downlink; null if the source gives
   * none.
   */
  minElevationDeg: number | null;
  /** Text that says where the downlink is known from. */
  source: string;
}

/** Downlinks of one constellation, as the built-in table has them. */
export interface DownlinkRule {
  /** Short name of the row, such as `starlink`. */
  key: string;
  /** Ranges that the constellation's satellites transmit in. */
  downlinks: readonly FrequencyRange[];
  /** Elevation, in degrees, below which the satellites do not transmit; null if nothing is known. */
  minElevationDeg: number | null;
  /** Text that says where the downlinks are known from. */
  source: string;
}

/** Bands of a satellite, and where they are known from. */
export interface SatelliteBands {
  /** Mask of bands, bit k for entry k of `BANDS`; 0 without a known downlink in any. */
  mask: number;
  /** Lowest elevation, in degrees, at which any of its downlinks in a band is sent; null if nothing is known. */
  minElevationDeg: number | null;
  /** Sources of the bands, without repetition; empty if there are none. */
  sources: string[];
}

const HZ_PER_GHZ = 1e9;
const NAMES = BANDS.map((band) => band.name);

/**
 * Edges of the bands in whole hertz. Decimal GHz are inexact as doubles, which would leave open to which of two
 * neighbouring bands their common edge belongs.
 */
const EDGES_HZ = BANDS.map((band) => ({
  lowHz: Math.round(band.minGhz * HZ_PER_GHZ),
  highHz: Math.round(band.maxGhz * HZ_PER_GHZ),
}));

/** Edges of entry k of `BANDS`, half-open, in whole hertz. RangeError for any other k. */
export function bandEdgesHz(k: number): { lowHz: number; highHz: number } {
  const edges = EDGES_HZ[k];
  if (edges === undefined) throw new RangeError(`band ${k}: there are 0 to ${EDGES_HZ.length - 1}`);
  return edges;
}

/** Bit of a band in every band mask: 1 << k for entry k of `BANDS`. RangeError for a name that no band has. */
export function bandBit(name: BandName): number {
  checkChoice('band', name, NAMES);
  return 1 << NAMES.indexOf(name);
}

/**
 * Mask of the bands in which a satellite can be interfered with: the band asked for, if the satellite transmits in it;
 * for `all`, every band of its own.
 */
export function sharedBands(own: number, band: BandChoice): number {
  return own & (band === 'all' ? ALL_BANDS_MASK : bandBit(band));
}

/** Names of the bands in a mask, by rising frequency. */
export function bandNames(mask: number): BandName[] {
  return BANDS.filter((_, k) => (mask & (1 << k)) !== 0).map((band) => band.name);
}

/**
 * Mask of the bands that any of the ranges overlaps (docs/specification.md, section 2).
 * @throws RangeError for a range whose end lies below its start, or whose frequencies are not whole hertz.
 */
export function bandMaskOf(ranges: readonly FrequencyRange[]): number {
  let mask = 0;
  for (const { lowHz, highHz } of ranges) {
    if (!Number.isSafeInteger(lowHz) || (highHz !== null && (!Number.isSafeInteger(highHz) || highHz < lowHz))) {
      throw new RangeError(`downlink ${lowHz} to ${highHz} Hz: whole hertz expected, the end not below the start`);
    }
    // In whole hertz a single frequency f is the range [f, f + 1).
    const endHz = Math.max(highHz ?? lowHz, lowHz + 1);
    EDGES_HZ.forEach((band, k) => {
      if (lowHz < band.highHz && endHz > band.lowHz) mask |= 1 << k;
    });
  }
  return mask;
}

/**
 * Finds the bands and the minimum elevation of one satellite. Its bands are those of its imported transmitters and of
 * the row of the built-in table that its name matches. Its minimum elevation is the lowest that any of them inside a
 * band gives, so that no known transmission is left out.
 *
 * @throws RangeError for a range whose end lies below its start, or whose frequencies are not whole hertz
 */
export function satelliteBands(transmitters: readonly Downlink[], rule: DownlinkRule | undefined): SatelliteBands {
  const known = transmitters.map(({ minElevationDeg, source, ...range }) => ({
    mask: bandMaskOf([range]),
    minElevationDeg,
    source,
  }));
  if (rule !== undefined) {
    const { key, downlinks, minElevationDeg, source } = rule;
    known.push({ mask: bandMaskOf(downlinks), minElevationDeg, source: `built-in table, ${key}: ${source}` });
  }
  const audible = known.filter((one) => one.mask !== 0);
  const elevations = audible.flatMap((one) => one.minElevationDeg ?? []);
  return {
    mask: audible.reduce((mask, one) => mask | one.mask, 0),
    minElevationDeg: elevations.length === 0 ? null : Math.min(...elevations),
    sources: [...new Set(audible.map((one) => one.source))],
  };
}
