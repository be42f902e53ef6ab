import type { Config } from '../config.js';
import { follow } from '../jobs/follow.js';
import type { PrecomputeParts } from '../jobs/precompute.js';
import type { Refreshed } from '../jobs/import/refreshSources.js';
import { withCompute } from '../service/batch.js';
import { complain, count, print, shortTime } from './context.js';

/** Refreshes and precomputes, in the foreground, until SIGINT or SIGTERM. */
export async function followSources(
  config: Config,
  precompute: (parts: PrecomputeParts, start: Date) => Promise<number>,
): Promise<void> {
  const stopping = new AbortController();
  const stop = (signal: NodeJS.Signals): void => {
    say(`${signal}: stopping; what is finished is kept`);
    stopping.abort();
  };
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
  const { signal } = stopping;
  try {
    await withCompute(config, complain, (parts) => {
      // A block takes seconds, too long to wait for.
      signal.addEventListener('abort', () => void parts.pool.close(), { once: true });
      return follow({
        knex: parts.knex,
        settings: config,
        now: () => new Date(),
        signal,
        async precompute(start) {
          const window = await precompute({ ...parts, signal }, start);
          say(`window ${window} is complete; waiting`);
          return window;
        },
        onRefreshed: tell,
        onFailure(error) {
          complain(error instanceof Error ? error.message : String(error));
        },
      });
    });
  } finally {
    process.removeListener('SIGINT', stop);
    process.removeListener('SIGTERM', stop);
  }
}

/** Prints a line with the time: this command runs for days. */
function say(line: string): void {
  print(`${shortTime(new Date())} ${line}`);
}

function tell(result: Refreshed): void {
  const { source } = result;
  if (result.outcome === 'failed') {
    complain(`${result.reason}; it is asked again from ${shortTime(result.nextAt)} on`);
    return;
  }
  if (result.outcome === 'unchanged') {
    say(`${source}: unchanged`);
    return;
  }
  const number = (value: number): string => value.toLocaleString('en');
  say(
    `${source}: ${count(result.rowsRead, 'record')} (${result.format}): ${number(result.added)} added, ` +
      `${number(result.changed)} changed, ${number(result.unchanged)} known already, ${number(result.rejected)} rejected`,
  );
}
