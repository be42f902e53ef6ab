import { join } from 'node:path';
import { createServerPool, type Database, openDatabase } from '../../src/db/connection/connect.js';
import { startPostgres } from '../testPostgres.js';
import { tryJobs } from './anomalies/jobs.js';
import { tryRequests } from './anomalies/requests.js';
import type { Part, Report } from './report.js';
import { withDirectory, withSmall } from './small.js';

/** Lets the Nth call fail to the database, then to a thread, of jobs and requests, on both databases. */
export const anomalies: Part = ({ report }) =>
  withDirectory(async (directory) => {
    await onEmbedded(report, directory);
    const postgres = await startPostgres();
    if (postgres === undefined) return report.skipped('anomaly loop on Postgres', 'no Postgres is installed');
    try {
      await onServer(report, directory, postgres.url);
    } finally {
      await postgres.stop();
    }
  });

async function onEmbedded(report: Report, directory: string): Promise<void> {
  const jobsIn = join(directory, 'jobs');
  await using(await openDatabase({ dataDir: jobsIn }), (database) => tryJobs(report, database, directory));
  const dataDir = join(directory, 'requests');
  await withSmall({ SIDELOBE_DATA_DIR: dataDir }, async (service, ask) =>
    using(await openDatabase({ dataDir, mayAsk: true }), ({ knex, kind }) =>
      tryRequests(report, { service, ask, knex, kind }),
    ),
  );
}

async function onServer(report: Report, directory: string, url: string): Promise<void> {
  const create = (name: string): Promise<string> =>
    using(createServerPool(url), async ({ knex }) => {
      await knex.raw('create database ??', [name]);
      return Object.assign(new URL(url), { pathname: name }).href;
    });
  await using(createServerPool(await create('jobs')), (database) => tryJobs(report, database, directory));
  const own = await create('requests');
  await using(createServerPool(own), ({ knex, kind }) =>
    withSmall({ DATABASE_URL: own }, (service, ask) => tryRequests(report, { service, ask, knex, kind })),
  );
}

async function using<T>(database: Database, job: (database: Database) => Promise<T>): Promise<T> {
  try {
    return await job(database);
  } finally {
    await database.close();
  }
}
