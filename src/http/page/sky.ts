import { z } from 'zod';
import { ServiceError } from '../response/serviceError.js';
import { askerOf } from '../request/asker.js';
import { isUnchanged, NOT_MODIFIED } from '../response/etag.js';
import type { AnalysisWindow } from '../../compute/query.js';
import * as parameters from '../schemas/parameters.js';
import { defineRoute } from '../route.js';
import { inWindow } from '../routes/interference.js';
import { RawContent } from '../response/rawContent.js';

/** Most epochs in one answer: some seconds of playing at ten epochs a second. */
const MOST_EPOCHS = 60;

const numbers = {
  method: 'GET',
  auth: 'token',
  limitGroup: 'other',
  envelope: false,
  negotiated: false,
  conditional: true,
  response: z.object({}),
} as const;
const NUMBERS = 'application/octet-stream';

/**
 * Track of a satellite through the window, little-endian: number of epochs and window start in seconds since 1970 (u32
 * each), then latitude, longitude (degrees) and height (km) of each epoch as f32; NaN where it cannot be propagated.
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
    return new RawContent(NUMBERS, Buffer.concat([head, track].map(({ buffer }) => new Uint8Array(buffer))));
  },
});

function refuseBeyond(window: AnalysisWindow, epoch: number): void {
  if (epoch < window.epochCount) return;
  const last = window.epochCount - 1;
  throw new ServiceError('NOT_FOUND', `epoch ${epoch} is not in the analysis window, whose epochs are 0 to ${last}`);
}

/**
 * Where the others that share a band with a tracked satellite are at an epoch: seven 16-bit numbers each, little-endian,
 * from which a picture of half an hour can be drawn (src/compute/thread/states.ts).
 */
export const otherSatellites = defineRoute({
  ...numbers,
  path: '/others',
  summary: 'Where the other satellites of the band are at an epoch, roughly',
  enterprise: true,
  query: z.strictObject({
    tracked_satellite_id: parameters.trackedSatelliteId,
    frequency_band: parameters.band.default('all'),
    epoch: parameters.epoch,
  }),
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { frequency_band: band, epoch } = query;
    const { window, norad } = await inWindow(dependencies, caller.accountId, query.tracked_satellite_id);
    refuseBeyond(window, epoch);
    if (await isUnchanged(ctx, window, ['others', norad, band, epoch])) return NOT_MODIFIED;
    const { buffer } = await dependencies.analysis.states({ window, norad, band, epoch }, askerOf(ctx, caller));
    return new RawContent(NUMBERS, Buffer.from(buffer));
  },
});

const countRule = `must be an integer from 1 to ${MOST_EPOCHS}`;

/**
 * Cells with an intensity above 0 at some epochs, little-endian: nside, first epoch and number of epochs (u32 each),
 * then for each epoch the number of cells (u32), their ipix (u32 each, NESTED, ascending), their values (u16 each), and
 * zeros up to a multiple of 4 bytes. Epochs beyond the window are left out.
 */
export const epochsOfCells = defineRoute({
  ...numbers,
  work: 'whole',
  path: '/epochs',
  summary: 'All cells of some epochs in which the intensity is above 0',
  enterprise: true,
  query: z.strictObject({
    tracked_satellite_id: parameters.trackedSatelliteId,
    frequency_band: parameters.band.default('all'),
    from: parameters.epoch,
    count: parameters.id.refine((count) => count <= MOST_EPOCHS, countRule).default(1),
  }),
  handler: async ({ query, caller, ctx }, dependencies) => {
    const { frequency_band: band, from, count } = query;
    const { window, norad } = await inWindow(dependencies, caller.accountId, query.tracked_satellite_id);
    refuseBeyond(window, from);
    const to = Math.min(from + count, window.epochCount);
    if (await isUnchanged(ctx, window, ['epochs', norad, band, from, to])) return NOT_MODIFIED;
    const asked = { window, norad, band, fromEpoch: from, toEpoch: to };
    const cells = await dependencies.analysis.packedCells(asked, askerOf(ctx, caller));
    const head = Uint32Array.of(window.nside, from, to - from);
    return new RawContent(NUMBERS, Buffer.concat([new Uint8Array(head.buffer), ...cells]));
  },
});
