import type { Server } from 'node:http';
import Koa from 'koa';
import type { Knex } from 'knex';
import type { Analysis } from '../../../src/compute/analysis.js';
import { EPOCH_MS } from '../../../src/spec.js';
import { entryOf, type Intensities } from './entries.js';
import { listenAnywhere } from './listenAnywhere.js';

const ROWS = 'bench_rows';

/** Answers weeks by what the first of each encoding was, without looking at the question. */
export function constantWeeks(analysis: Analysis): Analysis {
  const known = new Map<boolean, ReturnType<Analysis['timeseries']>>();
  return {
    ...analysis,
    timeseries(query, asker) {
      const gzip = query.gzip === true;
      const text = known.get(gzip) ?? analysis.timeseries(query, asker).then(alwaysSame);
      known.set(gzip, text);
      return text;
    },
  };
}

function alwaysSame(text: Awaited<ReturnType<Analysis['timeseries']>>): typeof text {
  let bytes: Buffer | undefined;
  return { ...text, wrap: (head, tail) => (bytes ??= Buffer.from(text.wrap(head, tail))), release: () => undefined };
}

/** Starts a bare Koa that reads the intensities from a table, a row each, for every answer. */
export async function serveRows(
  knex: Knex,
  { startMs, values }: Intensities,
): Promise<{ server: Server; url: string }> {
  await dropRows(knex);
  await knex.schema.createTable(ROWS, (table) => {
    table.integer('epoch').primary();
    table.integer('intensity').notNullable();
  });
  await knex.batchInsert(
    ROWS,
    Array.from(values, (intensity, epoch) => ({ epoch, intensity })),
  );
  const app = new Koa().use(async (ctx) => {
    const rows = await knex<{ epoch: number; intensity: number }>(ROWS).select('*').orderBy('epoch');
    const timeseries = rows.map(({ epoch, intensity }) => entryOf(startMs + epoch * EPOCH_MS, intensity));
    ctx.body = { data: { timeseries } };
  });
  return listenAnywhere(app);
}

export async function dropRows(knex: Knex): Promise<void> {
  await knex.schema.dropTableIfExists(ROWS);
}
