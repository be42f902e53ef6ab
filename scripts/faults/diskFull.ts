import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { startCrashing } from './crashingPostgres.js';
import type { Part, Report } from './report.js';
import { type Ask, untilStatus, withDirectory, withSmall } from './small.js';

const DISK_MEGABYTES = 300;
const BLOCK = Buffer.alloc(65_536, 1);
const WRITES = 400;

/** Fills the disk of a database, and makes room again. */
export const diskFull: Part = async (given) => {
  await onServer(given.report);
  await onEmbedded(given.report);
};

async function onServer(report: Report): Promise<void> {
  await withDisk(report, 'disk full under Postgres', async (disk) => {
    const postgres = await startCrashing(join(disk, 'postgres'));
    if (postgres === undefined) return report.skipped('disk full under Postgres', 'no Postgres is installed');
    try {
      await withSmall({ DATABASE_URL: postgres.url }, (service, ask) =>
        fullAndBack(report, 'disk full under Postgres', disk, ask, service.tracked[0] ?? 0),
      );
    } finally {
      await postgres.kill();
    }
  });
}

async function onEmbedded(report: Report): Promise<void> {
  await withDisk(report, 'disk full under the embedded database', (disk) =>
    withSmall({ SIDELOBE_DATA_DIR: join(disk, 'data') }, (service, ask) =>
      fullAndBack(report, 'disk full under the embedded database', disk, ask, service.tracked[0] ?? 0),
    ),
  );
}

async function fullAndBack(report: Report, name: string, disk: string, ask: Ask, tracked: number): Promise<void> {
  const week = `/interference/timeseries?tracked_satellite_id=${tracked}&lat=52&lon=13`;
  await untilStatus(() => ask(week), 200, 20_000);
  const ballast = join(disk, 'ballast');
  fill(ballast);
  const writes: Record<number, number> = {};
  const refusals = new Set<string>();
  // Until the pages that are there already have no room either.
  for (let i = 0; i < WRITES && (writes[503] ?? 0) < 5; i++) {
    const body = { name: `Full ${i}`, latitude: 0, longitude: 0, description: 'x'.repeat(900) };
    const { status, text } = await ask('/ground_stations', { method: 'POST', body });
    writes[status] = (writes[status] ?? 0) + 1;
    if (status !== 200) refusals.add(text.replace(/"request_id":"[^"]*"|"timestamp":"[^"]*"/g, ''));
  }
  const reads = [await ask(week), await ask('/me'), await ask('/ground_stations')];
  const live = await ask('/health/live');
  const ready = await ask('/health/ready');
  rmSync(ballast);
  const backMs = await untilStatus(() => ask('/me'), 200, 20_000);
  const body = { name: 'Room again', latitude: 0, longitude: 0 };
  await untilStatus(() => ask('/ground_stations', { method: 'POST', body }), 200, 20_000);
  const statuses = Object.keys(writes);
  report.line(
    `${name}: writes`,
    statuses.map((status) => `${writes[Number(status)]} × ${status}`).join(', '),
    'refused as 503 when there is no room',
    (writes[503] ?? 0) > 0 && statuses.every((status) => ['200', '503'].includes(status)),
  );
  report.line(
    '  refusal',
    [...refusals].join(' ').slice(0, 160),
    'UNAVAILABLE',
    [...refusals].every((text) => text.includes('UNAVAILABLE')),
  );
  const read = reads.map(({ status }) => status);
  report.line(
    '  reads',
    read.join(', '),
    '200',
    read.every((status) => status === 200),
  );
  report.line(
    '  live, ready',
    `${live.status}, ${ready.status}`,
    '200, 503',
    live.status === 200 && ready.status === 503,
  );
  report.line('  back when there is room', `${backMs.toFixed(0)} ms`, '2 s or less', backMs <= 2000);
}

function fill(path: string): void {
  const file = openSync(path, 'w');
  try {
    for (;;) writeSync(file, BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    closeSync(file);
  }
}

/** A small disk of its own, in memory, where this process may mount one. */
async function withDisk(report: Report, what: string, job: (disk: string) => Promise<void>): Promise<void> {
  await withDirectory(async (directory) => {
    const disk = join(directory, 'disk');
    mkdirSync(disk);
    const mounted = spawnSync('mount', [
      '-t',
      'tmpfs',
      '-o',
      `size=${DISK_MEGABYTES}m,mode=0755`,
      'sidelobe-faults',
      disk,
    ]);
    if (mounted.status !== 0 || !existsSync(disk)) return report.skipped(what, 'this user may mount no disk');
    try {
      await job(disk);
    } finally {
      spawnSync('umount', ['-l', disk]);
    }
  });
}
