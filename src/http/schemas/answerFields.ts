import { z } from 'zod';
import { BAND_CHOICES, RISK_LEVELS } from '../../spec.js';

/** Schemas of fields that several answers share. */

export const time = z.string().meta({ format: 'date-time', examples: ['2025-12-06T08:05:00Z'] });
export const count = z.int32().nonnegative();
const wholeNumber = z
  .int()
  .nonnegative()
  .meta({ id: 'WholeNumber', description: 'At most 2^53 - 1: exact as a 64-bit integer and as a double' });

/**
 * Makes the schema of an integer that may exceed 2^31. Its format stands beside the reference to WholeNumber, not in
 * WholeNumber: TypeScript generators that map int64 to bigint then keep `number`.
 */
export const whole = (description: string) => wholeNumber.meta({ format: 'int64', description });

export const id = z.int32().positive();
export const noradNumber = z
  .int32()
  .positive()
  .meta({ description: 'Catalogue number of NORAD, up to nine digits', examples: [25_544] });
export const nside = z
  .int32()
  .positive()
  .meta({ description: 'HEALPix resolution parameter: the sphere has 12 nside² cells', examples: [64] });
export const ipix = count.meta({
  description: 'HEALPix cell, 0 to 12 nside² - 1, in NESTED order',
  examples: [4_321],
});
export const epochIndex = count.meta({
  description: 'Zero-based minute of the analysis window, 0 to 10079',
  examples: [485],
});
export const ordering = z
  .literal('NESTED')
  .meta({ description: 'How HEALPix cells are numbered; this service always numbers them so' });

/**
 * Makes the schema of a text from a set that may grow: its members, or any other text. Clients treat an unknown value
 * as some other one.
 */
function openEnum(name: string, values: readonly [string, ...string[]], description: string) {
  return z.union([z.enum(values), z.string()]).meta({ id: name, description: `${description}. More may be added` });
}

const LEVELS = RISK_LEVELS.map(({ name, from }, index) => {
  const next = RISK_LEVELS[index + 1]?.from;
  return `\`${name}\` ${next === undefined ? `from ${from} on` : `${from} to ${next - 1}`}`;
});
const THRESHOLDS = `by the intensity: ${LEVELS.join(', ')}`;

export const riskLevel = z
  .enum(RISK_LEVELS.map(({ name }) => name))
  .meta({ id: 'RiskLevel', description: `Risk level ${THRESHOLDS}` });

export const intensity = count.meta({
  description:
    'How many other satellites transmit in a band of the tracked one and stand above their minimum elevation here; 0 where the tracked satellite is not in view itself',
  examples: [23],
});

export const band = z.enum(BAND_CHOICES).meta({
  id: 'Band',
  description: 'Frequency band, or `all`: each satellite that shares at least one band counts once',
});

/** One minute of a timeseries. */
export const timeseriesEntry = z
  .strictObject({
    timestamp: time.describe('Start of the minute, UTC'),
    intensity,
    risk_level: riskLevel.describe(`Risk level of the minute ${THRESHOLDS}`),
  })
  .meta({ id: 'TimeseriesEntry', description: 'Interference in one minute' });

/** Grid and band of an answer. */
export const resolution = {
  nside,
  cell_resolution_deg: z
    .number()
    .positive()
    .meta({
      description: 'Side of a cell in degrees, as if it were square: sqrt(4 pi / 12) / nside',
      examples: [0.9161],
    }),
  frequency_band: band.describe('Band that was asked for; `all` where none was'),
};

export const dataPoints = (of: string) => count.describe(`Number of entries in \`${of}\``);

export const orbitalClass = openEnum(
  'OrbitalClass',
  ['LEO', 'MEO', 'GEO', 'HEO'],
  '`HEO`: eccentricity 0.25 or more; `GEO`: else a period within 30 minutes of 1,436; `LEO`: else an apogee below 2,000 km; `MEO`: the rest',
).describe('Kind of orbit');

export const runStatus = openEnum(
  'RunStatus',
  ['pending', 'running', 'completed', 'failed'],
  'How far a sweep is with the list of cells of a run',
);

export const frequencySource = openEnum(
  'FrequencySource',
  ['satnogs', 'csv', 'television', 'slot', 'table', 'request'],
  'Where frequencies are known from: SatNOGS DB; an imported CSV; a television list that names the satellite, or (`slot`) has the carrier for its orbital slot alone, where another satellite may send it; the built-in table of constellations; or `frequency_hz`',
);

export const downlink = openEnum(
  'Downlink',
  ['known', 'request', 'no known downlink'],
  'Whether it is known what a satellite sends; `request` where a carrier was asked about',
);

export const beamSource = openEnum(
  'BeamSource',
  ['request', 'dish', 'default'],
  "Where the width of a beam is from: the request, the station's dish by ITU-R S.465-6, or neither",
);

export const frequencyMatch = z.enum(['band', 'overlap']).meta({
  id: 'FrequencyMatch',
  description:
    '`band`: satellites count that share a band with the tracked one; `overlap`: those that share frequencies',
});

export const analysisWindow = z
  .strictObject({
    id: id.describe('Identifies the window'),
    start_time: time.describe('First minute of the window, UTC'),
    end_time: time.describe(
      'End of the window, 7 days after its start, or one where element sets of a day answer; exclusive',
    ),
    nside: nside,
  })
  .meta({ id: 'AnalysisWindow', description: 'The 7 days that questions are answered for' });

export const errorSource = openEnum(
  'ErrorSource',
  ['fitted', 'published', 'model'],
  'Where errors of element sets are known from: pairs of imported element sets; a publication about the constellation; or a general law, a kilometre at the epoch and one for each day',
);
