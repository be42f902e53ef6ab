import type { Knex } from 'knex';
import { findCatalogued, type TrackedSatellite } from '../../db/analysis/tracked.js';
import type { Asked } from '../../db/known.js';
import type { AppDependencies } from '../dependencies.js';
import { ServiceError } from '../response/serviceError.js';

/** The account's tracked satellite with this id. Throws NOT_FOUND. */
export function requireTracked(
  { knex, known }: Pick<AppDependencies, 'knex' | 'known'>,
  accountId: number,
  id: number,
): Asked<TrackedSatellite> {
  const found = known.tracked(accountId, id);
  const required = async (tracked: TrackedSatellite | undefined): Promise<TrackedSatellite> => {
    if (tracked) return tracked;
    throw await trackedSatelliteNotFound(knex, accountId, id);
  };
  return found instanceof Promise ? found.then(required) : (found ?? required(undefined));
}

/**
 * NOT_FOUND for an id under which the account tracks nothing: the same for another account's id and an unknown one. A
 * catalogue number, often given by mistake, is recognised by the account's own satellites and the public catalogue.
 */
export async function trackedSatelliteNotFound(knex: Knex, accountId: number, id: number): Promise<ServiceError> {
  const catalogued = await findCatalogued(knex, accountId, id);
  if (catalogued === undefined) {
    const message = 'the account tracks no satellite under this id; GET /tracked_satellites lists the ids';
    return new ServiceError('NOT_FOUND', message);
  }
  const { name, trackedId } = catalogued;
  const mistaken = `the account tracks no satellite under id ${id}, which is the catalogue number of ${name}`;
  if (trackedId === null) {
    const message = `${mistaken}; POST /tracked_satellites with {"norad_number": ${id}} starts to track it and tells its id`;
    return new ServiceError('NOT_FOUND', message, { norad_number: id });
  }
  const message = `${mistaken}: it tracks that satellite under id ${trackedId}`;
  return new ServiceError('NOT_FOUND', message, { norad_number: id, tracked_satellite_id: trackedId });
}
