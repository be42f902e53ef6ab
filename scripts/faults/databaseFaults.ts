import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { startCrashing } from './crashingPostgres.js';
import { type Part, spread } from './report.js';
import { untilStatus, withDirectory, withSmall } from './small.js';

const CUTS = 10;

/** Freezes Postgres, and ends all of its connections. */
export const databaseFaults: Part = ({ report }) =>
  withDirectory(async (directory) => {
    const postgres = await startCrashing(join(directory, 'postgres'));
    if (postgres === undefined) return report.skipped('SIGSTOP of Postgres', 'no Postgres is installed');
    try {
      await withSmall({ DATABASE_URL: postgres.url }, async (service, ask) => {
        const week = `/interference/timeseries?tracked_satellite_id=${service.tracked[0]}&lat=52&lon=13`;
        await untilStatus(() => ask(week), 200, 20_000);

        postgres.signal('SIGSTOP');
        await pause(1000);
        const [me, live, ready, warm] = await Promise.all([
          ask('/me'),
          ask('/health/live'),
          ask('/health/ready'),
          ask(week),
        ]);
        postgres.signal('SIGCONT');
        const backMs = await untilStatus(() => ask('/me'), 200, 20_000);
        const frozen = me.status === 503 && me.ms <= 5000;
        report.line(
          'SIGSTOP of Postgres: a call',
          `${me.status} after ${me.ms.toFixed(0)} ms`,
          '503 within 5 s',
          frozen,
        );
        report.line('  live', String(live.status), '200', live.status === 200);
        report.line(
          '  ready',
          `${ready.status} after ${ready.ms.toFixed(0)} ms`,
          '503 within 5 s',
          ready.status === 503 && ready.ms <= 5000,
        );
        const isTold = warm.status === 200 || (warm.status === 503 && warm.ms <= 5000);
        report.line(
          '  a week in memory',
          `${warm.status} after ${warm.ms.toFixed(0)} ms`,
          '200, or 503 within 5 s',
          isTold,
        );
        report.line('  back after SIGCONT', `${backMs.toFixed(0)} ms`, '2 s or less', backMs <= 2000);

        let failed = 0;
        const times: number[] = [];
        for (let i = 0; i < CUTS; i++) {
          await Promise.all([ask('/me'), ask('/me'), ask('/me')]);
          await terminateAll(postgres.url);
          const next = await ask('/me');
          times.push(next.ms);
          if (next.status !== 200) failed += 1;
        }
        report.line(
          `all connections terminated, ${CUTS} times`,
          `${failed} next requests failed; ${spread(times)}`,
          '0',
          failed === 0,
        );
      });
    } finally {
      postgres.signal('SIGCONT');
      await postgres.kill();
    }
  });

async function terminateAll(connectionString: string): Promise<void> {
  const admin = new pg.Client({ connectionString });
  await admin.connect();
  await admin.query(
    'select pg_terminate_backend(pid, 5000) from pg_stat_activity where pid <> pg_backend_pid() and datname is not null',
  );
  await admin.end();
}
