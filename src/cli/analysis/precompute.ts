import { Presets, SingleBar } from 'cli-progress';
import { type Command, Option } from 'commander';
import { readConfig } from '../../config.js';
import type { AnalysisWindowRecord } from '../../db/analysis/windows.js';
import { checkOptions } from '../../jobs/window/windowOptions.js';
import { precompute, type Precomputed } from '../../jobs/precompute.js';
import type { SweepProgress } from '../../jobs/sweep/sweepParts.js';
import type { SweptCells } from '../../jobs/sweep/sweepPlan.js';
import type { LoadedWindow } from '../../memory/loadedWindow.js';
import { withCompute } from '../../service/batch.js';
import { complain, count, print, shortTime } from '../context.js';
import { addWindowOptions, reasonText, type TypedWindowOptions, windowOptions } from './window.js';

interface TypedOptions extends TypedWindowOptions {
  cells: SweptCells;
}

export function precomputeCommand(program: Command): void {
  const command = program
    .command('precompute')
    .description('open a window if need be, and sweep it: coverage runs of tracked satellites, series of cells')
    .addOption(
      new Option('--cells <which>', 'cells whose series are stored: those with a ground station, or all')
        .choices(['stations', 'all'])
        .default('stations'),
    );
  addWindowOptions(command).action(run);
}

async function run(typed: TypedOptions): Promise<void> {
  const config = readConfig(process.env);
  const options = windowOptions(typed, config);
  checkOptions(options);
  const progress = progressBar();
  const done = await withCompute(config, complain, (parts) =>
    precompute(parts, { ...options, cells: typed.cells, onWindow: printWindow, onProgress: progress.show }),
  ).finally(progress.stop);
  printDone(done);
}

function printWindow({ record: { groupCount } }: LoadedWindow, record: AnalysisWindowRecord): void {
  print(
    `window ${record.id}, 7 days from ${shortTime(new Date(record.startUs / 1000))}, nside ${record.nside}: ` +
      `${count(record.satelliteCount, 'satellite')} in ${count(groupCount, 'group')} of equal bands`,
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

/** Creates a progress bar for each stage; without a terminal it shows nothing. */
function progressBar(): { show: (progress: SweepProgress) => void; stop: () => void } {
  const format = '{stage} [{bar}] {percentage}% | {value}/{total} | {duration_formatted}, {eta_formatted} left';
  const bar = new SingleBar({ format, noTTYOutput: false, clearOnComplete: true, etaBuffer: 20 }, Presets.legacy);
  let shown: SweepProgress['stage'] | undefined;
  return {
    show({ stage, done, of }) {
      if (stage === shown) {
        bar.update(done);
        return;
      }
      if (shown !== undefined) bar.stop();
      shown = stage;
      bar.start(of, done, { stage: stage.padEnd(8) });
    },
    stop: () => bar.stop(),
  };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
