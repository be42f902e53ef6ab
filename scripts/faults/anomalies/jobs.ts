import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from 'knex';
import { createPool } from '../../../src/compute/pool.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { publishedWindow } from '../../../src/db/analysis/windows.js';
import type { Database } from '../../../src/db/connection/connect.js';
import { countConnections } from '../../../src/db/connection/connections.js';
import { importCatalogue } from '../../../src/jobs/import/importCatalogue.js';
import { openWindow } from '../../../src/jobs/window/openWindow.js';
import { runSweep } from '../../../src/jobs/sweep/sweep.js';
import { beginSweep } from '../../../src/jobs/sweep/sweepPlan.js';
import { createRingTables } from '../../../src/memory/ringTables.js';
import { loadStoredWindow } from '../../../src/memory/loadStoredWindow.js';
import { beginSmallSteps, openSmallWindow, prepareGround } from '../../killSweeps/ground.js';
import { readPublished } from '../../killSweeps/published.js';
import { OMM_SATELLITES, ommCsv } from '../ommCsv.js';
import type { Report } from '../report.js';
import { loop } from './loop.js';

const EPOCHS = 60;
const BLOCK_EPOCHS = 12;

/** Import, opening a window, and a sweep with its publication, on an empty database. */
export async function tryJobs(report: Report, { knex, kind }: Database, directory: string): Promise<void> {
  await prepareGround(knex, 50);
  await tryImport(report, knex, kind, join(directory, 'catalogue.csv'));
  await loop(report, {
    name: `opening a window (${kind})`,
    job: () =>
      openWindow(knex, {
        start: new Date(Date.UTC(2026, 6, 10)),
        nside: 32,
        minElevationDeg: 10,
        uniformElevation: false,
      }),
    async wrong() {
      const { rows } = await knex.raw<{ rows: { n: number }[] }>(
        `select count(*) as n from windows where cardinality(norad_numbers) <> satellite_count`,
      );
      return Number(rows[0]?.n) === 0 ? undefined : 'a window has no satellites';
    },
  });
  await trySweep(report, knex, kind);
}

async function tryImport(report: Report, knex: Knex, kind: string, file: string): Promise<void> {
  const count = async (): Promise<number> => Number((await knex('elsets').count({ n: '*' }))[0]?.['n']);
  let number = 0;
  let before = await count();
  await loop(report, {
    name: `import (${kind})`,
    job() {
      writeFileSync(file, ommCsv(++number));
      return importCatalogue(knex, file);
    },
    async wrong() {
      const after = await count();
      const added = after - before;
      before = after;
      if (countConnections(knex).used > 0) return 'a connection was not given back';
      return added === 0 || added === OMM_SATELLITES
        ? undefined
        : `${added} of ${OMM_SATELLITES} element sets are there`;
    },
  });
}

async function trySweep(report: Report, knex: Knex, kind: string): Promise<void> {
  const core = await createOwnedCore(128);
  const pool = await createPool(core, 1);
  try {
    const ringTables = createRingTables(core);
    const sweep = async (windowId: number): Promise<void> => {
      const record = await publishedWindow(knex, windowId);
      if (record === undefined) throw new Error(`there is no window ${windowId}`);
      const window = await loadStoredWindow(knex, core, record);
      try {
        const begun = await beginSweep(knex, core, window, { which: 'stations', evenLater: true });
        if (begun !== undefined) await runSweep({ knex, core, ringTables, pool, threads: 1 }, window, begun);
      } finally {
        window.unload();
      }
    };
    const whole = await openSmallWindow(knex, EPOCHS);
    await sweep(whole);
    const published = await readPublished(knex, whole);
    const expected = JSON.stringify(published);
    const ipix = published.series.map((series) => series.ipix);
    let windowId = 0;
    await loop(report, {
      name: `sweep and publication (${kind})`,
      async before() {
        windowId = await openSmallWindow(knex, EPOCHS);
        await beginSmallSteps(knex, windowId, ipix, BLOCK_EPOCHS);
      },
      job: () => sweep(windowId),
      async wrong() {
        const found = await readPublished(knex, windowId);
        const isNone = found.indexes.length + found.series.length === 0;
        if (!isNone && JSON.stringify(found) !== expected) return 'a part of a sweep is published';
        await sweep(windowId);
        return JSON.stringify(await readPublished(knex, windowId)) === expected
          ? undefined
          : 'it goes on to other bytes';
      },
    });
  } finally {
    await pool.close();
  }
}
