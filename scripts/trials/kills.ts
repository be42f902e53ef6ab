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
import { asking, createWriters, untilStatus } from './harness/callers.js';
import { bundled, fill, ommFile, SMALL, withServer } from './harness/filled.js';
import { inDirectory, installation, killAfter, onNewDatabase, type RunningServer } from './harness/installation.js';
import { type Part, runParts, spread } from './harness/report.js';
import type { Options } from '../trial.js';
import { startPostgres } from '../testPostgres.js';
import { sweeps, sweepsOnPostgres } from './kills/sweeps.js';

export function trial({ rounds = 50, only, random }: Options): Promise<boolean> {
  return runParts({ embedded, postgres, sweeps, sweepsOnPostgres }, { rounds, only, random });
}

/** Kills processes that have the embedded database open: a server to which four callers write, imports, sweeps. */
export const embedded: Part = ({ report, rounds, random }) =>
  onNewDatabase(false, async (settings, directory) => {
    const installed = installation('.', settings);
    const [account] = await fill(installed, directory, SMALL);
    let url = '';
    const startMs: number[] = [];
    const serve = async (): Promise<RunningServer> => {
      const server = await installed.serve();
      url = server.url;
      startMs.push(server.startMs);
      return server;
    };
    let server = await serve();
    const writers = await createWriters(asking(() => url, account?.token ?? ''));
    for (let round = 0; round < rounds; round++) {
      // While the callers write, the server also loads a window and sweeps it.
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
      server = await serve();
      await writers.readBack();
    }
    const code = await server.stop();
    const what = `kill -9 of embedded processes, ${rounds} rounds: a server, then an import or a sweep`;
    writers.tell(report, what);
    report.line(
      '  started again',
      `${startMs.length - 1} times; ${spread(startMs)}`,
      `${rounds} times`,
      startMs.length > rounds,
    );
    report.line('  exit code at the end', String(code), '0', code === 0);
  });

/** Kills Postgres while four callers write, and starts it again. */
export const postgres: Part = ({ report, rounds, random }) =>
  inDirectory(async (directory) => {
    const crashing = await startPostgres(join(directory, 'postgres'));
    if (crashing === undefined) return report.skipped('kill -9 of Postgres', 'no Postgres is installed');
    try {
      await withServer({ settings: { DATABASE_URL: crashing.url }, directory }, async ({ ask }) => {
        const writers = await createWriters(ask);
        const backMs: number[] = [];
        for (let round = 0; round < rounds; round++) {
          await writers.during(async () => {
            await pause(100 + 400 * random());
            await crashing.kill();
            await pause(200 * random());
            await crashing.start();
            backMs.push(await untilStatus(() => ask('/me'), 200));
          });
          await writers.readBack();
        }
        writers.tell(report, `kill -9 of Postgres, ${rounds} rounds`);
        report.line('  first success after its return', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
      });
    } finally {
      await crashing.stop();
    }
  });
