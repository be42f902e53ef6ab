import { type Command, Option } from 'commander';
import { pino } from 'pino';
import { type Config, readConfig } from '../../config.js';
import type { AnalysisWindowRecord } from '../../db/analysis/windows.js';
import { checkOptions, type WindowOptions } from '../../jobs/window/windowOptions.js';
import { precompute, type Precomputed, type PrecomputeParts } from '../../jobs/precompute.js';
import type { SweptCells } from '../../jobs/sweep/sweepPlan.js';
import { runWorker, withCompute } from '../../service/batch.js';
import { abortedBySignal, complain, count, print, shortTime } from '../context.js';
import { whenUnexpected } from '../operations/log.js';
import { withProgress } from '../progress.js';
import { addWindowOptions, reasonText, type TypedWindowOptions, windowOptions } from './window.js';
import { follow } from '../../jobs/follow.js';
import type { Refreshed } from '../../jobs/import/refreshSources.js';

interface TypedOptions extends TypedWindowOptions {
  cells: SweptCells;
  follow?: true;
}

type SweptWindow = WindowOptions & Pick<TypedOptions, 'cells'>;

export function precomputeCommand(program: Command): void {
  const command = program
    .command('precompute')
    .description('open a window if need be, and sweep it: coverage runs of tracked satellites, series of cells')
    .addOption(
      new Option('--cells <which>', 'cells whose series are stored: those with a ground station, or all')
        .choices(['stations', 'all'])
        .default('stations'),
    )
    .addOption(
      new Option('--follow', 'go on: import from CATALOGUE_URLS and TRANSMITTERS_URLS, and sweep a window for each day')
        // With --follow there is a window for each UTC day, which begins at midnight.
        .conflicts('start'),
    );
  addWindowOptions(command).action(run);
}

async function run(typed: TypedOptions): Promise<void> {
  const config = readConfig(process.env);
  const options = windowOptions(typed, config);
  checkOptions(options);
  const all = { ...options, cells: typed.cells };
  if (typed.follow) await followSources(config, all);
  else await withCompute(config, complain, (parts) => precomputeOnce(parts, all));
}

/** Opens and sweeps a window, and prints a report; returns the window's id. */
async function precomputeOnce(parts: PrecomputeParts, options: SweptWindow): Promise<number> {
  let windowId = 0;
  const done = await withProgress((show) => {
    show({ stage: 'window' });
    return precompute(parts, {
      ...options,
      onWindow(window, record) {
        show();
        printWindow(record, window.record.groupCount);
        windowId = record.id;
      },
      onProgress: show,
    });
  });
  printDone(done);
  return windowId;
}

function printWindow(record: AnalysisWindowRecord, groups: number): void {
  print(
    `window ${record.id}, 7 days from ${shortTime(new Date(record.startUs / 1000))}, nside ${record.nside}: ` +
      `${count(record.satelliteCount, 'satellite')} in ${count(groups, 'group')} of equal bands`,
  );
  for (const [reason, number] of Object.entries(record.leftOut)) {
    print(`  ${reasonText(reason)}: ${number.toLocaleString('en')}`);
  }
}

function printDone({ failing, sweep }: Precomputed): void {
  print(`  not propagated at some epoch, or below 90 km: ${failing.toLocaleString('en')}`);
  const memory = `peak memory ${megabytes(process.resourceUsage().maxRSS * 1024)}`;
  if (sweep === undefined) {
    print(`nothing to sweep: all runs and cells are there already; ${memory}`);
    return;
  }
  const perCell = sweep.cells === 0 ? '' : ` (${(sweep.seriesBytes / sweep.cells / 1000).toFixed(1)} kB each)`;
  print(
    `swept in ${sweep.seconds.toFixed(1)} s, published: ` +
      `${count(sweep.runs, 'run')}, ${megabytes(sweep.indexBytes)}; ` +
      `${count(sweep.cells, 'cell series', 'cell series')}, ${megabytes(sweep.seriesBytes)}${perCell}; ${memory}`,
  );
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Refreshes the catalogue from its addresses and precomputes windows, in the foreground, until SIGINT or SIGTERM. */
async function followSources(config: Config, options: SweptWindow): Promise<void> {
  const { signal } = abortedBySignal((name) => say(`${name}: stopping; what is finished is kept`));
  await withCompute(config, complain, (parts) => {
    // Closing the pool ends its tasks at once: a block of epochs takes seconds, too long to wait for.
    signal.addEventListener('abort', () => void parts.pool.close(), { once: true });
    return follow({
      knex: parts.knex,
      settings: config,
      now: () => new Date(),
      signal,
      async precompute(start) {
        const window = await precomputeOnce({ ...parts, signal }, { ...options, start });
        say(`window ${window} is complete; waiting`);
        return window;
      },
      onRefreshed: tell,
      onFailure(error) {
        complain(error instanceof Error ? error.message : String(error));
      },
    });
  });
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
  if (result.notice !== undefined) complain(`${source}: warning: ${result.notice}`);
}

export function workerCommand(program: Command): void {
  program
    .command('worker')
    .description('help with the sweeps of other processes on the same Postgres server, until it is stopped')
    .action(work);
}

async function work(): Promise<void> {
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, pino.destination(2));
  const stopping = abortedBySignal((signal) => log.info({ signal }, 'stopping'));
  whenUnexpected(log, () => stopping.abort());
  await runWorker(config, log, stopping.signal);
}
