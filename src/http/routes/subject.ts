import type { Knex } from 'knex';
import type { z } from 'zod';
import type { Analysis } from '../../compute/analysis.js';
import type { AnalysisWindow } from '../../compute/query.js';
import { findCatalogued, type TrackedSatellite } from '../../db/analysis/tracked.js';
import type { Asked } from '../../db/known.js';
import { ELSET_MAX_AGE_DAYS, EPOCH_MS } from '../../spec.js';
import type { AppDependencies } from '../dependencies.js';
import { ServiceError } from '../response/serviceError.js';
import type { analysisWindow } from '../schemas/answerFields.js';
import { ceilMinuteMs, floorMinuteMs, formatTime } from '../schemas/instant.js';

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
 * Makes the NOT_FOUND for an id under which the account tracks nothing; it does not tell whether another account has
 * the id. A catalogue number, often given by mistake, is recognised by the account's own satellites and the public
 * catalogue.
 */
export async function trackedSatelliteNotFound(knex: Knex, accountId: number, id: number): Promise<ServiceError> {
  const catalogued = await findCatalogued(knex, accountId, id);
  if (catalogued === undefined) {
    const message = `the account tracks no satellite under id ${id}; GET /tracked_satellites lists the ids`;
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

const RETRY_AFTER_SECONDS = 30;

/** Returns the window that queries are answered from. Throws ANALYSIS_NOT_READY if there is none. */
export function currentWindow(analysis: Analysis): AnalysisWindow {
  const window = analysis.current();
  if (window) return window;
  const refusal = analysis.refusal();
  throw new ServiceError(
    'ANALYSIS_NOT_READY',
    refusal === undefined ? 'no analysis window is open yet' : `no analysis window can be opened: ${refusal}`,
    { status: refusal === undefined ? 'pending' : 'failed' },
    RETRY_AFTER_SECONDS,
  );
}

/** Finds a satellite in the window. Throws NOT_FOUND if the window left it out. */
export function satelliteOf(window: AnalysisWindow, norad: number): { bands: number } {
  const satellite = window.satellite(norad);
  if (satellite) return satellite;
  const days = `within ${ELSET_MAX_AGE_DAYS} days of`;
  const where =
    window.days === undefined
      ? `the analysis window holds no element set ${days} its start`
      : `no element set ${days} noon of ${formatTime(window.startMs).slice(0, 10)} is kept`;
  throw new ServiceError('NOT_FOUND', `${where} for satellite ${norad}`, { norad_number: norad });
}

/** The account's tracked satellite in the current window. Throws NOT_FOUND or ANALYSIS_NOT_READY. */
export async function inWindow(
  dependencies: Pick<AppDependencies, 'knex' | 'known' | 'analysis'>,
  accountId: number,
  trackedId: number,
): Promise<{ window: AnalysisWindow; norad: number; bands: number }> {
  const { noradNumber: norad } = await requireTracked(dependencies, accountId, trackedId);
  const window = currentWindow(dependencies.analysis);
  return { window, norad, bands: satelliteOf(window, norad).bands };
}

/** An analysis window in the form that answers have. */
export function analysisWindowObject(window: AnalysisWindow): z.input<typeof analysisWindow> {
  return {
    id: window.id,
    start_time: formatTime(window.startMs),
    end_time: formatTime(epochMs(window, window.epochCount)),
    nside: window.nside,
  };
}

/** Time that questions may be about; `what` names it in messages, which without it say the analysis window. */
export type Extent = Pick<AnalysisWindow, 'startMs' | 'epochCount'> & { what?: string };

/** Epochs [fromEpoch, toEpoch) of a window. */
export interface EpochRange {
  fromEpoch: number;
  toEpoch: number;
}

/** Start of an epoch of the window, in milliseconds since 1970. */
export function epochMs(window: Extent, epoch: number): number {
  return window.startMs + epoch * EPOCH_MS;
}

/** Fields of an answer that tell its range. */
export function rangeFields(window: Extent, { fromEpoch, toEpoch }: EpochRange) {
  return { start_time: formatTime(epochMs(window, fromEpoch)), end_time: formatTime(epochMs(window, toEpoch)) };
}

function outside(window: Extent, asked: string): ServiceError {
  const [start, last, end] = [0, window.epochCount - 1, window.epochCount].map((at) => formatTime(epochMs(window, at)));
  return new ServiceError(
    'TIMESTAMP_OUTSIDE_WINDOW',
    `${asked} lies outside ${window.what ?? 'the analysis window'}: its first minute is ${start}, its last ${last}, and its end, ${end}, is outside of it`,
    { valid_range: { start, last, end } },
  );
}

/** Epoch whose minute holds a time in milliseconds since 1970. Throws TIMESTAMP_OUTSIDE_WINDOW. */
export function epochAt(window: Extent, ms: number): number {
  const minuteMs = floorMinuteMs(ms);
  const epoch = (minuteMs - window.startMs) / EPOCH_MS;
  if (epoch < 0 || epoch >= window.epochCount) throw outside(window, `timestamp ${formatTime(minuteMs)}`);
  return epoch;
}

/**
 * Finds the epochs of the window that [start, end), in milliseconds since 1970, touches: start rounded down to the
 * minute, end rounded up, both limited to the window. Without start or end, that of the window holds. The range may be
 * empty if end is not after start. Throws TIMESTAMP_OUTSIDE_WINDOW if all of it lies outside.
 */
export function epochRange(window: Extent, start: number | undefined, end: number | undefined): EpochRange {
  const windowEndMs = epochMs(window, window.epochCount);
  const fromMs = start === undefined ? window.startMs : floorMinuteMs(start);
  const toMs = end === undefined ? windowEndMs : ceilMinuteMs(end);
  if (fromMs >= windowEndMs || toMs <= window.startMs) {
    const from = start === undefined ? 'the start' : formatTime(fromMs);
    const to = end === undefined ? 'the end' : formatTime(toMs);
    throw outside(window, `the time range from ${from} to ${to}`);
  }
  return {
    fromEpoch: Math.max(0, (fromMs - window.startMs) / EPOCH_MS),
    toEpoch: Math.min(window.epochCount, (toMs - window.startMs) / EPOCH_MS),
  };
}
