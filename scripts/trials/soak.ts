/**
 * Asks a built service, over four connections, all API questions that any window can answer, while imports and commands
 * change its window again and again. No answer may fail, and the process may not grow after the first sixth of the
 * time. Linux only.
 *
 *     npm run trial soak -- [--minutes 60] [--postgres]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { BASE_PATH } from '../../src/spec.js';
import type { Options } from '../trial.js';
import { apiQuestions } from './answers/questions/api.js';
import { startDemo } from './harness/demo.js';
import { bundled, ommFile } from './harness/filled.js';
import { type Installation, installation, onNewDatabase } from './harness/installation.js';
import { askApart, type Call, told } from './harness/load.js';
import { print, quantile } from './harness/report.js';

const SETTINGS = { SERIES_CACHE_MB: '64', DATABASE_TIMEOUT_MS: '60000', OVERLOAD_WAIT_MS: '60000' };
const SAMPLE_MS = 15_000;
/** Growth that is tolerated between the first and the last quarter of the time after the first sixth. */
const ALIKE = { megabytes: 20, handles: 2, threads: 0 };

type Sample = Record<keyof typeof ALIKE, number>;

export function trial({ minutes = 60, postgres }: Options): Promise<boolean> {
  const ms = 60_000 * minutes;
  return onNewDatabase(postgres, async (settings, directory) => {
    const installed = installation('.', { ...settings, ...SETTINGS });
    const { server, token, start, swept } = await startDemo(installed);
    try {
      await swept();
      const asking = askApart({ url: server.url + BASE_PATH, token, connections: 4, calls: callsOf(start), ms });
      const samples: Sample[] = [];
      const changes = changesOf(installed, directory);
      const fromMs = performance.now();
      for (let changed = 0; performance.now() - fromMs < ms; await pause(Math.min(SAMPLE_MS, ms / 12))) {
        const part = (performance.now() - fromMs) / ms;
        samples.push(sampleOf(server.pid));
        // Changes are spread over the first three quarters of the time.
        if (changed < changes.length && part > (0.75 * (changed + 1)) / changes.length) {
          print(`${((ms * part) / 60_000).toFixed(1)} min: ${(await changes[changed++]?.())?.split('\n')[0]}`);
        }
      }
      const tally = await asking;
      const grown = growth(samples.slice(Math.floor(samples.length / 6)));
      print(`${told(tally)}; ${JSON.stringify(samples.at(-1))}; grown: ${grown.join(', ') || 'nothing'}`);
      return Object.keys(tally.failed).length + tally.refused.length + grown.length === 0;
    } finally {
      await server.stop();
    }
  });
}

/** Calls that any window can answer, and weeks at new places. */
function callsOf(start: Date): Call[] {
  const week = '/interference/timeseries?tracked_satellite_id=1&{place}';
  const known = apiQuestions(start.getTime()).filter(({ path }) => !/coverage_analysis|health/.test(path));
  return [
    ...known.map(({ path }): Call => ({ name: 'known', path: path.slice(BASE_PATH.length), weight: 1 })),
    { name: 'new week', path: week, weight: known.length / 4 },
  ];
}

/** Commands after which another window answers. */
function changesOf(installed: Installation, directory: string): (() => Promise<string>)[] {
  const open = (...options: string[]) => installed.command(['window', 'open', ...options]);
  return [
    ...[5, 6, 7, 8].map((degrees) => () => open('--min-elevation', String(degrees))),
    () => installed.command(['catalogue', 'import', ommFile(directory, bundled(Date.now() - 3_600_000))]),
    () => open('--nside', '32'),
    () => open('--min-elevation', '12'),
  ];
}

function sampleOf(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]);
  const megabytes = Math.round(field('VmRSS') / 1024);
  return { megabytes, handles: readdirSync(`/proc/${pid}/fd`).length, threads: field('Threads') };
}

function growth(samples: readonly Sample[]): string[] {
  const quarter = Math.max(1, Math.floor(samples.length / 4));
  return (Object.keys(ALIKE) as (keyof Sample)[]).flatMap((name) => {
    const values = samples.map((sample) => sample[name]);
    const [before, after] = [quantile(values.slice(0, quarter), 0.5), quantile(values.slice(-quarter), 0.5)];
    return after - before > ALIKE[name] ? [`${name} from ${before} to ${after}`] : [];
  });
}
