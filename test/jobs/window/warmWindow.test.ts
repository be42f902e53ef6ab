import test from 'ava';
import { createPool, type Pool } from '../../../src/compute/pool.js';
import { createOwnedCore, type OwnedCore } from '../../../src/core/instance.js';
import { loadBundledCatalogue } from '../../../src/jobs/import/importCatalogue.js';
import { createWindowKeeper } from '../../../src/jobs/window/windowKeeper.js';
import { DAY_MS, DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE } from '../../../src/spec.js';
import { anyone, bench, intensities } from '../../helpers/analysis.js';
import { withDatabase } from '../../helpers/database.js';
import { keptLog } from '../../helpers/log.js';

const CACHE_BYTES = 16 * 2 ** 20;
const TODAY = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const ISS = 25_544;
const BERLIN = { latDeg: 52.52, lonDeg: 13.405, band: 'all' } as const;

let core: OwnedCore;
let pool: Pool;
test.before(async () => {
  core = await createOwnedCore(512);
  pool = await createPool(core, 2);
});
test.after.always(() => pool.close());

test('after midnight the first questions about a place in use need no thread, and are of the new day', async (t) => {
  await withDatabase(t, async ({ knex }) => {
    await loadBundledCatalogue(knex, TODAY * 1000);
    const { analysis, windows, pool: spied } = bench(core, pool, { cacheBytes: CACHE_BYTES });
    let clock = TODAY;
    const keeper = createWindowKeeper({
      knex,
      core,
      windows,
      log: keptLog().log,
      nside: DEFAULT_NSIDE,
      minElevationDeg: DEFAULT_MIN_ELEVATION_DEG,
      warm: async (window) => void (await analysis.warm(window, anyone.signal)),
      onLoad: () => undefined,
      now: () => new Date(clock),
    });
    const ask = async (): Promise<number[]> => {
      const window = analysis.current()!;
      const query = { window, norad: ISS, ...BERLIN };
      await analysis.point({ ...query, epoch: 7 }, anyone);
      return intensities(analysis, { ...query, fromEpoch: 0, toEpoch: window.epochCount });
    };

    await keeper.check();
    t.true(Math.max(...(await ask())) > 0);
    clock += DAY_MS;
    await keeper.check();
    t.is(analysis.current()?.startMs, TODAY + DAY_MS);
    spied.asked.length = 0;
    const warm = await ask();
    t.is(spied.asked.length, 0);

    const cold = bench(core, pool, { cacheBytes: CACHE_BYTES });
    cold.windows.publish(windows.current()!);
    const query = { window: cold.analysis.current()!, norad: ISS, ...BERLIN };
    t.deepEqual(warm, await intensities(cold.analysis, { ...query, fromEpoch: 0, toEpoch: query.window.epochCount }));
    t.true(cold.pool.asked.length > 0);
  });
});
