import type { z } from 'zod';
import type { Analysis } from '../../compute/analysis.js';
import type { AnalysisWindow } from '../../compute/query.js';
import type { Asker } from '../../fairness/asker.js';
import type { Provenance } from '../../db/analysis/provenance.js';
import type { Known } from '../../db/known.js';
import { analysisWindowObject, epochMs, type EpochRange } from './subject.js';
import { formatTime } from '../schemas/instant.js';
import type { ProvenanceJson } from '../schemas/provenance.js';
import * as parameters from '../schemas/parameters.js';

/** Query parameter of an endpoint that can say where its answers come from. */
export const provenanceQuery = { include: parameters.include.optional() };

const US_PER_HOUR = 3_600e6;

/**
 * Origin of an answer as the database has it, where it was asked for. Make it a part of the ETag: it changes when the
 * survey of the window ends.
 */
export async function originOf(
  include: z.output<typeof parameters.include> | undefined,
  known: Known,
  { window, norad }: { window: AnalysisWindow; norad: number },
): Promise<Provenance | undefined> {
  if (include === undefined) return undefined;
  const origin = await known.provenance(window.id, norad);
  if (!origin) throw new Error(`analysis window ${window.id} with satellite ${norad} is not in the database`);
  return origin;
}

/** `{ provenance }` of an answer over epochs of a window, where there is an origin, else `{}`. */
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
  const ageUs = epochMs(window, fromEpoch) * 1000 - satellite.elsetEpochUs;
  return {
    provenance: {
      analysis_window: {
        ...analysisWindowObject(window),
        minimum_elevation_deg: found.minElevationDeg,
        uniform_elevation: found.uniformElevation,
      },
      snapshot: { taken_at: formatTime(found.frozenAt.getTime()), catalogue_revision: found.catalogueRevision },
      satellites: {
        in_window: found.satelliteCount,
        left_out: found.leftOut,
        not_propagated: found.failingSatellites,
      },
      tracked_satellite: {
        norad_number: norad,
        minimum_elevation_deg: satellite.minElevationDeg,
        downlink: satellite.bands === 0 ? 'no known downlink' : 'known',
        elset: {
          epoch: formatTime(satellite.elsetEpochUs / 1000),
          age_hours: Math.round((ageUs / US_PER_HOUR) * 10) / 10,
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
