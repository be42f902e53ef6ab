import { z } from 'zod';
import { analysisWindow } from './answerFields.js';
import * as answerFields from './answerFields.js';

const { count, downlink, time } = answerFields;

const minimumElevation = z.number().nonnegative().lt(90);

const provenance = z
  .strictObject({
    analysis_window: analysisWindow
      .extend({
        id: answerFields.id.describe('Identifies the window; absent where element sets of a day answer').optional(),
        minimum_elevation_deg: minimumElevation.describe(
          'Degrees above the horizon from which a satellite counts, unless its emitter has a higher one',
        ),
        uniform_elevation: z.boolean().describe("Whether the emitters' own minimum elevations are left out"),
      })
      .describe('Window that the answer is of'),
    snapshot: z
      .strictObject({
        taken_at: time.describe("When the window's catalogue was frozen, UTC"),
        catalogue_revision: count.describe('Id of the newest import before that which changed the catalogue'),
      })
      .describe('State of the catalogue that the window holds'),
    satellites: z
      .strictObject({
        in_window: count.describe('Number of satellites in the window'),
        left_out: z
          .record(z.string(), count)
          .describe('Number of satellites that interfere with nobody, by reason; reasons may be added'),
        silent_share: z
          .record(z.string(), z.number().min(0).max(1))
          .nullable()
          .describe(
            'Share of those in the window without a known downlink, by class of orbit: interference by them is not counted; null where it was not recorded',
          ),
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
        downlink: downlink.describe(
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

export type ProvenanceJson = z.output<typeof provenance>;

/** Field of answers that can say where they come from. */
export const provenanceField = {
  provenance: provenance.describe('Where the answer comes from; only with `include=provenance`').optional(),
};

/** Fields of an answer from other element sets than those of the analysis window. */
export const pastFields = {
  elements: z
    .string()
    .meta({
      'x-extension': true,
      description:
        'Element sets that it is computed from: `nearest`, or `as_of:` and a time; absent where they are those of the analysis window',
      examples: ['nearest'],
    })
    .optional(),
  frequencies_as_of: time
    .meta({
      'x-extension': true,
      description:
        'Time up to which transmitters are known, as they have no history: when they were imported last, or the begin of this day; absent without `elements`',
    })
    .optional(),
};
