import type { z } from 'zod';
import type { AppDependencies } from '../dependencies.js';
import { inWindow } from '../routes/subject.js';
import * as parameters from '../schemas/parameters.js';

/** Query parameters of a question about a tracked satellite and those that match it. */
export const matched = {
  tracked_satellite_id: parameters.trackedSatelliteId,
  frequency_band: parameters.band.default('all'),
  frequency_match: parameters.frequencyMatch.default('overlap'),
};
type Matched = z.output<z.ZodObject<typeof matched>>;

/** The window, and what is asked of it. */
export async function matchedQuery(
  dependencies: AppDependencies,
  { accountId }: { accountId: number },
  { tracked_satellite_id: id, frequency_band: band, frequency_match: match }: Matched,
) {
  const { window, norad } = await inWindow(dependencies, accountId, id);
  return { query: { window, norad, band, match }, parts: [norad, band, match] as const };
}
