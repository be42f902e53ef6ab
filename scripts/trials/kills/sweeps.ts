import { createHash } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { fill, SMALL } from '../harness/filled.js';
import { installation, killAfter, onNewDatabase, type Settings } from '../harness/installation.js';
import type { Part } from '../harness/report.js';

const MOST_KILLS = 2;
const PAGES = [1, 2, 30];
/** Settings with so few cells that a sweep takes only some seconds. */
const GRID = { WINDOW_NSIDE: '32' };

/**
 * Kills `precompute` on copies of one embedded database, runs it again to the end, and compares the published results
 * with those of an undisturbed run.
 */
export const sweeps: Part = (given) =>
  onNewDatabase(false, (settings, directory) => {
    const whole = settings['SIDELOBE_DATA_DIR'] ?? '';
    return killSweeps(given, settings, directory, (round) => {
      const copy = join(directory, `copy${round}`);
      cpSync(whole, copy, { recursive: true });
      return { settings: { SIDELOBE_DATA_DIR: copy, ...GRID }, drop: () => rmSync(copy, { recursive: true }) };
    });
  });

/** Kills `precompute` on copies of one database of a Postgres server, and compares the results like `sweeps`. */
export const sweepsOnPostgres: Part = (given) =>
  onNewDatabase(true, async (settings, directory) => {
    const url = new URL(settings['DATABASE_URL'] ?? '');
    const admin = new pg.Client({ connectionString: url.href.replace('/postgres?', '/template1?') });
    await admin.connect();
    try {
      await killSweeps(given, settings, directory, async (round) => {
        const name = `copy${round}`;
        await admin.query(`create database ${name} template postgres`);
        const copy = Object.assign(new URL(url), { pathname: name });
        return {
          settings: { DATABASE_URL: copy.href, ...GRID },
          drop: () => admin.query(`drop database ${name} with (force)`),
        };
      });
    } finally {
      await admin.end();
    }
  });

interface Copy {
  settings: Settings;
  drop(): unknown;
}

async function killSweeps(
  { report, rounds, random }: Parameters<Part>[0],
  settings: Settings,
  directory: string,
  copy: (round: number) => Copy | Promise<Copy>,
): Promise<void> {
  const installed = installation('.', { ...settings, ...GRID });
  const [account] = await fill(installed, directory, SMALL);
  await installed.command(['window', 'open']);
  const sweep = async (
    round: number,
    moments: readonly number[],
  ): Promise<{ digest: string; kills: number; ms: number }> => {
    const copied = await copy(round);
    const here = installation('.', copied.settings);
    let kills = 0;
    for (const ms of moments) kills += Number(await killAfter(here, ['precompute'], ms));
    const fromMs = performance.now();
    await here.command(['precompute']);
    const ms = performance.now() - fromMs;
    const server = await here.serve();
    try {
      return { digest: await digestOf((path) => server.ask(path, account?.token ?? '')), kills, ms };
    } finally {
      await server.stop();
      await copied.drop();
    }
  };
  const expected = await sweep(0, []);
  let [kills, differing] = [0, 0];
  for (let round = 1; round <= rounds; round++) {
    const moments = Array.from({ length: 1 + Math.floor(random() * MOST_KILLS) }, () => random() * expected.ms);
    const found = await sweep(round, moments);
    kills += found.kills;
    differing += Number(found.digest !== expected.digest);
  }
  const on = settings['DATABASE_URL'] === undefined ? 'the embedded database' : 'Postgres';
  const what = `sweeps on ${on} killed ${kills} times in ${rounds} rounds: answers that differ from those of one left alone`;
  report.line(what, String(differing), '0', differing === 0 && kills > 0);
}

/** Digest of a sweep's published results, read through the API. @throws Error for any status but 2xx */
async function digestOf(ask: (path: string) => Promise<Response>): Promise<string> {
  const digest = createHash('sha256');
  const bodyOf = async (path: string): Promise<string> => {
    const response = await ask(path);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text.replace(/,"meta":\{[^}]*\}|"created_at":"[^"]*"/g, '');
  };
  for (const tracked of [1, 2, 3]) {
    const bands = await bodyOf(`/interference/available_frequency_bands?tracked_satellite_id=${tracked}`);
    const run = /"coverage_analysis_run_id":(\d+)/.exec(bands)?.[1];
    const cells = `/coverage_analysis_runs/${run}/interference_cells`;
    digest.update(bands).update(await bodyOf(`/coverage_analysis_runs/${run}`));
    for (const page of PAGES) digest.update(await bodyOf(`${cells}?per_page=1000&page=${page}`));
  }
  return digest.digest('hex');
}
