import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { ommOf } from '../operations/omm.js';
import { type Part, spread } from './report.js';
import { asking, SETTINGS, withDirectory, withSmall } from './small.js';
import { createWriters, type Writers } from './writers.js';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const START_SECONDS = 60;
const DAY_MS = 86_400_000;

interface Served {
  child: ChildProcess;
  url: string;
  ms: number;
}

/** Kills processes that have the embedded database open (kill -9): a server under four writers, an import, a sweep. */
export const embeddedKills: Part = ({ report, rounds, random }) =>
  withDirectory(async (directory) => {
    const env = { ...SETTINGS, SIDELOBE_DATA_DIR: join(directory, 'data'), PATH: process.env['PATH'] ?? '' };
    const token = await withSmall(env, (service) => Promise.resolve(service.token));
    const catalogue = join(directory, 'catalogue.tle');
    let url = '';
    let writers: Writers | undefined;
    let lost = 0;
    const startMs: number[] = [];
    const doing = { writing: 0, importing: 0, sweeping: 0 };
    for (let round = 0; round < rounds; round++) {
      // Beside the writers the server itself loads a window and sweeps it.
      const served = await serve(env);
      url = served.url;
      startMs.push(served.ms);
      writers ??= await createWriters(asking(() => url, token));
      lost += await writers.lost();
      doing.writing += 1;
      await writers.during(async () => {
        await pause(100 + 1500 * random());
        served.child.kill('SIGKILL');
        await once(served.child, 'exit');
      });
      const isImport = round % 2 === 0;
      doing[isImport ? 'importing' : 'sweeping'] += 1;
      if (isImport) writeFileSync(catalogue, omm(Date.now() - round * 60_000));
      await killed(
        env,
        isImport ? ['catalogue', 'import', catalogue] : ['precompute', '--start', dayOf(round)],
        300 + 2500 * random(),
      );
    }
    const last = await serve(env);
    url = last.url;
    lost += (await writers?.lost()) ?? 0;
    last.child.kill('SIGTERM');
    const [code] = (await once(last.child, 'exit')) as [number | null];
    const name = `kill -9 of embedded processes, ${rounds} rounds`;
    const what = `${doing.writing} under 4 writers, ${doing.importing} at import, ${doing.sweeping} at window and sweep`;
    report.line(name, `${startMs.length} of ${rounds} started again (${what})`, 'all', startMs.length === rounds);
    report.line('  acknowledged writes lost', `${lost} of ${writers?.acknowledged ?? 0}`, '0', lost === 0);
    report.line('  start until it listens', spread(startMs), '-', true);
    const others = [...new Set(writers?.unexpected ?? [])];
    report.line('  answers but 200 and 503', String(others.length), '0', others.length === 0);
    report.line('  exit code at the end', String(code), '0', code === 0);
  });

async function serve(env: Record<string, string>): Promise<Served> {
  const fromMs = performance.now();
  const child = spawn(process.execPath, [CLI, 'serve'], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let text = '';
  const url = await new Promise<string | undefined>((resolve) => {
    child.stderr.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const found = /"url":"(http:\/\/[^/"]+)[^"]*".*"msg":"listening"/.exec(text);
      if (found?.[1] !== undefined) resolve(found[1]);
    });
    child.once('exit', () => resolve(undefined));
    setTimeout(() => resolve(undefined), 1000 * START_SECONDS).unref();
  });
  if (url === undefined) {
    child.kill('SIGKILL');
    throw new Error(`the server did not start:\n${text}`);
  }
  return { child, url, ms: performance.now() - fromMs };
}

/** Runs a command, and kills it after some time unless it has ended. */
async function killed(env: Record<string, string>, args: string[], ms: number): Promise<void> {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), ms);
  await once(child, 'exit');
  clearTimeout(timer);
}

function dayOf(round: number): string {
  return new Date(Date.now() - (round % 7) * DAY_MS).toISOString().slice(0, 10);
}

/** Some satellites as OMM, of another epoch each time. */
function omm(epochMs: number): string {
  return ommOf(bundledCatalogue(epochMs * 1000).filter((_, i) => i % 10 === 0));
}
