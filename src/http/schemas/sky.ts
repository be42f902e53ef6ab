import { z } from 'zod';
import * as answerFields from './answerFields.js';

/** Schemas of satellites in the sky over a place. */

/** Fields that name a satellite of the window. */
export const namedSatellite = {
  norad_number: answerFields.noradNumber,
  name: z.string().describe('Name in the catalogue'),
  operator: z.string().nullable().describe('Who runs it, by its name; null where that does not tell'),
  orbital_class: answerFields.orbitalClass,
};

/** Frequencies that another satellite shares with the question. */
export const sharedFrequencies = {
  overlap_hz: z
    .number()
    .nonnegative()
    .describe(
      'Width of the widest range of frequencies that it shares, in hertz; 0 where it shares a band and, as far as is known, no frequency',
    ),
  overlap_low_hz: z.number().nullable().describe('Lower end of that range, in hertz; null where there is none'),
  overlap_source: answerFields
    .openEnum(['satnogs', 'csv', 'table'], 'Origin of its frequencies')
    .nullable()
    .describe(
      'Where its frequencies are known from: SatNOGS DB, an imported CSV, or the built-in table of constellations. More may be added; null where it shares none',
    ),
  overlap_assumed: z
    .boolean()
    .nullable()
    .describe('Whether a width on either side is assumed, as a centre alone is known; null where it shares none'),
};

export const elsetAge = z.number().describe('Hours from the epoch of its element set to that time; negative before it');

/** Which frequencies an answer is about. */
export const frequenciesOf = {
  frequency_band: answerFields.band.describe('Band that was asked for; `all` where none was'),
  frequency_match: z
    .enum(['band', 'overlap'])
    .describe('Whether satellites count that share a band, or those whose frequencies overlap'),
  frequency_hz: z.number().describe('Centre of the carrier that was asked about').optional(),
  bandwidth_hz: z.number().describe('Width of the carrier that was asked about').optional(),
  upper_bound: z
    .literal(true)
    .describe('With `overlap`: tables have ranges that are wider than what a satellite sends at a time')
    .optional(),
  downlink: answerFields.openEnum(
    ['known', 'request', 'no known downlink'],
    'Whether it is known what the tracked satellite sends there; `request` where a carrier was asked about. Without a known downlink nobody is found, which says nothing',
  ),
};
