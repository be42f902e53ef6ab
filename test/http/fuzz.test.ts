import test from 'ava';
import { createLimits } from '../../src/http/limits.js';
import { readConfig } from '../../src/config.js';
import { fuzz } from '../helpers/fuzz.js';
import { PATIENT } from '../helpers/until.js';
import { ownedBy } from '../helpers/requests.js';
import { BASE, GPS, PASSWORD, withApp, withServer } from '../helpers/server.js';

const CASES = 20;
const SEED = 1;
/** Operations that succeed whatever the account has. */
const ANSWERED = ['getMe', 'getTrackedSatellites', 'getGroundStations', 'getHealthCheck', 'getHealthReady'];

test('valid and invalid requests are answered as the document says: no 5xx, nothing wrong accepted', (t) =>
  withServer(t, async (api) => {
    const { db, analysis, enterprise } = api;
    const own = await ownedBy(api, enterprise.accountId, GPS);
    const limits = createLimits(db, { interferencePerMinute: 1_000_000, otherPerHour: 1_000_000 });
    const settings = readConfig({ ...PATIENT, TRUST_PROXY: '127.0.0.1' });
    await withApp(t, { knex: db.knex, analysis, limits, settings }, async ({ port }) => {
      const target = {
        base: `http://127.0.0.1:${port}${BASE}`,
        token: enterprise.token,
        spareTokens: [api.free.token],
        ids: {
          tracked_satellite: [own.tracked_satellite],
          ground_station: [own.ground_station],
          coverage_analysis_run: [own.coverage_analysis_run],
        },
        bodies: {
          createAuth: { email: enterprise.email, password: PASSWORD },
          createTrackedSatellite: { norad_number: GPS },
          updateGroundStation: { name: 'Potsdam' },
        },
        windowStartMs: analysis.current()?.startMs ?? 0,
      };
      const { requests, invalid, statuses, failures, undocumented, accepted } = await fuzz(target, CASES, SEED);
      t.deepEqual({ failures, undocumented, accepted }, { failures: [], undocumented: [], accepted: [] });
      t.is(requests, CASES * statuses.size);
      for (const operation of statuses.keys()) t.is(invalid.get(operation), CASES / 2, operation);
      for (const operation of ANSWERED) t.is(statuses.get(operation)?.get(200), CASES / 2, operation);
    });
  }));
