import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { OwnedCore } from '../../core/instance.js';
import { failAbandonedSweeps, pruneSeries } from '../../db/analysis/sweeps.js';
import {
  type AnalysisWindowRecord,
  deleteEndedWindows,
  newestPublishedWindow,
  newestPublishedWindows,
} from '../../db/analysis/windows.js';
import { catalogueRevision, lockCatalogue } from '../../db/catalogue/imports.js';
import { UserError } from '../../errors.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import type { LoadedWindows } from '../../memory/loadedWindows.js';
import { DAY_MS } from '../../spec.js';
import { createLoop, inSeries } from '../loop.js';
import { dateBundledCatalogue, type OpenedWindow, openUnlessSame } from './openWindow.js';
import { startOfDay } from './windowOptions.js';

export interface KeeperParts {
  knex: Knex;
  core: OwnedCore;
  windows: LoadedWindows;
  log: Logger;
  nside: number;
  minElevationDeg: number;
  /** Called with each window that was loaded. */
  onLoad(window: LoadedWindow, record: AnalysisWindowRecord): void;
  now?: () => Date;
}

const CHECK_MS = 30_000;
const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20);

/** Makes the loop that opens windows, for each day and each change of the catalogue, and lets the newest one answer. */
export function createWindowKeeper(parts: KeeperParts) {
  const { knex, core, windows, log, now = () => new Date() } = parts;
  let attempted = '';

  /** Opens a window if one is due; after a refusal, not again until the day or the catalogue changes. */
  async function openIfDue(): Promise<void> {
    const today = startOfDay(now().getTime()).getTime();
    const revision = await catalogueRevision(knex);
    const attempt = `${today} ${revision}`;
    if (revision === 0 || attempt === attempted || !(await isDue(knex, today))) return;
    try {
      const opened = await openOnce(today);
      if (opened !== undefined) log.info({ window: opened }, 'analysis window opened');
      windows.refuse(undefined);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      log.warn({ reason: error.message }, 'no new analysis window: the one before goes on answering');
      windows.refuse(error.message);
    }
    attempted = attempt;
  }

  /**
   * Opens today's window; undefined if another process was first, or the window would be the same as the newest one.
   */
  async function openOnce(today: number): Promise<OpenedWindow | undefined> {
    const { nside, minElevationDeg } = parts;
    const start = new Date(today);
    return knex.transaction(async (trx) => {
      await lockCatalogue(trx);
      if (!(await isDue(trx, today))) return undefined;
      await dateBundledCatalogue(trx, start);
      return openUnlessSame(trx, { start, nside, minElevationDeg, uniformElevation: false });
    });
  }

  async function loadIfNew(): Promise<void> {
    const newest = await newestPublishedWindow(knex);
    if (newest === undefined || newest.id === windows.current()?.id) return;
    const window = await windows.load(newest.id);
    if (window === undefined) return;
    const { bytes } = window.record;
    if (windows.current() === undefined && core.arena.freeBytes < bytes) {
      const neededMegabytes = megabytes(bytes - core.arena.freeBytes);
      log.warn({ setting: 'WINDOWS_MB', neededMegabytes }, 'the next analysis window will not fit beside this one');
    }
    windows.publish(window);
    const { id, satelliteCount: satellites } = window;
    log.info({ window: id, satellites, megabytes: megabytes(bytes) }, 'analysis window loaded');
    parts.onLoad(window, newest);
    await pruneWindows(knex, now());
  }

  const check = inSeries(async () => {
    await openIfDue();
    await loadIfNew();
  });

  const loop = createLoop({
    every: CHECK_MS,
    round: check,
    onFailure: (error) => log.error({ err: error }, 'the analysis window could not be checked'),
  });

  return {
    ...loop,
    /**
     * Opens a window if one is due, and loads the newest. Calls at the same time run one after the other. The rounds of
     * the loop do so too, but log errors.
     *
     * @throws any error, also a UserError if the window does not fit into memory; a UserError of the opening is only
     *   logged, as only a person can mend its cause
     */
    check,
  };
}

/** Whether a window is due: at the first check of each day, and after each import that changed something. */
async function isDue(db: Knex, today: number): Promise<boolean> {
  const newest = await newestPublishedWindow(db);
  if (newest === undefined) return true;
  // The newest window is of today if it was opened today, by the database's clock, which may differ from ours; or if it
  // was opened for today. If it was opened on a day that is still to come, a clock has been set back since.
  const openedMs = newest.createdAt.getTime();
  const isOfToday = (openedMs >= today && openedMs < today + DAY_MS) || newest.startUs === today * 1000;
  return !isOfToday || newest.catalogueRevision < (await catalogueRevision(db));
}

/**
 * Number of newest windows whose series stay: the one that answers, and the one before, which requests may still name.
 */
const KEPT = 2;

/**
 * Removes data that nobody needs any more, of all windows but the newest two: deletes the windows that have ended, and
 * the stored series and unfinished sweeps of the rest. Cells of these are answered live then; their run indexes stay.
 */
export async function pruneWindows(knex: Knex, now: Date): Promise<void> {
  const kept = (await newestPublishedWindows(knex, KEPT)).map(({ id }) => id);
  await deleteEndedWindows(knex, now.getTime() * 1000, kept);
  await failAbandonedSweeps(knex, kept);
  await pruneSeries(knex, kept);
}
