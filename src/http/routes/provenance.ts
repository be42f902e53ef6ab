import type { Knex } from 'knex';
import { z } from 'zod';
import type { Analysis, AnalysisWindow } from '../../compute/analysis.js';
import type { Asker } from '../../fairness/asker.js';
import { findProvenance } from '../../db/analysis/provenance.js';
import * as answerFields from '../schemas/answerFields.js';
import { analysisWindow } from '../schemas/analysisWindow.js';
import { analysisWindowObject } from './currentWindow.js';
import { formatTime } from '../schemas/instant.js';
import * as parameters from '../schemas/parameters.js';
import { epochMs, type EpochRange } from '../request/windowEpochs.js';

const { count, openEnum, time } = answerFields;

const minimumElevation = z.number().nonnegative().lt(90);

const provenance = z
  .strictObject({
    analysis_window: analysisWindow
      .extend({
        minimum_elevation_deg: minimumElevation.describe(
          'Degrees above the horizon from which a satellite counts, unless its emitter has a higher one',
        ),
        uniform_elevation: z.boolean().describe("Whether the emitters' own minimum elevations are left out"),
      })
      .describe('Window that the answer is of'),
    snapshot: z
      .strictObject({
        taken_at: time.describe("When the window's catalogue was frozen, UTC"),
        catalogue_revision: count.describe('Number of catalogue imports before that'),
      })
      .describe('State of the catalogue that the window holds'),
    satellites: z
      .strictObject({
        in_window: count.describe('Number of satellites in the window'),
        left_out: z
          .record(z.string(), count)
          .describe('Number of satellites that interfere with nobody, by reason; reasons may be added'),
        not_propagated: count
          .nullable()
          .describe(
            'Number of those in the window that cannot be propagated at some minute; null until all were tried',
          ),
      })
      .describe('Satellites of the catalogue, and what became of them'),
    tracked_satellite: z
      .strictObject({
        norad_number: answerFields.noradNumber,
        minimum_elevation_deg: minimumElevation.describe('Degrees above the horizon from which it is in view'),
        downlink: openEnum(
          ['known', 'no known downlink'],
          'Whether it is known in which bands it transmits; without, every intensity is 0 and no timeseries has entries',
        ),
        elset: z
          .strictObject({
            epoch: time.describe('Epoch of the element set, UTC'),
            age_hours: z
              .number()
              .describe('Hours from that epoch to the minute asked for, or the first one; negative before it'),
            generated: z.boolean().describe('Whether it is of the bundled catalogue, whose places are made up'),
          })
          .describe('Element set that its positions come from'),
        not_propagated: z
          .strictObject({
            data_points: count.describe('Number of minutes asked for at which it has no position'),
            ranges: z
              .array(
                z.strictObject({
                  start_time: time.describe('First of these minutes, UTC'),
                  end_time: time.describe('End of the range, exclusive'),
                }),
              )
              .describe('When those are; an intensity of 0 in them says nothing'),
          })
          .describe('Minutes at which it cannot be propagated'),
      })
      .describe('What the window holds of the tracked satellite'),
  })
  .meta({ id: 'Provenance', description: 'Where the answer comes from', 'x-extension': true });

/** The query parameter and the answer's field of an endpoint that can say where its answers come from. */
export const provenanceQuery = { include: parameters.include.optional() };
export const provenanceField = {
  provenance: provenance.describe('Where the answer comes from; only with `include=provenance`').optional(),
};

const US_PER_HOUR = 3_600e6;

/**
 * `{ provenance }` where it was asked for, else `{}`. It belongs among the parts of the answer's ETag: it grows when the
 * survey of the window ends.
 */
export async function provenanceOf(
  include: z.output<typeof parameters.include> | undefined,
  { knex, analysis }: { knex: Knex; analysis: Analysis },
  query: EpochRange & { window: AnalysisWindow; norad: number },
  asker: Asker,
): Promise<{ provenance?: z.input<typeof provenance> }> {
  if (include === undefined) return {};
  const { window, norad, fromEpoch } = query;
  const found = await findProvenance(knex, window.id, norad);
  if (!found) throw new Error(`analysis window ${window.id} with satellite ${norad} is not in the database`);
  const { satellite } = found;
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
