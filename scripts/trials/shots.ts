/**
 * Takes pictures of the page's views, wide and narrow, dark and light, over the demo, for people to look at:
 *
 *     npm run trial shots -- DIRECTORY [VIEW ...]
 *
 * With names of views, such as `map-leo`, only of those, and at one size with WIDTH in the environment.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser, signIn } from '../../test/helpers/browser.js';
import { pointer } from '../../test/helpers/hands.js';
import { startDemo } from './harness/demo.js';
import { installation, onNewDatabase } from './harness/installation.js';

const WIDTH = process.env['WIDTH'];
const SIZES = [
  { width: 1440, height: 900, deviceScaleFactor: 1 },
  { width: 1024, height: 768, deviceScaleFactor: 1 },
  { width: 390, height: 844, deviceScaleFactor: 2 },
];
const PLACE = 'place=47.88,11.08';
/** Ids of satellites that the demo tracks. */
const [LEO, GPS, GEO] = [1, 2, 3];
/** Time after which chart and map are painted with their data. */
const PAINTED_MS = 1000;

/** An address, and whoever signs in there. */
interface Demo {
  url: string;
  email: string;
  password: string;
}

async function shootAll(browser: Browser, demo: Demo, directory: string, only: readonly string[]): Promise<void> {
  const isAsked = (name: string): boolean => only.length === 0 || only.includes(name);
  const views: [name: string, path: string, shown: string][] = [
    ['map-leo', `/map?satellite=${LEO}`, 'output time'],
    ['map-gps', `/map?satellite=${GPS}&projection=flat`, 'output time'],
    ['map-near', `/map?satellite=${GEO}&centre=48,11,5`, 'output time'],
    ['station', `/map?satellite=${LEO}&station=1`, '.summary'],
    ['map-geo', `/map?satellite=${GEO}`, 'output time'],
    ['week-chart', `/map?satellite=${LEO}&${PLACE}`, '.summary'],
    ['week-chart-geo', `/map?satellite=${GEO}&${PLACE}`, '.summary'],
    ['sky-geo', `/map?satellite=${GEO}&${PLACE}&shows=sky&match=band`, '.sky-list tbody tr'],
    ['place-leo', `/place?satellite=${LEO}&station=2`, '.sky-told'],
    ['place-gps', `/place?satellite=${GPS}&station=2`, '.sky-told'],
    ['place-geo', `/place?satellite=${GEO}&${PLACE}&match=band`, '.sky-told'],
    ['clear', `/week?satellite=${LEO}&list=clear`, 'tbody tr:nth-child(4)'],
    ['week', `/week?satellite=${LEO}`, 'tbody tr:nth-child(4)'],
    ['stations', '/stations', 'tbody tr:nth-child(4)'],
    ['unknown', '/map?satellite=999999', '.note'],
  ];
  for (const { width, height, deviceScaleFactor } of SIZES.filter((size) => !WIDTH || Number(WIDTH) === size.width)) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const viewport = { width, height };
      const context = await browser.newContext({ baseURL: demo.url, viewport, deviceScaleFactor, colorScheme });
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
      await context.close();
    }
  }
}

export async function trial([directory = 'shots', ...only]: string[]): Promise<boolean> {
  mkdirSync(directory, { recursive: true });
  return onNewDatabase(false, async (settings) => {
    const { server, password } = await startDemo(installation('.', { ...settings, WORKERS: '1' }));
    const browser = await launchBrowser();
    try {
      await shootAll(browser, { url: server.url, email: 'demo@example.com', password }, directory, only);
      return true;
    } finally {
      await browser.close();
      await server.stop();
    }
  });
}
