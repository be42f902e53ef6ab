import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { rangeOf } from './interference.js';
import { elsetAge, excluded, frequenciesOf, namedSatellite, placeFields, sharedFrequencies } from './interferers.js';
import { pastFields, provenanceField } from './provenance.js';

const { count } = answerFields;

/** Instant to the millisecond. */
const instant = z.string().meta({ format: 'date-time', examples: ['2025-12-06T08:05:12.340Z'] });
const seconds = z.number().nonnegative();

export const encounter = z
  .strictObject({
    ...namedSatellite,
    enters: instant.describe('When it comes into the beam, UTC, or the pass begins with it there'),
    leaves: instant.describe('When it leaves the beam, UTC, or the pass ends with it there'),
    closest_time: instant.describe('When it stands nearest to the tracked satellite in between, UTC'),
    closest_separation_deg: z
      .number()
      .nonnegative()
      .describe('Separation from the tracked satellite at `closest_time`, in degrees'),
    sigma_deg: z
      .number()
      .nonnegative()
      .describe(
        'How sure `closest_separation_deg` is: it is as near to the true one, in degrees, in 68 of 100 cases, by the errors of both element sets along their tracks',
      ),
    time_sigma_seconds: z
      .number()
      .nonnegative()
      .nullable()
      .describe(
        'How sure `closest_time` is, and so are `enters` and `leaves`, in seconds, likewise; null where it is more than a day, as the two hardly move against each other',
      ),
    probability: z
      .number()
      .min(0)
      .max(1)
      .describe('Probability that it is in the beam at all in this pass, four decimals'),
    error_class: z
      .string()
      .describe('Class of satellites of which the error of its element set is known; GET /element_errors tells them'),
    error_pairs: answerFields.count.describe(
      'Number of pairs of element sets that this rests on; 0 where it is a model of satellites that do not manoeuvre',
    ),
    complete: z.boolean().describe('False where the begin or the end of the pass cuts it'),
    ...sharedFrequencies,
    elset_epoch: answerFields.time.describe('Epoch of its element set, UTC, to the second'),
    elset_age_hours: elsetAge,
  })
  .meta({ id: 'Encounter', description: 'A stretch of time in which another satellite stands in the beam' });

export type EncounterJson = z.output<typeof encounter>;

const clearStretch = z
  .strictObject({
    start_time: instant.describe('Its begin, UTC'),
    end_time: instant.describe('Its end, UTC; exclusive'),
    seconds: seconds.describe('Its length in seconds'),
    probability: z
      .number()
      .min(0)
      .max(1)
      .describe(
        'Probability that none of the satellites that pass the beam by in it comes into it, as if they were independent; of those up to min(beam, 3) degrees outside. Its ends are as sure as the encounters there',
      ),
  })
  .meta({ id: 'ClearStretch', description: 'The longest stretch of a pass with nobody else in the beam' });

/** Fields of a pass that several answers have. */
const passFields = {
  aos: instant.describe(
    'Acquisition of signal, UTC: when the satellite rises above the minimum elevation, or the range begins',
  ),
  los: instant.describe('Loss of signal, UTC: when it sets below the minimum elevation, or the range ends'),
  duration_seconds: seconds.describe('Seconds from `aos` to `los`'),
  max_elevation_deg: z
    .number()
    .describe('Highest elevation between the two, in degrees above the horizon; two decimals'),
  max_elevation_time: instant.describe('Time of `max_elevation_deg`, UTC'),
  complete: z.boolean().describe('False where the range cuts the pass: then it began before, or ends later'),
  in_beam_seconds: seconds.describe('Seconds of the pass with at least one other satellite in the beam'),
  clear_stretch: clearStretch
    .nullable()
    .describe('Longest stretch with nobody else in the beam; null where there is always somebody'),
  encounter_count: count.describe('Number of its encounters, told or not'),
};

const pass = z
  .strictObject({
    ...passFields,
    encounters: z.array(encounter).describe('Its encounters by the time they begin; fewer where `limit` is reached'),
    colocated: z
      .array(z.strictObject(namedSatellite))
      .describe(
        'Satellites within 0.01 degrees of the tracked one all through the pass, such as what is docked to it: named, and not counted',
      ),
  })
  .meta({ id: 'EncounteredPass', description: 'A pass over the place or station, and who comes into the beam in it' });

/** Fields that tell the beam, by its radius, and the minimum elevation. */
const beamFields = {
  minimum_elevation_deg: z
    .number()
    .describe("Degrees above the horizon from which satellites count, but for emitters' own higher ones"),
  max_separation_deg: z.number().describe('Separation, in degrees, below which another satellite is in the beam'),
  max_separation_source: answerFields.beamSource.describe(
    "Source of `max_separation_deg`: the request, the station's dish (where the envelope of its side lobes begins by ITU-R S.465-6), or neither",
  ),
};

export const encounters = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('As asked for'),
    ...placeFields,
    ...rangeOf,
    ...frequenciesOf,
    ...beamFields,
    excluded: excluded.describe('What `exclude_operator` left out; absent without it').optional(),
    ...pastFields,
    ...provenanceField,
    encounter_count: count.describe('Number of encounters in all passes, told or not'),
    has_more: z.boolean().describe('Whether there are more than `limit`; a later `start_time` tells them'),
    passes: z
      .array(pass)
      .describe('The passes of the range, ascending, seen from a place at height 0, from a station at its own'),
  })
  .meta({ id: 'Encounters', description: 'Passes over a place or a station, and who comes into the beam in each' });

export type EncountersJson = z.output<typeof encounters>;

const { downlink, ...frequencies } = frequenciesOf;

const clearPass = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('Whose pass it is'),
    norad_number: answerFields.noradNumber,
    name: z.string().describe('Name of the satellite in the catalogue'),
    ground_station_id: answerFields.id.describe('The station that it passes over'),
    ground_station_name: z.string().describe('Name of the station'),
    ...passFields,
    clear_stretch: clearStretch.describe('Longest stretch with nobody else in the beam'),
    ...beamFields,
    downlink,
  })
  .meta({ id: 'ClearPass', description: 'A pass, and its longest stretch with nobody else in the beam' });

export type ClearPassJson = z.output<typeof clearPass>;

export const clearPasses = z
  .strictObject({
    ...rangeOf,
    ...frequencies,
    ...pastFields,
    min_clear_seconds: z.number().nonnegative().describe('Shortest clear stretch of a pass that is listed'),
    left_out: z
      .array(answerFields.id)
      .describe(
        'Tracked satellites that the window, or with `elements` that of the first day, does not hold, where none were named; they have no passes',
      ),
    has_more: z
      .boolean()
      .describe('Whether more than `limit` passes are clear for at least `min_clear_seconds`; the best ones are told'),
    clear_passes: z
      .array(clearPass)
      .describe('Passes, the one with the longest clear stretch first, then by time; at most `limit`'),
  })
  .meta({ id: 'ClearPasses', description: 'Passes of several satellites over several stations, ranked' });

export const suspect = z
  .strictObject({
    ...encounter.shape,
    stretches: count.describe('How often it was in the beam in the range: the other fields tell the likeliest stretch'),
  })
  .meta({ id: 'Suspect', description: 'Another satellite that stood in the beam' });

const suspectedPass = z
  .strictObject(passFields)
  .meta({ id: 'TrackedPass', description: 'A pass over a place or a station' });

export const suspects = z
  .strictObject({
    tracked_satellite_id: answerFields.id.describe('As asked for'),
    ...placeFields,
    ...rangeOf,
    ...frequenciesOf,
    ...beamFields,
    ...pastFields,
    excluded: excluded.describe('What `exclude_operator` left out; absent without it').optional(),
    passes: z
      .array(suspectedPass)
      .describe(
        'When the tracked satellite is up in the range, ascending; empty where it is not, and then nobody is in the beam',
      ),
    count: count.describe('Number of suspects, told or not'),
    suspects: z
      .array(suspect)
      .describe(
        'Satellites that stood in the beam, each once: the likeliest first, then by the width of the overlap; at most `limit`',
      ),
    colocated: z
      .array(z.strictObject(namedSatellite))
      .describe('Satellites within 0.01 degrees of the tracked one all through a pass: named, and not counted'),
  })
  .meta({ id: 'Suspects', description: 'Satellites that stood in the beam in a time range' });

export type SuspectsJson = z.output<typeof suspects>;
