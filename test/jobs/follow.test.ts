import type { Knex } from 'knex';
import { follow } from '../../src/jobs/follow.js';
import { openWindow } from '../../src/jobs/window/openWindow.js';
import type { Refreshed } from '../../src/jobs/import/refreshSources.js';
import { track } from '../../src/db/analysis/tracked.js';
import { csv, ISS } from '../catalogue/fixtures.js';
import { account, databaseTest } from '../db/fixtures.js';
import { publisher } from '../helpers/publisher.js';
import { until } from '../helpers/until.js';

const DAY_MS = 86_400_000;
const TODAY_MS = Date.UTC(2024, 4, 9);
const HST = { ...ISS, OBJECT_NAME: 'HST', NORAD_CAT_ID: '20580' };

/** Follows an address of element sets: opens windows, without sweeping them. */
function following(knex: Knex, address: string) {
  let clock = TODAY_MS + DAY_MS / 2;
  let looked = 0;
  const stopping = new AbortController();
  const [days, refreshed, failures]: [number[], Refreshed[], unknown[]] = [[], [], []];
  const running = follow({
    knex,
    settings: { catalogueUrls: [address], transmittersUrls: [], refreshHours: 2 },
    now() {
      looked++;
      return new Date(clock);
    },
    signal: stopping.signal,
    async precompute(start) {
      days.push((start.getTime() - TODAY_MS) / DAY_MS);
      return (await openWindow(knex, { start, nside: 32, minElevationDeg: 10, uniformElevation: false })).id;
    },
    onRefreshed: (result) => refreshed.push(result),
    onFailure: (error) => failures.push(error),
    checkMs: 1,
  });
  return {
    /** Starts of the precomputed windows, in days from TODAY_MS. */
    days,
    refreshed,
    failures,
    /** Advances the clock. */
    wait: (ms: number) => void (clock += ms),
    /** Resolves once the clock has been read often enough for `count` further rounds. */
    rounds: async (count: number): Promise<void> => {
      // A round reads the clock several times, and a round during a pause reads it once.
      const enough = looked + 8 * count;
      await until(
        () => looked >= enough,
        () => `${enough} looks at the clock, which has been looked at ${looked} times`,
      );
    },
    stop: async (): Promise<void> => {
      stopping.abort();
      await running;
    },
  };
}

databaseTest(
  'a window is precomputed at first, each day, after a change of the catalogue and for new tracked satellites',
  async (t, { knex }) => {
    const from = await publisher(t, csv(ISS));
    const { days, refreshed, failures, wait, rounds, stop } = following(knex, from.address);
    await rounds(2);
    t.deepEqual(days, [0]);
    wait(DAY_MS / 4);
    await rounds(2);
    t.deepEqual(days, [0]);
    wait(DAY_MS / 4);
    await rounds(2);
    t.deepEqual(days, [0, 1]);

    from.publish(csv(ISS, HST));
    wait(DAY_MS / 4);
    await rounds(2);
    t.deepEqual(days, [0, 1, 1]);
    t.deepEqual(
      refreshed.map(({ outcome }) => outcome),
      ['imported', 'unchanged', 'unchanged', 'imported'],
    );

    const { accountId, userId } = await account(knex);
    await track(knex, accountId, 25_544, userId);
    await rounds(2);
    t.true(days.length > 3);
    await stop();
    t.deepEqual(failures, []);
  },
);
