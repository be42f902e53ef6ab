import type { Knex } from 'knex';
import { z } from 'zod';
import type { Analysis, AnalysisWindow } from '../compute/analysis.js';
import { findProvenance } from '../db/provenance.js';
import * as answerFields from './answerFields.js';
import { analysisWindow, analysisWindowObject } from './analysisWindow.js';
import { formatTime } from './instant.js';
import * as parameters from './parameters.js';
import { epochMs, type EpochRange } from './timeRange.js';

const { count, time } = answerFields;

const provenance = z
  .strictObject({
    analysis_window: analysisWindow.extend({
      minimum_elevation_deg: z.number(),
      uniform_elevation: z.boolean().meta({ description: "whether the emitters' own elevation masks are left out" }),
    }),
    snapshot: z.strictObject({ taken_at: time, catalogue_revision: count }),
    satellites: z.strictObject({
      in_window: count,
      left_out: z.record(z.string(), count).meta({ description: 'satellites that interfere with nobody, by reason' }),
      not_propagated: count.nullable().meta({
        description: 'those of the window that cannot be propagated at some of its minutes; null until all were tried',
      }),
    }),
    tracked_satellite: z.strictObject({
      norad_number: z.int(),
      minimum_elevation_deg: z.number(),
      downlink: z.enum(['known', 'no known downlink']),
      elset: z.strictObject({
        epoch: time,
        age_hours: z.number().meta({
          description: 'at the minute asked for, or the first one; negative where the epoch is later',
        }),
        generated: z.boolean().meta({ description: 'of the bundled catalogue, whose places are made up' }),
      }),
      not_propagated: z.strictObject({
        data_points: count,
        ranges: z
          .array(z.strictObject({ start_time: time, end_time: time }))
          .meta({ description: 'half-open; an intensity of 0 in them says nothing' }),
      }),
    }),
  })
  .meta({ id: 'Provenance', description: 'where the answer comes from', 'x-extension': true });

/** The query parameter and the answer's field of an endpoint that can say where its answers come from. */
export const provenanceQuery = { include: parameters.include.optional() };
export const provenanceField = { provenance: provenance.optional() };

const US_PER_HOUR = 3_600e6;

/**
 * `{ provenance }` where it was asked for, else `{}`. It belongs among the parts of the answer's ETag: it grows when the
 * survey of the window ends.
 */
export async function provenanceOf(
  include: z.output<typeof parameters.include> | undefined,
  { knex, analysis }: { knex: Knex; analysis: Analysis },
  query: EpochRange & { window: AnalysisWindow; norad: number },
): Promise<{ provenance?: z.input<typeof provenance> }> {
  if (include === undefined) return {};
  const { window, norad, fromEpoch } = query;
  const found = await findProvenance(knex, window.id, norad);
  if (!found) throw new Error(`analysis window ${window.id} with satellite ${norad} is not in the database`);
  const { satellite } = found;
  const spans = await analysis.failures(query);
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
