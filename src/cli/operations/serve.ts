import type { Command } from 'commander';
import type { Logger } from 'pino';
import { readConfig } from '../../config.js';
import { replacesServers } from '../../db/migrations/migrate.js';
import type { AnalysisWindow } from '../../compute/query.js';
import { formatTime } from '../../http/schemas/instant.js';
import type { Demo } from '../../jobs/demo.js';
import { type Service, startService } from '../../main.js';
import { BASE_PATH, EPOCH_MS } from '../../spec.js';
import { onDatabase, print } from '../context.js';
import { createLog, whenUnexpected } from './log.js';

/**
 * Longest time in ms that an orderly stop may take, beyond DRAIN_MS for answers under way. It takes some seconds,
 * unless something hangs.
 */
const STOP_MS = 19_500;
/** Query parameters of Berlin. */
const DEMO_PLACE = 'lat=52.52&lon=13.405';

export function serveCommands(program: Command): void {
  program.command('migrate').description('bring the database up to date').action(runMigrations);
  program
    .command('serve')
    .description('answer over HTTP')
    .option('--demo', 'load the bundled catalogue where there is none, and make a demo account')
    .action(serve);
}

async function runMigrations(): Promise<void> {
  const applied = await onDatabase(async (_knex, names) => names, { mayMake: true });
  print(applied.length === 0 ? 'the database is up to date' : `applied: ${applied.join(', ')}`);
  if (replacesServers(applied))
    print('stop servers and workers of an older version: they cannot go on with this schema');
}

async function serve({ demo = false }: { demo?: boolean }): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const stopping = new AbortController();
  const end = whenToldToStop(log, STOP_MS + config.drainMs, () => stopping.abort());
  whenUnexpected(log, end);
  let service: Service;
  try {
    service = await startService(config, log, { demo, signal: stopping.signal });
  } catch (error) {
    if (stopping.signal.aborted) return;
    throw error;
  }
  stopping.signal.addEventListener('abort', () => {
    service.stop().catch((error: unknown) => {
      log.error({ err: error }, 'stopped with an error');
      process.exitCode = 1;
    });
  });

  service.lost.catch((error: unknown) => {
    log.fatal({ err: error }, 'stopping');
    process.exitCode = 1;
    end();
  });

  const base = `${service.url}${BASE_PATH}`;
  log.info({ url: base, metrics: service.metricsUrl }, 'listening');
  if (service.demo !== undefined) printDemo(base, service.demo, service.window());
}

/**
 * Calls `stop` at the first SIGINT or SIGTERM. Ends the process at the second one, or when stopping takes longer than
 * `mostMs`. Returns a function that acts as a first signal does.
 */
function whenToldToStop(log: Logger, mostMs: number, stop: () => void): () => void {
  let isTold = false;
  const end = (): void => {
    isTold = true;
    setTimeout(() => {
      log.error(`not stopped within ${mostMs / 1000} s: ending at once`);
      process.exit(1);
    }, mostMs).unref();
    stop();
  };
  const tell = (signal: NodeJS.Signals): void => {
    if (isTold) {
      log.warn({ signal }, 'told to stop again: ending at once');
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    end();
  };
  process.on('SIGINT', tell);
  process.on('SIGTERM', tell);
  return end;
}

function printDemo(base: string, demo: Demo, window: AnalysisWindow | undefined): void {
  const header = `-H 'Authorization: Bearer ${demo.token}'`;
  print('');
  print(`Sidelobe answers at ${base}`);
  print(`  page       ${new URL('/', base).href}`);
  print(`  reference  ${new URL('/docs', base).href}`);
  print(`  sign in    ${demo.email} / ${demo.password}`);
  print(`  token      ${demo.token}`);
  for (const { id, name } of demo.tracked) print(`  tracked    ${id}: ${name}`);
  const askable = demo.tracked.filter(({ noradNumber }) => window?.satellite(noradNumber) !== undefined);
  const first = askable[0];
  // The ASTRA satellite is geostationary, so the example shows it in view at any time.
  const steady = askable.find(({ name }) => name.startsWith('ASTRA')) ?? first;
  if (window === undefined || steady === undefined || first === undefined) {
    print('no analysis window holds them: see `sidelobe window open --help`');
    return;
  }
  const minute = minuteWithin(window, Date.now());
  print('');
  print(`# satellites that could interfere with ${steady.name} over Berlin at ${minute}`);
  print(
    `curl -s ${header} '${base}/interference/at_point?tracked_satellite_id=${steady.id}&${DEMO_PLACE}&timestamp=${minute}'`,
  );
  print('');
  print(`# the week of ${first.name} over Berlin, minute by minute`);
  print(
    `curl -s --compressed ${header} '${base}/interference/timeseries?tracked_satellite_id=${first.id}&${DEMO_PLACE}'`,
  );
  print('');
}

/** Formats the minute that contains a time, or the window's minute nearest to it, as the API does. */
function minuteWithin({ startMs, epochCount }: AnalysisWindow, time: number): string {
  const epoch = Math.floor((time - startMs) / EPOCH_MS);
  return formatTime(startMs + EPOCH_MS * Math.min(Math.max(epoch, 0), epochCount - 1));
}
