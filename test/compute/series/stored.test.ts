import test from 'ava';
import { encodeNumbers } from '../../../src/codec/numbers.js';
import { createSeriesLoader } from '../../../src/compute/series/stored.js';
import { createOwnedCore } from '../../../src/core/instance.js';
import { insertSeries } from '../../../src/db/analysis/cellSeries.js';
import { insertSweep } from '../../../src/db/analysis/sweeps.js';
import { setSweepStatus } from '../../../src/db/analysis/sweeps.js';
import { bench, cellValues, poolHere } from '../../helpers/analysis.js';
import { withDatabase } from '../../helpers/database.js';
import { keptLog } from '../../helpers/log.js';
import { occupanciesOf } from '../../helpers/series.js';
import { sampleSatellites } from '../../helpers/sky.js';
import { storedWindow } from '../../helpers/storedWindow.js';

const EPOCHS = 200;
const STORED = 77;
const DAMAGED = 78;
const satellites = sampleSatellites(300);
const core = await createOwnedCore(64);
const pool = poolHere(core);

test('a stored series is read from the database; a damaged one is logged, and its cell answered live', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    const { log, lines } = keptLog();
    const parts = bench(core, pool, { loader: createSeriesLoader({ knex, pool, log }) });
    const window = await storedWindow(knex, core, satellites, { epochCount: EPOCHS, nside: 64 });
    parts.windows.publish(window);
    const shape = { groupCount: window.record.groupCount, epochCount: EPOCHS };
    const numbers = Uint16Array.from({ length: shape.groupCount * EPOCHS }, (_, i) => 500 + (i % 99));
    const intact = encodeNumbers(numbers);
    const damaged = Buffer.from(intact);
    damaged.writeUInt8(damaged.readUInt8(2) ^ 1, 2);
    const sweep = await knex.transaction((trx) =>
      insertSweep(trx, {
        windowId: window.id,
        noradNumbers: [],
        ipix: [STORED, DAMAGED],
        blockEpochs: 60,
        partCells: 1,
        partRows: 1,
      }),
    );
    await insertSeries(knex, sweep.id, [
      { ipix: STORED, data: intact },
      { ipix: DAMAGED, data: damaged },
    ]);
    await setSweepStatus(knex, sweep, 'completed');

    const pinned = await parts.series.pin(window, STORED);
    t.deepEqual(occupanciesOf(core, pinned.pointer, shape), numbers);
    pinned.release();
    t.deepEqual(lines, []);

    parts.series.drop(window.id);
    const queries: string[] = [];
    const note = ({ sql }: { sql: string }): void => void queries.push(sql);
    knex.on('query', note);
    const cells = [STORED, 5, DAMAGED, ...Array.from({ length: 20 }, (_, i) => 100 + i)];
    const all = await Promise.all(cells.map((ipix) => parts.series.pin(window, ipix)));
    knex.off('query', note);
    t.is(queries.length, 2, 'no others than those that are stored are asked for');
    t.deepEqual(occupanciesOf(core, all[0]?.pointer ?? 0, shape), numbers);
    for (const series of all) series.release();

    const live = bench(core, pool);
    live.windows.publish(window);
    let seen = 0;
    for (const { noradNumber: norad } of satellites.slice(0, 20)) {
      const query = { window, norad, band: 'all' } as const;
      const stored = await cellValues(parts.analysis, { ...query, ipix: STORED });
      t.true(stored.every((value) => value === 0 || value >= 499));
      const values = await cellValues(parts.analysis, { ...query, ipix: DAMAGED });
      t.deepEqual(values, await cellValues(live.analysis, { ...query, ipix: DAMAGED }));
      seen += Math.max(...values);
    }
    t.true(seen > 0);
    t.is(lines.length, 1);
    t.like(lines[0], {
      window: window.id,
      ipix: DAMAGED,
      msg: 'a stored cell series cannot be read: the cell is answered live',
    });
    window.unload();
  });
});
