/**
 * Measures in a browser how long the week of 500 stations takes, over a service of its own with the bundled catalogue:
 * seconds from the click to the last station, bytes, requests and the longest task, the first time and again.
 *
 *     tsx scripts/measureWeek.ts [STATIONS]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Page } from 'playwright-core';
import { readConfig } from '../src/config.js';
import { launchBrowser, signIn } from '../test/helpers/browser.js';
import { pointer } from '../test/helpers/hands.js';
import { type SmallService, startSmallService } from '../test/helpers/smallService.js';

const STATIONS = Number(process.argv[2] ?? 500);
const EMAIL = 'many@example.org';
const MOST_WAITED_MS = 60_000;
const BANDS = ['overlap', 'band'] as const;

/** In the page: notes what is sent, and tasks that hold it. */
const WATCH = `{
  const watch = (globalThis.watch = { tasks: [] });
  new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
}`;

async function open(page: Page, path: string): Promise<string> {
  const fromMs = performance.now();
  await page.goto(path);
  await page.locator('tbody tr').first().waitFor();
  const firstMs = performance.now() - fromMs;
  await page.locator('.waiting').waitFor({ state: 'detached', timeout: MOST_WAITED_MS });
  const allMs = performance.now() - fromMs;
  const [bytes, longest] = (await page.evaluate(`[
    performance.getEntriesByType('resource').filter(({ name }) => /page\\/(api|station)/.test(name))
      .reduce((sum, { transferSize }) => sum + transferSize, 0),
    Math.max(0, ...globalThis.watch.tasks),
  ]`)) as [number, number];
  const seconds = (ms: number): string => (ms / 1000).toFixed(2);
  return `first row ${seconds(firstMs)} s, all ${seconds(allMs)} s, ${(bytes / 1e6).toFixed(2)} MB, longest task ${longest.toFixed(0)} ms`;
}

async function measure({ url, password }: SmallService): Promise<void> {
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(WATCH);
    await page.goto('/');
    await signIn(page, pointer, { email: EMAIL, password });
    const answer = (await (await page.request.get('/page/tracked_satellites')).json()) as {
      data: { tracked_satellites: { id: number; satellite: { name: string } }[] };
    };
    for (const { id, satellite } of answer.data.tracked_satellites) {
      for (const match of BANDS) {
        for (const time of ['first time', 'again']) {
          const told = await open(page, `/week?satellite=${id}${match === 'band' ? '&match=band' : ''}`);
          process.stdout.write(`${satellite.name}, ${match}, ${time}: ${told}\n`);
        }
      }
    }
  } finally {
    await browser.close();
  }
}

const data = mkdtempSync(join(tmpdir(), 'sidelobe-week-'));
const config = readConfig({ SIDELOBE_DATA_DIR: data, PORT: '0' });
const service = await startSmallService(config, pino({ level: 'error' }, pino.destination(2)), {
  every: 1,
  members: [{ email: EMAIL, plan: 'enterprise', stations: STATIONS }],
});
try {
  await measure(service);
} finally {
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
