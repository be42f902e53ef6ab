import { z } from 'zod';
import { encodeTrack } from '../../codec/track.js';
import { ServiceError } from '../response/serviceError.js';
import { askerOf } from '../response/whenClosed.js';
import { isUnchanged, NOT_MODIFIED } from '../response/answer.js';
import type { AnalysisWindow } from '../../compute/query.js';
import * as parameters from '../schemas/parameters.js';
import type { AppDependencies } from '../dependencies.js';
import { defineRoute, ofAccount } from '../route.js';
import { inWindow } from '../routes/subject.js';
import { RawContent } from '../response/asset.js';

/** Query parameters that select the other satellites by their frequencies. */
export const matchedBy = {
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.default('overlap'),
};

/** Query parameters of a question about a tracked satellite and the others that match it. */
export const matched = { tracked_satellite_id: parameters.trackedSatelliteId, ...matchedBy };

/** Returns the query about the current window, and the parts of it that the ETag is made of. */
async function matchedQuery(
  dependencies: AppDependencies,
  { accountId }: { accountId: number },
  { tracked_satellite_id: id, frequency_band: band, frequency_match: match }: z.output<z.ZodObject<typeof matched>>,
) {
  const { window, norad } = await inWindow(dependencies, accountId, id);
  return { query: { window, norad, band, match }, parts: [norad, band, match] as const };
}

/** Most epochs in one answer: some seconds of playing at ten epochs a second. */
const MOST_EPOCHS = 60;

const ofSky = { ...ofAccount, method: 'GET' } as const;
const numbers = {
  ...ofSky,
  envelope: false,
  negotiated: false,
  conditional: true,
  response: z.object({}),
} as const;
const NUMBERS = 'application/octet-stream';

/**
 * Track of a satellite through the window: number of epochs and window start in seconds since 1970 (u32 each,
 * little-endian), then its positions as src/codec/track.ts packs them.
 */
export const satelliteTrack = defineRoute({
  ...numbers,
  work: 'whole',
  path: '/track',
  summary: 'Where a tracked satellite is at each epoch of the window',
  query: z.strictObject({ tracked_satellite_id: parameters.trackedSatelliteId }),
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { window, norad } = await inWindow(dependencies, caller.accountId, query.tracked_satellite_id);
    if (await isUnchanged(ctx, window, ['track', norad])) return NOT_MODIFIED;
    const track = await dependencies.analysis.track({ window, norad }, askerOf(ctx, caller));
    const head = Uint32Array.of(window.epochCount, window.startMs / 1000);
    return new RawContent(NUMBERS, Buffer.concat([new Uint8Array(head.buffer), encodeTrack(track)]));
  },
});

/** Throws NOT_FOUND for an epoch beyond the window. */
function refuseBeyond(window: AnalysisWindow, epoch: number): void {
  if (epoch < window.epochCount) return;
  const last = window.epochCount - 1;
  throw new ServiceError('NOT_FOUND', `epoch ${epoch} is not in the analysis window, whose epochs are 0 to ${last}`);
}

/**
 * Positions and velocities, at an epoch, of the other satellites that match a tracked one: seven 16-bit numbers each,
 * little-endian, precise enough to draw half an hour of motion (src/compute/thread/states.ts).
 */
export const otherSatellites = defineRoute({
  ...numbers,
  path: '/others',
  summary: 'Where the other satellites that match are at an epoch, roughly',
  enterprise: true,
  query: z.strictObject({ ...matched, epoch: parameters.epoch }),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { epoch } = asked;
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    refuseBeyond(query.window, epoch);
    if (await isUnchanged(ctx, query.window, ['others', ...parts, epoch])) return NOT_MODIFIED;
    const { buffer } = await dependencies.analysis.states({ ...query, epoch }, askerOf(ctx, caller));
    return new RawContent(NUMBERS, Buffer.from(buffer));
  },
});

/** Most operators with a colour of their own in the page: people cannot tell more colours apart. */
const MOST_OPERATORS = 6;

/**
 * Lists the other satellites in the order of `/others`: their catalogue numbers, and their operators as indexes into
 * the operators with the most satellites. The last index, without a name, stands for all other and unknown operators.
 */
export const othersOperators = defineRoute({
  ...ofSky,
  path: '/others/operators',
  summary: 'Who the other satellites are that match, and who runs them',
  enterprise: true,
  query: z.strictObject(matched),
  response: z.strictObject({
    operators: z.array(z.strictObject({ name: z.string().nullable(), satellites: z.int() })),
    of: z.array(z.int()),
    norad_numbers: z.array(z.int()),
  }),
  handler: async ({ query: asked, caller }, dependencies) => {
    const { query } = await matchedQuery(dependencies, caller, asked);
    const others = dependencies.analysis.others(query).listed();
    const names = others.map(({ operator }) => operator);
    const counts = new Map<string, number>();
    for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
    const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_OPERATORS);
    const numberOf = new Map(most.map(([name], index) => [name, index]));
    const rest = names.length - most.reduce((sum, [, satellites]) => sum + satellites, 0);
    return {
      operators: [...most.map(([name, satellites]) => ({ name, satellites })), { name: null, satellites: rest }],
      of: names.map((name) => (name === null ? undefined : numberOf.get(name)) ?? most.length),
      norad_numbers: others.map(({ noradNumber }) => noradNumber),
    };
  },
});

const upToMost = parameters.id.refine((count) => count <= MOST_EPOCHS, `must be an integer from 1 to ${MOST_EPOCHS}`);

/**
 * Footprint of a tracked satellite at every epoch of a range, or at each `every`-th one, with the intensity in each of
 * its cells: nside, first epoch and number of epochs (u32 each, little-endian), then each epoch as
 * assembly/emit/packedFootprint writes it. Epochs beyond the window are left out. Without known frequencies, no epoch
 * has cells.
 */
export const epochsOfCells = defineRoute({
  ...numbers,
  work: 'whole',
  path: '/epochs',
  summary: 'Footprint and intensities at some epochs',
  enterprise: true,
  query: z.strictObject({
    ...matched,
    from: parameters.epoch,
    count: upToMost.default(1),
    every: upToMost.default(1),
  }),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { from, count, every } = asked;
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    const { window } = query;
    refuseBeyond(window, from);
    const within = Math.min(count, Math.ceil((window.epochCount - from) / every));
    if (await isUnchanged(ctx, window, ['epochs', ...parts, from, within, every])) return NOT_MODIFIED;
    const epochs = Array.from({ length: within }, (_none, index) => from + index * every);
    const footprints = await dependencies.analysis.footprints({ ...query, epochs }, askerOf(ctx, caller));
    const head = Uint32Array.of(window.nside, from, within);
    return new RawContent(NUMBERS, Buffer.concat([new Uint8Array(head.buffer), ...footprints]));
  },
});

/** Number of epochs in the sample of a week. */
const SAMPLES = 32;
/**
 * Golden ratio less 1: the fractional parts of its multiples are evenly spread, however many there are, and fall into
 * step with no orbit.
 */
const GOLDEN = 0.618_033_988_75;

/**
 * Tells how often each intensity, from 0 on, is found in the footprint of a tracked satellite over the week, by a
 * sample of epochs. The page derives its scale of colours from it, and how a place ranks within the week. Empty if no
 * band is known.
 */
export const weekMagnitudes = defineRoute({
  ...ofSky,
  conditional: true,
  work: 'whole',
  path: '/magnitudes',
  summary: 'How often each intensity is found over the week, by a sample',
  enterprise: true,
  query: z.strictObject(matched),
  response: z.strictObject({ epochs: z.int(), counts: z.array(z.int()) }),
  handler: async ({ query: asked, caller, ctx }, dependencies) => {
    const { query, parts } = await matchedQuery(dependencies, caller, asked);
    if (await isUnchanged(ctx, query.window, ['magnitudes', ...parts])) return NOT_MODIFIED;
    const { epochCount } = query.window;
    const epochs = Array.from({ length: SAMPLES }, (_none, i) => Math.floor((((i + 1) * GOLDEN) % 1) * epochCount));
    const counts = await dependencies.analysis.magnitudes({ ...query, epochs }, askerOf(ctx, caller));
    return { epochs: SAMPLES, counts };
  },
});
