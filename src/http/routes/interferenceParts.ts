import { z } from 'zod';
import { bandWidthHz } from '../../catalogue/frequencies/bandwidth.js';
import { spanAround } from '../../catalogue/frequencies/ranges.js';
import type { Analysis } from '../../compute/analysis.js';
import type { AskedRange, FrequencyMatch } from '../../compute/matching.js';
import type { AnalysisWindow, Match, SatelliteQuery } from '../../compute/query.js';
import { cellResolutionDeg } from '../../core/healpix.js';
import type { Provenance } from '../../db/analysis/provenance.js';
import type { Known } from '../../db/known.js';
import type { Asker } from '../../fairness/asker.js';
import { RISK_LEVELS, type RiskLevel } from '../../spec.js';
import type { ApiContext } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { isUnchanged, NOT_MODIFIED } from '../response/answer.js';
import { wrongParameter } from '../response/serviceError.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import type { ProvenanceJson } from '../schemas/provenance.js';
import type { Asked } from './past.js';
import { analysisWindowObject, epochMs, type EpochRange } from './subject.js';

/** Properties that the routes of interference share. */
export const interference = { method: 'GET', auth: 'token', limitGroup: 'interference', enterprise: true } as const;

/** Risk level of an intensity. */
export function riskLevelOf(value: number): RiskLevel {
  return RISK_LEVELS.findLast(({ from }) => value >= from)?.name ?? 'low';
}

/** Query parameters that say which frequencies a question is about. */
export const frequencyQuery = {
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.optional().meta({ 'x-extension': true }),
  frequency_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
  bandwidth_hz: parameters.hertz.optional().meta({ 'x-extension': true }),
};

const askedFrequencies = z.object(frequencyQuery);

export type AskedFrequencies = z.output<typeof askedFrequencies>;

/** Checks the rules that bind several frequency parameters; for `superRefine`. */
export function checkFrequencies(query: AskedFrequencies, context: z.RefinementCtx): void {
  const wrong = (parameter: keyof AskedFrequencies, rule: string): void => {
    context.addIssue({ code: 'custom', path: [parameter], message: rule });
  };
  if (query.frequency_hz === undefined) {
    if (query.bandwidth_hz !== undefined) wrong('bandwidth_hz', 'must come with frequency_hz');
    return;
  }
  if (query.frequency_match === 'band') wrong('frequency_match', 'must be overlap, or left out, with frequency_hz');
  if (query.frequency_band !== 'all') wrong('frequency_band', 'must be all, or left out, with frequency_hz');
}

/**
 * Finds the rule by which other satellites match, and the carrier: the frequencies around `frequency_hz`, if given. A
 * carrier is matched by overlap; without one, `usual` is the rule if the question names none.
 */
export function matchOf(
  { frequency_match: match, frequency_hz: centreHz, bandwidth_hz: widthHz }: AskedFrequencies,
  usual: FrequencyMatch = 'band',
): { match: FrequencyMatch; carrier: AskedRange | undefined } {
  if (centreHz === undefined) return { match: match ?? usual, carrier: undefined };
  const span = spanAround(centreHz, widthHz ?? bandWidthHz(centreHz));
  return { match: 'overlap', carrier: { ...span, source: 'request', assumed: widthHz === undefined } };
}

/**
 * Fields of an answer by overlap: the frequencies that other satellites are compared with. An answer by band has none
 * of them.
 */
function matchFields(analysis: Analysis, query: SatelliteQuery & Match) {
  if (query.match !== 'overlap') return {};
  const frequencies = analysis.frequencies(query).map(({ lowHz, highHz, source, assumed }) => {
    return { low_hz: lowHz, high_hz: highHz, source, assumed };
  });
  return { frequency_match: 'overlap' as const, upper_bound: true as const, frequencies };
}

/** Query parameter of an endpoint that can say where its answers come from. */
export const provenanceQuery = { include: parameters.include.optional() };

const US_PER_HOUR = 3_600e6;

/** Value rounded to a number of decimals; -0 becomes 0. */
export function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale + 0;
}

/** Hours of a time in microseconds, to one decimal. */
export function hoursOf(us: number): number {
  return rounded(us / US_PER_HOUR, 1);
}

/**
 * Reads where an answer comes from, if the question asks for that. Make the result a part of the ETag: it changes when
 * the survey of the window ends. Throws INVALID_PARAMETER if windows of several days answer.
 */
export async function originOf(
  include: z.output<typeof parameters.include> | undefined,
  known: Known,
  { window, norad }: { window: AnalysisWindow; norad: number },
): Promise<Provenance | undefined> {
  if (include === undefined) return undefined;
  if (window.days !== undefined && window.days.length > 1) {
    const rule = 'must be left out where the time range has several UTC days and elements are not those of the window';
    throw wrongParameter('include', rule);
  }
  const origin = window.provenance?.(norad) ?? (await known.provenance(window.id, norad));
  if (!origin) throw new Error(`analysis window ${window.id} with satellite ${norad} is not in the database`);
  return origin;
}

/** Returns `{ provenance }` for an answer over epochs of a window if there is an origin, else `{}`. */
export async function provenanceOf(
  origin: Provenance | undefined,
  analysis: Analysis,
  query: EpochRange & { window: AnalysisWindow; norad: number },
  asker: Asker,
): Promise<{ provenance?: ProvenanceJson }> {
  if (origin === undefined) return {};
  const { window, norad, fromEpoch } = query;
  const { satellite, ...found } = origin;
  const spans = await analysis.failures(query, asker);
  const { id, ...extent } = analysisWindowObject(window);
  return {
    provenance: {
      analysis_window: {
        ...(window.days === undefined && { id }),
        ...extent,
        minimum_elevation_deg: found.minElevationDeg,
        uniform_elevation: found.uniformElevation,
      },
      snapshot: { taken_at: formatTime(found.frozenAt.getTime()), catalogue_revision: found.catalogueRevision },
      satellites: {
        in_window: found.satelliteCount,
        left_out: found.leftOut,
        silent_share: found.silentShare,
        not_propagated: found.failingSatellites,
      },
      tracked_satellite: {
        norad_number: norad,
        minimum_elevation_deg: satellite.minElevationDeg,
        downlink: satellite.bands === 0 ? 'no known downlink' : 'known',
        elset: {
          epoch: formatTime(satellite.elsetEpochUs / 1000),
          age_hours: hoursOf(epochMs(window, fromEpoch) * 1000 - satellite.elsetEpochUs),
          generated: satellite.bundled,
        },
        not_propagated: {
          data_points: spans.reduce((sum, [from, to]) => sum + to - from, 0),
          ranges: spans.map(([from, to]) => ({
            start_time: formatTime(epochMs(window, from)),
            end_time: formatTime(epochMs(window, to)),
          })),
        },
      },
    },
  };
}

/** Query parameters of the questions that count satellites. */
export const countQuery = {
  tracked_satellite_id: parameters.trackedSatelliteId,
  ...frequencyQuery,
  elements: parameters.elements,
  ...provenanceQuery,
};

const askedCount = z.object(countQuery);

/**
 * Prepares a question that counts satellites: returns the query for the analysis (`asked`), and fields of the answer:
 * `grid`, its grid and band; `told`, its frequencies, element sets and provenance. Returns NOT_MODIFIED if the client
 * has the answer already. `parts` is what determines the answer beside the time and the parameters in `countQuery`.
 * Throws INVALID_PARAMETER, and the errors of `isUnchanged`.
 */
export async function countQuestion(
  { analysis, known }: Pick<AppDependencies, 'analysis' | 'known'>,
  ctx: ApiContext,
  query: z.output<typeof askedCount>,
  { window, norad, range, told: past }: Asked,
  asker: Asker,
  parts: readonly unknown[],
) {
  const band = query.frequency_band;
  const match = matchOf(query);
  const origin = await originOf(query.include, known, { window, norad });
  // A question by band has the same ETag, whether it says so or not.
  const matched = match.match === 'overlap' ? [match] : [];
  if (await isUnchanged(ctx, window, [...parts, norad, range, band, origin, ...matched])) return NOT_MODIFIED;
  const asked = { window, norad, band, ...match, ...range };
  const { nside } = window;
  return {
    asked,
    grid: { nside, cell_resolution_deg: cellResolutionDeg(nside), frequency_band: band },
    told: {
      ...matchFields(analysis, asked),
      ...past,
      ...(await provenanceOf(origin, analysis, asked, asker)),
    },
  };
}
