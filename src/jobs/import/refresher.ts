import type { Logger } from 'pino';
import { createLoop } from '../loop.js';
import { oldestSuccess, type Refreshed, refreshSources, type RefreshParts } from './refreshSources.js';

export interface RefresherParts extends Omit<RefreshParts, 'options'> {
  log: Logger;
  /** Called when an import has changed the catalogue. */
  onChange(): Promise<void>;
}

const CHECK_MS = 300_000;
/** Random share of the time between two checks, so that servers which start together do not keep asking together. */
const JITTER = 0.2;

/**
 * Makes the loop that imports from the addresses of the settings when they are due. A stop gives up a download under
 * way.
 */
export function createRefresher(parts: RefresherParts) {
  const { log } = parts;
  let oldest: Date | undefined;
  let failures = 0;

  const loop = createLoop({
    every: () => CHECK_MS * (1 + JITTER * (Math.random() - 0.5)),
    async round(signal) {
      const results = await refreshSources({ ...parts, options: { signal } });
      for (const result of results) tell(log, result);
      failures += results.filter(({ outcome }) => outcome === 'failed').length;
      oldest = await oldestSuccess(parts.knex, parts.settings);
      if (results.some(changesCatalogue)) await parts.onChange();
    },
    onFailure(error) {
      failures++;
      log.error({ err: error }, 'the catalogue could not be refreshed');
    },
  });

  return {
    ...loop,
    /** Seconds since the oldest of the addresses' last successes; undefined if an address has none, or at the start. */
    ageSeconds: () => oldest && (parts.now().getTime() - oldest.getTime()) / 1000,
    /** Number of attempts that failed since the start. */
    failures: () => failures,
  };
}

function changesCatalogue(result: Refreshed): boolean {
  return result.outcome === 'imported' && result.added + result.changed > 0;
}

function tell(log: Logger, { outcome, ...result }: Refreshed): void {
  if (outcome === 'failed') log.warn(result, 'a source could not be read: what it gave before stays in force');
  else if ('notice' in result) log.warn(result, 'source imported, but it leaves satellites out');
  else log.info(result, outcome === 'unchanged' ? 'source unchanged' : 'source imported');
}
