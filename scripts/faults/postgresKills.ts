import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startCrashing } from './crashingPostgres.js';
import { type Part, spread } from './report.js';
import { untilStatus, withDirectory, withSmall } from './small.js';
import { createWriters } from './writers.js';

/** Kills Postgres (kill -9) under four writers, and starts it again. */
export const postgresKills: Part = ({ report, rounds, random }) =>
  withDirectory(async (directory) => {
    const postgres = await startCrashing(join(directory, 'postgres'));
    if (postgres === undefined) return report.skipped('kill -9 of Postgres', 'no Postgres is installed');
    try {
      await withSmall({ DATABASE_URL: postgres.url }, async (_service, ask) => {
        const writers = await createWriters(ask);
        const backMs: number[] = [];
        let lost = 0;
        for (let round = 0; round < rounds; round++) {
          await writers.during(async () => {
            await pause(100 + 400 * random());
            await postgres.kill();
            await pause(200 * random());
            await postgres.start();
            backMs.push(await untilStatus(() => ask('/me'), 200, 20_000));
          });
          lost += await writers.lost();
        }
        const name = `kill -9 of Postgres, ${rounds} rounds, 4 writers`;
        report.line(name, `${lost} of ${writers.acknowledged} acknowledged writes lost`, '0', lost === 0);
        report.line('  first success after its return', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
        const others = [...new Set(writers.unexpected)];
        report.line('  answers but 200 and 503', String(others.length), '0', others.length === 0);
      });
    } finally {
      await postgres.kill();
    }
  });
