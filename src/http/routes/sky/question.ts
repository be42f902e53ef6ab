import { beamDeg } from '../../../compute/sky/beam.js';
import type { FrequencyMatch, Overlap } from '../../../compute/matching.js';
import type { Others } from '../../../compute/matching.js';
import type { AnalysisWindow } from '../../../compute/query.js';
import type { Place } from '../../../core/records/seriesRecord.js';
import type { GroundStation } from '../../../db/analysis/stations.js';
import type { KnownErrorLaws } from '../../../memory/errorLaws.js';
import { NEAR_DEG, SEPARATION_DEG } from '../../../spec.js';
import type { AppDependencies } from '../../dependencies.js';
import { type AskedFrequencies, hoursOf, matchOf, rounded } from '../interferenceParts.js';
import { formatTime } from '../../schemas/instant.js';
import { canonicalPlace } from '../../schemas/parameters.js';

/** Dependencies of questions about the sky. */
export type SkyParts = Pick<AppDependencies, 'analysis'>;

/** Dependencies of questions about encounters. */
export type EncounterParts = Pick<AppDependencies, 'analysis'> & { errorLaws: Pick<KnownErrorLaws, 'current'> };

/** Part of a question about the sky that selects the other satellites. */
export interface AskedOthers extends AskedFrequencies {
  exclude_operator?: string | undefined;
}

/** Fields of an answer that tell the frequencies asked about. */
export function matchFields(asked: AskedFrequencies, usual: FrequencyMatch) {
  const { match, carrier } = matchOf(asked, usual);
  const { frequency_band: band, frequency_hz: centreHz, bandwidth_hz: widthHz } = asked;
  return {
    frequency_band: band,
    frequency_match: match,
    ...(centreHz !== undefined && { frequency_hz: centreHz }),
    ...(carrier !== undefined && { bandwidth_hz: widthHz ?? carrier.highHz - carrier.lowHz }),
    ...(match === 'overlap' && { upper_bound: true as const }),
  };
}

/** The other satellites of a question, and the fields by which its answer tells them. */
export interface SkyQuestion {
  others: Others;
  window: AnalysisWindow;
  /** Whether the tracked satellite's frequencies are known; `request` if the question gives `frequency_hz` instead. */
  downlink: 'known' | 'request' | 'no known downlink';
  excluded: { excluded?: { operator: string; satellites: number } };
}

/** Selects the other satellites of a question. */
export function skyQuestion(
  { others: find }: Pick<AppDependencies['analysis'], 'others'>,
  { window, norad }: { window: AnalysisWindow; norad: number },
  asked: AskedOthers,
  usual: FrequencyMatch,
): SkyQuestion {
  const { frequency_band: band, exclude_operator: operator } = asked;
  const { match, carrier } = matchOf(asked, usual);
  const others = find({ window, norad, band, match, carrier, without: operator });
  const known = others.isKnown ? 'known' : 'no known downlink';
  return {
    others,
    window,
    downlink: carrier === undefined ? known : 'request',
    excluded: operator === undefined ? {} : { excluded: { operator, satellites: others.leftOut } },
  };
}

/** Beam of a question: the separation from the tracked satellite that it reaches to (its radius), and its source. */
export interface Beam {
  maxSeparationDeg: number;
  source: 'request' | 'dish' | 'default';
}

/**
 * Returns the beam of a question: as asked for; else from the station's dish, at the lowest frequency of `ranges`, to
 * four decimals; else, without a dish or a frequency, the default.
 */
export function beamOf(asked: number | undefined, station: Receiver, { ranges }: Pick<Others, 'ranges'>): Beam {
  if (asked !== undefined) return { maxSeparationDeg: asked, source: 'request' };
  const [lowest] = ranges.map(({ lowHz }) => lowHz).sort((a, b) => a - b);
  if (station.dishDiameterM === null || lowest === undefined) {
    return { maxSeparationDeg: SEPARATION_DEG.default, source: 'default' };
  }
  return { maxSeparationDeg: rounded(beamDeg(station.dishDiameterM, lowest), 4), source: 'dish' };
}

/** Returns how many degrees outside of a beam a passing satellite still makes a clear stretch less sure. */
export function nearDegOf(maxSeparationDeg: number): number {
  return Math.min(maxSeparationDeg, NEAR_DEG);
}

/** Degrees above the horizon from which a station receives: its own, or the window's. */
export function minElevationDegOf(window: AnalysisWindow, station: Receiver): number {
  return station.minElevationDeg ?? window.minElevationDeg;
}

/** Fields of an answer that name a satellite of the window. */
export function namedFields(window: AnalysisWindow, norad: number) {
  const listed = window.satellite(norad);
  if (listed === undefined) throw new Error(`satellite ${norad} is not in window ${window.id}`);
  const { noradNumber, name, operator, orbitalClass } = listed;
  return { norad_number: noradNumber, name, operator, orbital_class: orbitalClass };
}

export function overlapFields(overlap: Overlap | undefined) {
  if (overlap === undefined) {
    return { overlap_hz: 0, overlap_low_hz: null, overlap_source: null, overlap_assumed: null };
  }
  const { lowHz, highHz, source, assumed } = overlap;
  return { overlap_hz: highHz - lowHz, overlap_low_hz: lowHz, overlap_source: source, overlap_assumed: assumed };
}

/** Hours from the epoch of a satellite's element set to an instant, to one decimal. */
export function elsetAgeHours(window: AnalysisWindow, norad: number, tUs: number): number {
  return hoursOf(tUs - (window.satellite(norad)?.elsetEpochUs ?? NaN));
}

/** Epoch of a satellite's element set as text, to the second. */
export function elsetEpoch(window: AnalysisWindow, norad: number): string {
  return formatTime((window.satellite(norad)?.elsetEpochUs ?? NaN) / 1000);
}

/** Time in microseconds since 1970 as text, to the millisecond: `2025-12-06T08:05:12.340Z`. */
export function formatInstant(us: number): string {
  return new Date(Math.round(us / 1000)).toISOString();
}

/** Fields of a station that the analysis needs. */
export type Receiver = Pick<
  GroundStation,
  'latitudeDeg' | 'longitudeDeg' | 'elevationMeters' | 'minElevationDeg' | 'dishDiameterM' | 'horizonMask'
>;

/**
 * Returns the place of a station for the analysis: passes are seen from it, over its horizon mask, and intensities are
 * those of its cell.
 */
export function stationPlace({
  latitudeDeg,
  longitudeDeg,
  elevationMeters,
  horizonMask,
}: Omit<Receiver, 'minElevationDeg' | 'dishDiameterM'>): Place {
  const place = { ...canonicalPlace(latitudeDeg, longitudeDeg), heightKm: elevationMeters / 1000 };
  return horizonMask === null ? place : { ...place, horizonMask };
}

/** Makes a receiver at a place, at height 0, without a minimum elevation, a dish and a mask of its own. */
export function onGround(latitudeDeg: number, longitudeDeg: number): Receiver {
  const none = { minElevationDeg: null, dishDiameterM: null, horizonMask: null };
  return { latitudeDeg, longitudeDeg, elevationMeters: 0, ...none };
}

/**
 * Parts of the examples of answers about the sky: another satellite, the frequencies that it shares, and the question.
 */
export const EXAMPLE_NAMED = { norad_number: 39_084, name: 'LANDSAT 8', operator: 'USGS/NASA', orbital_class: 'LEO' };

export const EXAMPLE_OVERLAP = {
  overlap_hz: 375_000_000,
  overlap_low_hz: 8_025_000_000,
  overlap_source: 'table',
  overlap_assumed: false,
};

export const EXAMPLE_FREQUENCIES = {
  frequency_band: 'all' as const,
  frequency_match: 'overlap' as const,
  upper_bound: true as const,
  downlink: 'known',
};

export const EXAMPLE_BEAM = { minimum_elevation_deg: 10, max_separation_deg: 5, max_separation_source: 'default' };
