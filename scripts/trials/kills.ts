/**
 * Kills processes (kill -9) at random moments, starts them again, and looks for acknowledged writes that are lost, and
 * for sweeps that publish other results than a sweep that nobody killed:
 *
 *     npm run trial kills -- [--rounds 50] [--seed 1] [--only embedded,postgres,sweeps,sweepsOnPostgres]
 */
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DAY_MS } from '../../src/spec.js';
import { asking, createWriters, untilStatus, type Writers } from './harness/callers.js';
import { bundled, fill, ommFile } from './harness/filled.js';
import { inDirectory, installation, killAfter, onNewDatabase } from './harness/installation.js';
import { type Part, runParts, spread } from './harness/report.js';
import type { Options } from '../trial.js';
import { startPostgres } from '../testPostgres.js';
import { sweeps, sweepsOnPostgres } from './kills/sweeps.js';

const SMALL = { every: 100, emails: ['ada@example.org'] };

export function trial({ rounds = 50, only, random }: Options): Promise<boolean> {
  return runParts({ embedded, postgres, sweeps, sweepsOnPostgres }, { rounds, only, random });
}

/** Kills processes that have the embedded database open: a server to which four callers write, imports, sweeps. */
export const embedded: Part = ({ report, rounds, random }) =>
  onNewDatabase(false, async (settings, directory) => {
    const installed = installation('.', settings);
    const [account] = await fill(installed, directory, SMALL);
    let url = '';
    let writers: Writers | undefined;
    let lost = 0;
    const startMs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // While the callers write, the server also loads a window and sweeps it.
      const server = await installed.serve();
      url = server.url;
      startMs.push(server.startMs);
      writers ??= await createWriters(asking(() => url, account?.token ?? ''));
      lost += await writers.lost();
      await writers.during(async () => {
        await pause(100 + 1500 * random());
        server.process.kill('SIGKILL');
        await once(server.process, 'exit');
      });
      const day = new Date(Date.now() - (round % 7) * DAY_MS).toISOString().slice(0, 10);
      const work =
        round % 2 === 0
          ? ['catalogue', 'import', ommFile(directory, bundled(Date.now() - round * 60_000, 10))]
          : ['precompute', '--start', day];
      await killAfter(installed, work, 300 + 2500 * random());
    }
    const last = await installed.serve();
    url = last.url;
    lost += (await writers?.lost()) ?? 0;
    const code = await last.stop();
    report.line(
      `kill -9 of embedded processes, ${rounds} rounds: a server under 4 writers, then an import or a sweep`,
      `${startMs.length} of ${rounds} started again; ${spread(startMs)}`,
      'all',
      startMs.length === rounds,
    );
    report.line('  acknowledged writes lost', `${lost} of ${writers?.acknowledged ?? 0}`, '0', lost === 0);
    const others = new Set(writers?.unexpected);
    report.line('  answers but 200 and 503', `${others.size} ${[...others][0] ?? ''}`, '0', others.size === 0);
    report.line('  exit code at the end', String(code), '0', code === 0);
  });

/** Kills Postgres while four callers write, and starts it again. */
export const postgres: Part = ({ report, rounds, random }) =>
  inDirectory(async (directory) => {
    const crashing = await startPostgres(join(directory, 'postgres'));
    if (crashing === undefined) return report.skipped('kill -9 of Postgres', 'no Postgres is installed');
    const installed = installation('.', { DATABASE_URL: crashing.url, LOG_LEVEL: 'silent' });
    const [account] = await fill(installed, directory, SMALL);
    const server = await installed.serve();
    try {
      const ask = asking(() => server.url, account?.token ?? '');
      const writers = await createWriters(ask);
      const backMs: number[] = [];
      let lost = 0;
      for (let round = 0; round < rounds; round++) {
        await writers.during(async () => {
          await pause(100 + 400 * random());
          await crashing.kill();
          await pause(200 * random());
          await crashing.start();
          backMs.push(await untilStatus(() => ask('/me'), 200));
        });
        lost += await writers.lost();
      }
      const name = `kill -9 of Postgres, ${rounds} rounds, 4 writers`;
      report.line(name, `${lost} of ${writers.acknowledged} acknowledged writes lost`, '0', lost === 0);
      report.line('  first success after its return', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
      const others = new Set(writers.unexpected);
      report.line('  answers but 200 and 503', `${others.size} ${[...others][0] ?? ''}`, '0', others.size === 0);
    } finally {
      await server.stop();
      await crashing.stop();
    }
  });
