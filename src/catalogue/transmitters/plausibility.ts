import { BANDS } from '../../spec.js';
import { bandEdgesHz } from '../bands.js';
import type { Transmitter } from './transmitter.js';

/** Frequencies, in hertz, that satellites send at: the ionosphere lets little below through, and no band lies above. */
const LOWEST_HZ = 13e6;
const HIGHEST_HZ = bandEdgesHz(BANDS.length - 1).highHz;
const RANGE = `${LOWEST_HZ / 1e6} MHz and ${HIGHEST_HZ / 1e9} GHz`;
/** Lowest frequency, in hertz, of the lowest band. */
const LOWEST_BAND_HZ = bandEdgesHz(0).lowHz;
/** Smallest width, in hertz, that a signal is likely to have. */
const NARROWEST_HZ = 50;

/** Factors that correct a value given in kHz, MHz or GHz, or multiplied by 1,000 once too often, to hertz. */
const UNITS = [1e3, 1e6, 1e9, 1e-3];

/** Frequencies of a downlink, as a file gives them. */
export type GivenFrequencies = Pick<Transmitter, 'downlinkLowHz'> &
  Partial<Pick<Transmitter, 'downlinkHighHz' | 'bandwidthHz'>>;

/** Says which value of a downlink is doubtful and, if it finds one, a likelier value; undefined if none is. */
export function doubtOf(given: GivenFrequencies): string | undefined {
  const { downlinkLowHz, downlinkHighHz = null, bandwidthHz = null } = given;
  for (const hz of [downlinkLowHz, downlinkHighHz ?? downlinkLowHz]) {
    if (hz >= LOWEST_HZ && hz < HIGHEST_HZ) continue;
    const meant = UNITS.map((unit) => hz * unit).find((value) => value >= LOWEST_BAND_HZ && value < HIGHEST_HZ);
    const likely = meant === undefined ? '' : `; ${meant} Hz (${meant / 1e6} MHz) is more likely`;
    return `a downlink at ${hz} Hz is doubtful: satellites send between ${RANGE}${likely}`;
  }
  if (downlinkHighHz !== null && downlinkHighHz > 2 * downlinkLowHz) {
    return `a downlink from ${downlinkLowHz} to ${downlinkHighHz} Hz is doubtful: it is wider than an octave`;
  }
  if (bandwidthHz === null || bandwidthHz >= NARROWEST_HZ) return undefined;
  return `a width of ${bandwidthHz} Hz is doubtful; ${bandwidthHz * 1e6} Hz (${bandwidthHz} MHz) is more likely`;
}
