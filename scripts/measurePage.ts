/**
 * Measures the page in a browser: the first view of a desk and of a throttled phone, steps of time, sliding and dragging, and
 * the way from a click to its chart; medians. Over a running service, or over a demo service of its own once that has swept
 * its window.
 *
 *     tsx scripts/measurePage.ts [URL EMAIL PASSWORD] [--only LEO|GEO] [--play MINUTES]
 *
 * With --play it only plays for so long, and tells what that does to memory.
 */
import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../test/helpers/browser.js';
import { firstView } from './measurePage/firstView.js';
import { clickToChart, drag, played, slide, step } from './measurePage/hands.js';
import { play } from './measurePage/play.js';
import { openSubjects, type Subject, type Target, withDemo } from './measurePage/target.js';
import { openWatched } from './measurePage/watch.js';

const CLASSES = ['LEO', 'GEO'];

async function measureSubject(browser: Browser, subject: Subject, say: (text: string) => void): Promise<void> {
  say(await firstView(browser, subject, 'desk'));
  say(await firstView(browser, subject, 'phone'));
  const page = await openWatched(browser, subject);
  // The window may be over, and the map at its end.
  await page.getByRole('slider', { name: 'Minute of the window' }).press('Home');
  say(await step(page, 'an hour', 'Shift+ArrowRight'));
  say(await step(page, 'a minute', 'ArrowRight'));
  say(await played(page));
  say(await slide(page));
  say(await drag(page));
  say(await clickToChart(page));
  await page.context().close();
}

async function measure(target: Target, classes: readonly string[], playMinutes: number): Promise<void> {
  const browser = await launchBrowser();
  try {
    for (const subject of await openSubjects(browser, target, classes)) {
      const say = (text: string) => process.stdout.write(`${subject.orbitalClass}: ${text}\n`);
      if (playMinutes > 0) await play(browser, subject, playMinutes, say);
      else await measureSubject(browser, subject, say);
    }
  } finally {
    await browser.close();
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, play: { type: 'string', default: '0' } },
});
const minutes = Number(values.play);
if (!(minutes >= 0)) throw new Error(`--play is ${values.play}; it must be a number of minutes`);
const [url, email = '', password = ''] = positionals;
const use = (target: Target) => measure(target, values.only === undefined ? CLASSES : [values.only], minutes);
await (url === undefined ? withDemo(use) : use({ url, email, password }));
