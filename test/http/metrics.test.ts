import test, { type ExecutionContext } from 'ava';
import type { AnalysisWindow } from '../../src/compute/query.js';
import { createMetrics, createMetricsServer } from '../../src/http/metrics.js';
import { anyInstallation, startTestService } from '../helpers/service.js';
import { listen } from '../helpers/client.js';
import { keptLog } from '../helpers/log.js';
import { QUIET } from '../helpers/metrics.js';
import { BASE, withApp, withServer } from '../helpers/server.js';

/** Serves the metrics' text on a new port until the test ends; returns the address. */
async function serve(t: ExecutionContext, text: () => Promise<string>): Promise<string> {
  const server = createMetricsServer({ text }, keptLog().log);
  t.teardown(() => server.close());
  return `http://127.0.0.1:${await listen(server)}`;
}

/** Value of the metric whose line begins with `line` and a blank. */
function valueOf(text: string, line: string): number {
  const found = text.split('\n').find((one) => one.startsWith(`${line} `));
  return Number(found?.slice(line.length + 1));
}

test('requests are measured by method, route and status, never by what clients write', (t) =>
  withServer(t, async ({ db: { knex }, analysis, enterprise: { token } }) => {
    const metrics = createMetrics(QUIET);
    await withApp(t, { knex, analysis, metrics }, async ({ call, raw }) => {
      await call(`${BASE}/tracked_satellites/777?x=${token}`, { token });
      await call(`${BASE}/tracked_satellites/778?x=1`, { token });
      await call(`${BASE}/nothing-like-this`, { token });
      await raw(`BREW ${BASE}/me HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      await call(`${BASE}/me`, { method: 'PUT', token });
      const text = await metrics.text();
      const counted = (of: string) => valueOf(text, `sidelobe_http_request_duration_seconds_count{${of}}`);
      t.is(counted('method="GET",route="/tracked_satellites/:id",status="400"'), 2);
      t.is(counted('method="other",route="none",status="404"'), 1);
      t.is(counted('method="other",route="none",status="405"'), 1);
      const labels = text.match(/\{[^}]*\}/g)?.join('\n') ?? '';
      for (const written of ['777', 'nothing', 'BREW', token]) t.false(labels.includes(written), written);
    });
  }));

test('waits are measured by what is waited for, errors by code', (t) =>
  withServer(t, async ({ db: { knex }, analysis, enterprise: { token } }) => {
    const metrics = createMetrics(QUIET);
    metrics.waited('thread', 20);
    await withApp(t, { knex, analysis, metrics }, async ({ call }) => {
      await call(`${BASE}/me`, { token });
      await call(`${BASE}/tracked_satellites/777`, { token });
      await call(`${BASE}/me`);
      const text = await metrics.text();
      t.is(valueOf(text, 'sidelobe_pool_wait_seconds_sum{pool="thread"}'), 0.02);
      t.is(valueOf(text, 'sidelobe_http_errors_total{code="NOT_FOUND"}'), 1);
      t.is(valueOf(text, 'sidelobe_http_errors_total{code="UNAUTHORIZED"}'), 1);
    });
  }));

test('gauges are read when somebody looks, and the process is measured too', async (t) => {
  const measured = { ...QUIET, analysis: { ...QUIET.analysis }, upkeep: { ...QUIET.upkeep } };
  const metrics = createMetrics(measured);
  const before = await metrics.text();
  for (const [line, value] of [
    ['requests_waiting', 5],
    ['free_slots', 40],
    ['series_bytes', 1_234],
    ['series_made_total', 9],
    ['database_connections{state="waiting"}', 1],
    ['window_id', 0],
    ['window_due_seconds', Number.NaN],
    ['refresh_age_seconds', Number.NaN],
  ] as const) {
    t.is(valueOf(before, `sidelobe_${line}`), value, line);
  }
  t.regex(before, /^process_resident_memory_bytes \d/m);
  measured.analysis.current = () => ({ id: 7 }) as AnalysisWindow;
  measured.upkeep.windowTimes = () => ({ openedMs: Date.now() - 3_600_000, dueMs: Date.now() - 60_000 });
  measured.upkeep.sweepProgress = () => 0.25;
  measured.upkeep.refreshAgeSeconds = () => 7_200;
  const after = await metrics.text();
  t.is(valueOf(after, 'sidelobe_window_id'), 7);
  t.is(Math.round(valueOf(after, 'sidelobe_window_age_seconds') / 600), 6);
  t.true(valueOf(after, 'sidelobe_window_due_seconds') < 0);
  t.is(valueOf(after, 'sidelobe_series_made_total'), 9);
  t.is(valueOf(after, 'sidelobe_sweep_progress'), 0.25);
  t.is(valueOf(after, 'sidelobe_refresh_age_seconds'), 7_200);
});

test('the port of the metrics answers GET /metrics and nothing else', async (t) => {
  const url = await serve(t, () => Promise.resolve('up 1\n'));
  const reply = await fetch(`${url}/metrics`);
  t.is(reply.status, 200);
  t.is(reply.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  t.is(await reply.text(), 'up 1\n');
  t.is((await fetch(`${url}/metrics`, { method: 'POST' })).status, 405);
  for (const path of ['/', '/metrics/', '/metrics?x', '/api/v1/me']) t.is((await fetch(url + path)).status, 404, path);
  const broken = await serve(t, () => Promise.reject(new Error('gone')));
  t.is((await fetch(`${broken}/metrics`)).status, 500);
});

test('a service has metrics where METRICS_PORT is set, for this machine alone, and not on the port of its API', async (t) => {
  const settings = { ...(await anyInstallation(t)), HOST: '127.0.0.2', METRICS_PORT: '0' };
  const service = await startTestService(t, settings, { demo: false });
  t.is(new URL(service.url).hostname, '127.0.0.2');
  t.is(new URL(service.metricsUrl ?? '').hostname, '127.0.0.1');
  t.is((await service.get('/health/live', '')).status, 200);
  const text = await (await fetch(service.metricsUrl ?? '')).text();
  t.is(
    valueOf(text, 'sidelobe_http_request_duration_seconds_count{method="GET",route="/health/live",status="200"}'),
    1,
  );
  t.is(valueOf(text, 'sidelobe_pool_waiting_tasks'), 0);
  t.is((await fetch(`${service.url}/metrics`)).status, 404);
  await service.stop();
  await t.throwsAsync(fetch(service.metricsUrl ?? ''));
});
