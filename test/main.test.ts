import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import test, { type ExecutionContext } from 'ava';
import { UserError } from '../src/errors.js';
import { csv, ISS } from './catalogue/fixtures.js';
import { temporaryFile, freePort } from './helpers/files.js';
import { publisher } from './helpers/publisher.js';
import { today } from './helpers/clock.js';
import {
  anyInstallation,
  embeddedInstallation,
  installations,
  type RunningService,
  serverInstallation,
  startSmallTestService,
  startTestService,
} from './helpers/service.js';
import { until } from './helpers/until.js';

const BERLIN = 'lat=52.52&lon=13.405';

async function week(
  t: ExecutionContext,
  service: RunningService,
  trackedId: number,
  token?: string,
): Promise<unknown[]> {
  const path = `/interference/timeseries?tracked_satellite_id=${trackedId}&${BERLIN}`;
  const { status, json } = await service.get(path, token);
  t.is(status, 200);
  t.is(json.data.data_points, 10_080);
  t.is(json.data.timeseries.length, 10_080);
  return json.data.timeseries;
}

test.serial('a fresh installation answers, and at_point agrees with the minutes of the timeseries', async (t) => {
  const service = await startTestService(t, embeddedInstallation(t));
  t.is((await service.get('/health/ready', '')).status, 200);
  t.is((await fetch(`${service.url}/api/v1/me`)).status, 401);
  t.is((await service.get('/me')).json.data.email, service.demo?.email);
  let covered = 0;
  for (const { id } of service.demo?.tracked ?? []) {
    const entries = await week(t, service, id);
    for (const k of [0, 1, 719, 5_000, 10_079]) {
      const entry = entries[k] as { timestamp: string; intensity: number; risk_level: string };
      const query = `tracked_satellite_id=${id}&${BERLIN}&timestamp=${entry.timestamp}`;
      t.like((await service.get(`/interference/at_point?${query}`)).json.data, entry);
      covered += entry.intensity;
    }
  }
  t.true(covered > 0);
  await service.stop();
});

test.serial(
  'a stopped service has given everything back; started again, it answers from the same window',
  async (t) => {
    for (const settings of await installations(t)) {
      const at = { ...settings, PORT: String(await freePort()) };
      const first = await startSmallTestService(t, at);
      const { tracked, token } = first;
      const window = first.window();
      const before = await week(t, first, tracked[0] ?? 0);
      const lock = join(settings['SIDELOBE_DATA_DIR'] ?? '', 'lock');
      t.is(existsSync(lock), settings['DATABASE_URL'] === undefined);

      await first.stop();
      await first.stop();
      t.false(existsSync(lock));
      await t.throwsAsync(fetch(first.url));

      const second = await startTestService(t, at, { demo: false });
      t.is(second.demo, undefined);
      t.is(second.window()?.id, window?.id);
      t.deepEqual(await week(t, second, tracked[0] ?? 0, token), before);
      await second.stop();
    }
  },
);

test.serial(
  'a port in use is a fault of the settings: nothing stays open, and the demo of the one that runs goes on',
  async (t) => {
    const port = await occupy(t, 0);
    const taken = { instanceOf: UserError, message: `port ${port} on 127.0.0.1 is in use: set PORT to another one` };
    const embedded = embeddedInstallation(t);
    await t.throwsAsync(startTestService(t, { ...embedded, PORT: String(port) }), taken);
    t.false(existsSync(join(embedded['SIDELOBE_DATA_DIR'] ?? '', 'lock')));

    const metrics = { ...embedded, METRICS_PORT: String(port) };
    await t.throwsAsync(startTestService(t, metrics), {
      message: taken.message.replace('set PORT', 'set METRICS_PORT'),
    });

    const settings = await serverInstallation(t);
    if (settings === undefined) return;
    await (await startSmallTestService(t, settings)).stop();
    const service = await startTestService(t, settings);
    await t.throwsAsync(startTestService(t, { ...settings, PORT: String(port) }), taken);
    t.is((await service.get('/me')).status, 200);
    await service.stop();
  },
);

test.serial(
  'an address that is not ours and a data directory that cannot be written are faults of the settings',
  async (t) => {
    await t.throwsAsync(startTestService(t, { ...(await anyInstallation(t)), HOST: '192.0.2.1' }), {
      instanceOf: UserError,
      message: /^cannot listen on HOST=192\.0\.2\.1 PORT=0: .*EADDRNOTAVAIL/,
    });
    const file = temporaryFile(t, 'file', '');
    await t.throwsAsync(startTestService(t, { PORT: '0', SIDELOBE_DATA_DIR: join(file, 'data') }), {
      instanceOf: UserError,
      message: /^cannot write to the data directory .*file\/data \(ENOTDIR/,
    });
  },
);

test.serial('an installation without a catalogue serves, and says that it is not ready', async (t) => {
  const service = await startTestService(t, await anyInstallation(t), { demo: false });
  t.is(service.window(), undefined);
  t.is((await fetch(`${service.url}/health/live`)).status, 200);
  t.is((await fetch(`${service.url}/health/ready`)).status, 503);
  await service.stop();
});

test.serial('a service with addresses of catalogues imports by itself, and then answers', async (t) => {
  const day = (await today()).toISOString().slice(0, 10);
  const from = await publisher(t, csv({ ...ISS, EPOCH: `${day}T00:00:00.000000` }));
  const settings = { ...(await anyInstallation(t)), CATALOGUE_URLS: from.address, METRICS_PORT: '0' };
  const service = await startTestService(t, settings, { demo: false });
  await until(() => service.window() !== undefined, 'a window, once the catalogue is imported');
  t.truthy(service.window()?.satellite(25_544));
  t.is((await fetch(`${service.url}/health/ready`)).status, 200);
  const metrics = await (await fetch(service.metricsUrl ?? '')).text();
  t.regex(metrics, /^sidelobe_refresh_age_seconds \d/m);
  await service.stop();

  const again = await startTestService(t, settings, { demo: false });
  t.is(again.window()?.id, 1);
  await again.stop();
  t.is(from.requests.length, 1);
});

/** Listens at a port until the test ends; returns the port. */
async function occupy(t: ExecutionContext, port: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  t.teardown(() => server.close());
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
