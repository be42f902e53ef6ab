import { z } from 'zod';
import * as answerFields from './answerFields.js';
import { beamFields, encounter, passFields } from './encounters.js';
import { rangeOf } from './interference.js';
import { excluded, frequenciesOf, namedSatellite, placeFields } from './interferers.js';
import { pastFields } from './provenance.js';

const { count } = answerFields;

export const suspect = z
  .strictObject({
    ...encounter.shape,
    stretches: count.describe('How often it was in the beam in the range: the other fields tell the likeliest stretch'),
  })
  .meta({ id: 'Suspect', description: 'Another satellite that stood in the beam' });

const pass = z.strictObject(passFields).meta({ id: 'TrackedPass', description: 'A pass over a place or a station' });

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
      .array(pass)
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
