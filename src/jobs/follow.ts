import type { Knex } from 'knex';
import { catalogueRevision } from '../db/catalogue/imports.js';
import { findMissing } from '../db/analysis/sweeps.js';
import { pruneWindows } from './window/windowKeeper.js';
import { type Refreshed, refreshSources, type RefreshSettings } from './import/refreshSources.js';
import { startOfDay } from './window/windowOptions.js';
import { createLoop } from './loop.js';

export interface FollowParts {
  knex: Knex;
  settings: RefreshSettings;
  now: () => Date;
  /** Ends `follow`: a download or sweep under way is given up. */
  signal: AbortSignal;
  /** Opens the window that starts at `start`, if need be, and sweeps it; returns its id. */
  precompute(start: Date): Promise<number>;
  onRefreshed(result: Refreshed): void;
  /** Called with the error of a round; a later round tries again. */
  onFailure: (error: unknown) => void;
  /** Milliseconds between two rounds. */
  checkMs?: number;
}

const CHECK_MS = 30_000;
const BACKOFF = { first: 600_000, most: 600_000 };

/**
 * Refreshes the catalogue when it is due, and precomputes a window at the first round, each day and after each change
 * of the catalogue. Later rounds also sweep the runs of satellites that have become tracked since. Returns when the
 * signal is aborted.
 */
export async function follow(parts: FollowParts): Promise<void> {
  const { now, signal, onFailure, checkMs: every = CHECK_MS } = parts;
  const clock = (): number => now().getTime();
  await createLoop({ every, backoff: BACKOFF, round: createRound(parts), onFailure, signal, now: clock }).run();
}

function createRound(parts: FollowParts): () => Promise<void> {
  const { knex, settings, now, signal } = parts;
  let precomputed = { of: '', window: 0 };
  return async () => {
    const refreshed = await refreshSources({ knex, settings, now, options: { signal } });
    for (const result of refreshed) parts.onRefreshed(result);
    const start = startOfDay(now().getTime());
    const of = `${start.toISOString()} ${await catalogueRevision(knex)}`;
    if (of === precomputed.of && (await findMissing(knex, precomputed.window)).noradNumbers.length === 0) return;
    signal.throwIfAborted();
    precomputed = { of, window: await parts.precompute(start) };
    await pruneWindows(knex, now());
  };
}
