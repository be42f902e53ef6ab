import { z } from 'zod';
import { errorsInForce } from '../../catalogue/errors/inForce.js';
import { count, errorSource, time, whole } from '../schemas/answerFields.js';
import { formatTime } from '../schemas/instant.js';
import { defineRoute, ofAccount } from '../route.js';
import { rounded } from './interferenceParts.js';

const quantile = (percent: number) =>
  z.number().nonnegative().describe(`Kilometres along the track that ${percent} % of the errors stay below`);

const atAge = z
  .strictObject({
    age_hours: z.number().describe('Hours between the epochs of the element sets of a pair, within 15 %'),
    pairs: count.describe('Number of pairs of this age; 0 where the errors come from elsewhere'),
    p50_km: quantile(50),
    p68_km: quantile(68),
    p90_km: quantile(90),
    p99_km: quantile(99),
  })
  .meta({ id: 'ElementErrorsAtAge', description: 'Errors of element sets of one age' });

const ofClass = z
  .strictObject({
    error_class: z
      .string()
      .describe(
        'Class of satellites: a constellation of the built-in table, a range of heights of the perigee, or `all`. A satellite belongs to the first of these that it is in and that has enough pairs',
      ),
    source: errorSource.nullable().describe('Where its errors are known from; null where those of another class hold'),
    pairs: count.describe(
      'Number of pairs of element sets that its errors rest on or, with `falls_back_to`, that are too few',
    ),
    ages: z
      .array(atAge)
      .describe(
        'Errors by age, as far as known; between two ages they follow a power of the age. Empty with `falls_back_to`',
      ),
    falls_back_to: z
      .string()
      .nullable()
      .describe(
        'Class whose errors hold instead, as fewer than 200 pairs are known at each age; `perigee`: that of each satellite’s perigee; null where its own hold',
      ),
  })
  .meta({ id: 'ElementErrorClass', description: 'A class of satellites, and how wrong its element sets are' });

const response = z
  .strictObject({
    fitted_at: time
      .nullable()
      .describe('When errors were fitted to the imported element sets last, UTC; null: not yet'),
    satellites: count.describe('Number of satellites that have pairs of element sets'),
    pairs: whole('Number of pairs of element sets'),
    left_out: z
      .record(z.string(), count)
      .describe('Number of element sets, or of pairs, that were not counted, by reason; reasons may be added'),
    classes: z.array(ofClass).describe('Classes of satellites, the most special first'),
  })
  .meta({
    id: 'ElementErrors',
    description: 'How far element sets of an age put satellites from where newer sets put them, along the track',
    'x-extension': true,
  });

export const elementErrors = defineRoute({
  ...ofAccount,
  method: 'GET',
  path: '/element_errors',
  summary: 'How wrong element sets of an age are, by class of satellites',
  extension: true,
  response,
  example: {
    response: {
      fitted_at: '2025-12-06T03:10:00Z',
      satellites: 11_204,
      pairs: 812_440,
      left_out: {
        same_epoch: 12,
        future_epoch: 3,
        refused_by_sgp4: 41,
        other_satellite: 2,
        satellite_changes: 0,
        pairs_refused_by_sgp4: 19,
      },
      classes: [
        {
          error_class: 'oneweb',
          source: 'fitted',
          pairs: 20_310,
          ages: [{ age_hours: 24, pairs: 9_120, p50_km: 0.812, p68_km: 1.26, p90_km: 2.72, p99_km: 6.3 }],
          falls_back_to: null,
        },
        { error_class: 'swarm', source: null, pairs: 96, ages: [], falls_back_to: 'perigee' },
      ],
    },
  },
  handler: async (_request, { errorLaws }) => {
    const { rows, fittedAt, satellites, pairs, leftOut } = errorLaws.fit();
    return {
      fitted_at: fittedAt === null ? null : formatTime(fittedAt.getTime()),
      satellites,
      pairs,
      left_out: leftOut,
      classes: errorsInForce(rows).map(({ errorClass, source, pairs: ofAllAges, ages, fallsBackTo }) => ({
        error_class: errorClass,
        source,
        pairs: ofAllAges,
        ages: ages.map(({ ageHours, pairs: ofAge, km: [p50, p68, p90, p99] }) => ({
          age_hours: ageHours,
          pairs: ofAge,
          p50_km: rounded(p50, 3),
          p68_km: rounded(p68, 3),
          p90_km: rounded(p90, 3),
          p99_km: rounded(p99, 3),
        })),
        falls_back_to: fallsBackTo,
      })),
    };
  },
});
