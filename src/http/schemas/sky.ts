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
