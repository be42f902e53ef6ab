/**
 * Takes pictures of the page's views, wide and narrow, dark and light, over a demo service of its own, for people to
 * look at.
 *
 *     tsx scripts/shots.ts DIRECTORY [VIEW ...]
 *
 * With names of views, such as `map-leo`, only of those, and at one size with WIDTH in the environment.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import { readConfig } from '../src/config.js';
import { type Service, startService } from '../src/main.js';
import { pointer } from '../test/helpers/hands.js';
import { launchBrowser, signIn } from '../test/helpers/browser.js';

const [directory = 'shots', ...only] = process.argv.slice(2);
const WIDTH = process.env['WIDTH'];
const isAsked = (name: string): boolean => only.length === 0 || only.includes(name);
const SIZES = [
  { width: 1440, height: 900, deviceScaleFactor: 1 },
  { width: 1024, height: 768, deviceScaleFactor: 1 },
  { width: 390, height: 844, deviceScaleFactor: 2 },
];
const PLACE = 'place=47.88,11.08';
/** The demo tracks these, in this order, among others. */
const [LEO, GPS, GEO] = [0, 1, 2];
/** The chart and the map are painted in the frames after their data came. */
const PAINTED_MS = 1000;

async function shootAll(browser: Browser, { url, demo }: Service): Promise<void> {
  if (!demo) throw new Error('the service has no demo account');
  const idOf = (index: number): number => demo.tracked[index]?.id ?? 0;
  const views: [name: string, path: string, shown: string][] = [
    ['map-leo', `/map?satellite=${idOf(LEO)}`, 'output time'],
    ['map-gps', `/map?satellite=${idOf(GPS)}&projection=flat`, 'output time'],
    ['map-near', `/map?satellite=${idOf(GEO)}&centre=48,11,5`, 'output time'],
    ['station', `/map?satellite=${idOf(LEO)}&station=1`, '.summary'],
    ['map-geo', `/map?satellite=${idOf(GEO)}`, 'output time'],
    ['week-chart', `/map?satellite=${idOf(LEO)}&${PLACE}`, '.summary'],
    ['week-chart-geo', `/map?satellite=${idOf(GEO)}&${PLACE}`, '.summary'],
    ['sky-geo', `/map?satellite=${idOf(GEO)}&${PLACE}&shows=sky&match=band`, '.sky-list tbody tr'],
    ['place-leo', `/place?satellite=${idOf(LEO)}&station=2`, '.sky-told'],
    ['place-gps', `/place?satellite=${idOf(GPS)}&station=2`, '.sky-told'],
    ['place-geo', `/place?satellite=${idOf(GEO)}&${PLACE}&match=band`, '.sky-told'],
    ['clear', `/week?satellite=${idOf(LEO)}&list=clear`, 'tbody tr:nth-child(4)'],
    ['week', `/week?satellite=${idOf(LEO)}`, 'tbody tr:nth-child(4)'],
    ['stations', '/stations', 'tbody tr:nth-child(4)'],
    ['unknown', '/map?satellite=999999', '.note'],
  ];
  for (const { width, height, deviceScaleFactor } of SIZES.filter((size) => !WIDTH || Number(WIDTH) === size.width)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width, height };
      const context = await browser.newContext({ baseURL: url, viewport, deviceScaleFactor, colorScheme });
      const page = await context.newPage();
      const shoot = (name: string) =>
        page.screenshot({ path: join(directory, `${name}-${width}-${colorScheme}.png`), fullPage: true });
      await page.goto('/');
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      if (isAsked('sign-in')) await shoot('sign-in');
      await signIn(page, pointer, demo);
      for (const [name, path, shown] of views.filter(([view]) => isAsked(view))) {
        await page.goto(path);
        await page.locator(shown).first().waitFor();
        await page.waitForTimeout(PAINTED_MS);
        await shoot(name);
      }
      if (isAsked('tokens')) await shootTokens(page, () => shoot('tokens'));
      if (isAsked('loading')) await shootLoading(page, `/map?satellite=${idOf(LEO)}`, () => shoot('loading'));
      if (isAsked('error')) await shootError(page, `/map?satellite=${idOf(LEO)}`, () => shoot('error'));
      await context.close();
    }
  }
}

async function shootTokens(page: Page, shoot: () => Promise<unknown>): Promise<void> {
  await page.goto('/account');
  await page.getByLabel('Name of a new token').fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  await page.getByRole('button', { name: 'Copy token' }).waitFor();
  await shoot();
  await page.getByRole('button', { name: 'Revoke laptop' }).first().click();
  await page.getByRole('button', { name: 'Revoke token' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

/** The cells never come. */
async function shootLoading(page: Page, path: string, shoot: () => Promise<unknown>): Promise<void> {
  await page.route(/\/page\/epochs\?/, () => undefined);
  await page.goto(path);
  await page.locator('.told').waitFor();
  await page.waitForTimeout(PAINTED_MS);
  await shoot();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

async function shootError(page: Page, path: string, shoot: () => Promise<unknown>): Promise<void> {
  const error = { code: 'UNAVAILABLE', message: 'the database is away' };
  await page.route(/\/page\/track\?/, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, json: { error, meta: {} } }),
  );
  await page.goto(path);
  await page.getByRole('alert').waitFor();
  await shoot();
}

mkdirSync(directory, { recursive: true });
const data = mkdtempSync(join(tmpdir(), 'sidelobe-shots-'));
const config = readConfig({ SIDELOBE_DATA_DIR: data, PORT: '0', WORKERS: '1' });
const service = await startService(config, pino({ level: 'error' }, pino.destination(2)), { demo: true });
const browser = await launchBrowser();
try {
  await shootAll(browser, service);
} finally {
  await browser.close();
  await service.stop();
  rmSync(data, { recursive: true, force: true });
}
