import type { Logger } from 'pino';
import { oldestSuccess, type Refreshed, refreshSources, type RefreshParts } from './refreshSources.js';

/** Imports from the addresses of the settings when they are due, in the background. */
export interface Refresher {
  /** Resolves when nothing is due any more, or it did not work; never two at once. */
  check(): Promise<void>;
  start(): void;
  /** Since the address that has waited longest for data last had some; undefined where one never had. */
  ageSeconds(): number | undefined;
  /** Gives a download up that is under way. */
  stop(): Promise<void>;
}

export interface RefresherParts extends Omit<RefreshParts, 'options'> {
  log: Logger;
  /** Called when the catalogue is another. */
  onChange(): Promise<void>;
}

const CHECK_MS = 300_000;
/** Of the time between two checks: servers that were started together do not go on asking together. */
const JITTER = 0.2;

export function createRefresher(parts: RefresherParts): Refresher {
  const { log } = parts;
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let oldest: Date | undefined;

  async function refresh(): Promise<void> {
    try {
      const results = await refreshSources({ ...parts, options: { signal: stopping.signal } });
      for (const result of results) tell(log, result);
      oldest = await oldestSuccess(parts.knex, parts.settings);
      if (results.some(changesCatalogue)) await parts.onChange();
    } catch (error) {
      if (stopping.signal.aborted) return;
      log.error({ err: error }, 'the catalogue could not be refreshed');
    }
  }

  const check = (): Promise<void> =>
    (running ??= refresh().finally(() => {
      running = undefined;
    }));

  const checkAndWait = (): void => {
    void check().then(() => {
      if (stopping.signal.aborted) return;
      timer = setTimeout(checkAndWait, CHECK_MS * (1 + JITTER * (Math.random() - 0.5)));
    });
  };

  return {
    check,
    start: checkAndWait,
    ageSeconds: () => oldest && (parts.now().getTime() - oldest.getTime()) / 1000,
    async stop() {
      clearTimeout(timer);
      stopping.abort();
      await running;
    },
  };
}

function changesCatalogue(result: Refreshed): boolean {
  return result.outcome === 'imported' && result.added + result.changed > 0;
}

function tell(log: Logger, { outcome, ...result }: Refreshed): void {
  if (outcome === 'failed') log.warn(result, 'a source could not be read: what it gave before stays in force');
  else log.info(result, outcome === 'unchanged' ? 'source unchanged' : 'source imported');
}
