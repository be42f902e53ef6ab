import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Ask, untilStatus } from '../harness/callers.js';
import { startPostgres } from '../../testPostgres.js';
import { inDirectory } from '../harness/installation.js';
import type { Part, Report } from '../harness/report.js';
import { WEEK, withServer } from '../harness/filled.js';

const DISK_MEGABYTES = 300;
const BLOCK = Buffer.alloc(65_536, 1);
const MOST_WRITES = 400;

/** Fills the disk of a Postgres server, and makes room again. */
export const diskPostgres: Part = ({ report }) =>
  onDisk(report, 'disk full under Postgres', async (disk, directory) => {
    const postgres = await startPostgres(join(disk, 'postgres'));
    if (postgres === undefined) return report.skipped('disk full under Postgres', 'no Postgres is installed');
    try {
      await withServer({ settings: { DATABASE_URL: postgres.url }, directory }, ({ ask }) =>
        fullAndBack(report, 'disk full under Postgres', disk, ask),
      );
    } finally {
      await postgres.stop();
    }
  });

/** Fills the disk of an embedded database, and makes room again. */
export const diskEmbedded: Part = ({ report }) =>
  onDisk(report, 'disk full under the embedded database', (disk, directory) =>
    withServer({ settings: { SIDELOBE_DATA_DIR: join(disk, 'data') }, directory }, ({ ask }) =>
      fullAndBack(report, 'disk full under the embedded database', disk, ask),
    ),
  );

async function fullAndBack(report: Report, name: string, disk: string, ask: Ask): Promise<void> {
  const ballast = join(disk, 'ballast');
  fillUp(ballast);
  const statuses: number[] = [];
  const refusals: string[] = [];
  const add = (i: number) =>
    ask('/ground_stations', {
      method: 'POST',
      body: { name: `Full ${i}`, latitude: 0, longitude: 0, description: 'x'.repeat(900) },
    });
  // Writes succeed until the pages that exist already are full, so they are repeated until some are refused.
  while (statuses.length < MOST_WRITES && refusals.length < 5) {
    const { status, text } = await add(statuses.length);
    statuses.push(status);
    if (status !== 200) refusals.push(`${status} ${text}`);
  }
  const reads = [await ask(WEEK), await ask('/me'), await ask('/ground_stations')].map(({ status }) => status);
  const health = [(await ask('/health/live')).status, (await ask('/health/ready')).status];
  rmSync(ballast);
  const backMs = await untilStatus(() => add(MOST_WRITES), 200);
  const isRefused = refusals.length > 0 && refusals.every((text) => /^503 .*UNAVAILABLE/.test(text));
  const written = `${statuses.length - refusals.length} done, ${refusals.length} refused: ${refusals[0]?.slice(0, 80)}`;
  report.line(`${name}: writes`, written, '503 UNAVAILABLE when there is no room', isRefused);
  report.line('  reads', reads.join(), '200', !reads.some((status) => status !== 200));
  report.line('  live, ready', health.join(), '200,503', health.join() === '200,503');
  report.line('  back when there is room', `${backMs.toFixed(0)} ms`, '2 s or less', backMs <= 2000);
}

function fillUp(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** Runs a job with a small disk in memory, if this user may mount one, and with a directory outside of it. */
async function onDisk(
  report: Report,
  what: string,
  job: (disk: string, directory: string) => Promise<void>,
): Promise<void> {
  await inDirectory(async (directory) => {
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    const options = `size=${DISK_MEGABYTES}m,mode=0755`;
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'sidelobe-faults', disk]);
    if (mounted.status !== 0) return report.skipped(what, 'this user may mount no disk');
    await job(disk, directory).finally(() => spawnSync('umount', ['-l', disk]));
  });
}
