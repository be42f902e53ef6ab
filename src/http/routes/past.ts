import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import type { AnalysisWindow } from '../../compute/query.js';
import { elsetsImportedSince, transmittersImportedAt, catalogueRevision } from '../../db/catalogue/imports.js';
import { historyRange } from '../../db/catalogue/elsetHistory.js';
import type { PastDay } from '../../memory/loadedWindows.js';
import { DAY_MS, ELSET_MAX_AGE_DAYS, EPOCH_MS, WINDOW_EPOCHS } from '../../spec.js';
import type { ApiContext, RequestState } from '../context.js';
import type { AppDependencies } from '../dependencies.js';
import { ServiceError, wrongParameter } from '../response/serviceError.js';
import { formatTime } from '../schemas/instant.js';
import type { Elements } from '../schemas/parameters.js';
import {
  currentWindow,
  epochAt,
  epochMs,
  epochRange,
  type EpochRange,
  type Extent,
  requireTracked,
  satelliteOf,
} from './subject.js';

/** Times of a question, in milliseconds since 1970: a timestamp, or a range. */
interface Times {
  timestamp?: number;
  start_time?: number | undefined;
  end_time?: number | undefined;
}

interface AskedTimes extends Times {
  elements?: Elements | 'window' | undefined;
}

/** Fields by which an answer tells from which element sets it is, and how old its frequencies are. */
interface PastFields {
  elements?: string;
  frequencies_as_of?: string;
}

/** Window that answers a question, the epochs of it that are asked about, and the fields that tell its element sets. */
interface AskedWindow {
  window: AnalysisWindow;
  range: EpochRange;
  told: PastFields;
}

type Parts = Pick<AppDependencies, 'knex' | 'analysis'>;

/**
 * Finds the window that answers a question: the current one or, with `elements`, one made up of day windows. The first
 * day window stays in memory until the functions in `kept` are called. If it has to be made, the call is counted
 * before, even if its answer will be a 304. Throws INVALID_PARAMETER, NOT_FOUND, TIMESTAMP_OUTSIDE_WINDOW,
 * ANALYSIS_NOT_READY or RATE_LIMITED, and Overloaded if the day window does not fit, or too many are being made.
 */
export async function askedWindow(
  { knex, analysis }: Parts,
  { elements, ...times }: AskedTimes,
  state: Pick<RequestState, 'kept' | 'charge' | 'caller'>,
): Promise<AskedWindow> {
  const current = currentWindow(analysis);
  if (elements === undefined || elements === 'window') {
    return { window: current, range: epochsOf(current, times), told: {} };
  }
  const now = new Date();
  const asOfMs = elements === 'nearest' ? undefined : elements.asOfMs;
  if (asOfMs !== undefined && asOfMs > now.getTime()) throw await inFuture(knex, asOfMs, now);
  const revision = await catalogueRevision(knex);
  const { fromMs, toMs } = timesOf(current, await extentOf(knex, current, revision), times);
  const days: PastDay[] = [];
  for (let startMs = dayOf(fromMs); startMs < toMs; startMs += DAY_MS) {
    days.push({ startMs, asOfMs, like: current.id, revision, accountId: state.caller?.accountId });
  }
  const [day] = days;
  if (day === undefined) throw new Error(`no day from ${fromMs} to ${toMs}`);
  if (!analysis.isMade(day)) await state.charge?.();
  const held = await analysis.day(day);
  if (held === undefined) throw await noSets(knex, day, now);
  const { window: first, release } = held;
  const { id, nside, minElevationDeg, startMs } = first;
  (state.kept ??= []).push(release);
  const frequenciesAsOf = formatTime((await transmittersImportedAt(knex))?.getTime() ?? dayOf(now.getTime()));
  const name = asOfMs === undefined ? 'nearest' : `as_of:${instantText(asOfMs)}`;
  const window = {
    id,
    // Day windows that were never made, or long ago, have no known identity: then the answer gets a unique ETag.
    identity: JSON.stringify([name, frequenciesAsOf, ...days.map((one) => analysis.identityOf(one) ?? randomUUID())]),
    startMs,
    epochCount: (days.length * DAY_MS) / EPOCH_MS,
    nside,
    minElevationDeg,
    satellite: (norad: number) => first.satellite(norad),
    provenance: (norad: number) => first.provenance?.(norad),
    days,
  };
  const range = { fromEpoch: (fromMs - startMs) / EPOCH_MS, toEpoch: (toMs - startMs) / EPOCH_MS };
  return { window, range, told: { elements: name, frequencies_as_of: frequenciesAsOf } };
}

/** What a request is about: the window that answers it, and the account's tracked satellite in it. */
export interface Asked extends AskedWindow {
  norad: number;
}

/**
 * Finds the window that answers a request, and the account's tracked satellite in it. The first day window stays in
 * memory until the handler has ended. Throws the errors of `askedWindow`, and NOT_FOUND.
 */
export async function inAsked(
  dependencies: Parts & Pick<AppDependencies, 'known'>,
  ctx: ApiContext,
  accountId: number,
  { tracked_satellite_id: trackedId, ...asked }: AskedTimes & { tracked_satellite_id: number },
): Promise<Asked> {
  const { noradNumber: norad } = await requireTracked(dependencies, accountId, trackedId);
  const found = await askedWindow(dependencies, asked, ctx.state);
  satelliteOf(found.window, norad);
  return { ...found, norad };
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** Text of a time in milliseconds since 1970; whole seconds have no decimals. */
const instantText = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

const extents = new WeakMap<Knex, { key: string; extent: Promise<Extent> }>();

/** Finds the time that kept element sets and window cover, from a UTC midnight on; kept for a window and a revision. */
function extentOf(knex: Knex, current: AnalysisWindow, revision: number): Promise<Extent> {
  const key = `${current.identity} ${revision}`;
  const known = extents.get(knex);
  if (known?.key === key) return known.extent;
  const extent = readExtent(knex, current);
  extents.set(knex, { key, extent });
  extent.catch(() => extents.delete(knex));
  return extent;
}

async function readExtent(knex: Knex, current: AnalysisWindow): Promise<Extent> {
  const { oldestEpochUs = Infinity } = (await historyRange(knex)) ?? {};
  const startMs = dayOf(Math.min(current.startMs, oldestEpochUs / 1000));
  const epochCount = (epochMs(current, current.epochCount) - startMs) / EPOCH_MS;
  return { startMs, epochCount, what: 'the time that kept element sets and the analysis window cover' };
}

/** Finds the epochs that a question is about. Throws TIMESTAMP_OUTSIDE_WINDOW. */
function epochsOf(extent: Extent, { timestamp, start_time: start, end_time: end }: Times): EpochRange {
  if (timestamp === undefined) return epochRange(extent, start, end);
  const epoch = epochAt(extent, timestamp);
  return { fromEpoch: epoch, toEpoch: epoch + 1 };
}

/**
 * Finds the time range of a question, in milliseconds since 1970 and whole minutes, of at most 7 days. Without start or
 * end, that of the current window holds. Throws INVALID_PARAMETER or TIMESTAMP_OUTSIDE_WINDOW.
 */
function timesOf(current: AnalysisWindow, extent: Extent, times: Times): { fromMs: number; toMs: number } {
  const { fromEpoch, toEpoch } = epochsOf(extent, { ...times, start_time: times.start_time ?? current.startMs });
  if (fromEpoch >= toEpoch) throw wrongParameter('start_time', 'must be given, and before end_time');
  // A range of seven days that begins within a minute touches one minute more, which is left out.
  if (toEpoch - fromEpoch > WINDOW_EPOCHS + 1)
    throw wrongParameter('end_time', 'must be given, and at most 7 days after start_time');
  return { fromMs: epochMs(extent, fromEpoch), toMs: epochMs(extent, Math.min(toEpoch, fromEpoch + WINDOW_EPOCHS)) };
}

async function inFuture(knex: Knex, asOfMs: number, now: Date): Promise<ServiceError> {
  const range = await importRange(knex, now);
  return wrongParameter(
    'elements',
    `must be as_of: and a time from ${range}, not in the future as ${instantText(asOfMs)} is`,
  );
}

/** Makes the NOT_FOUND for a day for which no satellite has an element set. */
async function noSets(knex: Knex, { startMs, asOfMs }: PastDay, now: Date): Promise<ServiceError> {
  const day = formatTime(startMs).slice(0, 10);
  const none = `no element set within ${ELSET_MAX_AGE_DAYS} days of noon of ${day}`;
  if (asOfMs === undefined) return new ServiceError('NOT_FOUND', `${none} is kept`);
  const range = await importRange(knex, now);
  const rule = `must be as_of: and a time from ${range}, when those that are kept were imported`;
  const message = `${none} had been imported by ${instantText(asOfMs)}: query parameter elements ${rule}`;
  return new ServiceError('NOT_FOUND', message, { elements: rule });
}

/** Names the times that `as_of` may have: from the oldest import of a kept element set until now. */
async function importRange(knex: Knex, now: Date): Promise<string> {
  const since = (await elsetsImportedSince(knex)) ?? now;
  return `${instantText(since.getTime())} to ${instantText(now.getTime())}`;
}
