import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser } from 'playwright-core';
import type { Subject } from './target.js';
import { median, shown, watchPage } from './watch.js';

const REPEATS = 5;
/** Time in which a view has settled, what is not needed at once included. */
const WHOLE_MS = 5000;
/** Lighthouse's slow 4G, and a processor that much slower. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWDOWN = 4;
const DEVICES = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
};

const SEEN = `(() => {
  const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return {
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
    shift: watch.shift,
    blocked: watch.tasks.reduce((sum, duration) => sum + duration - 50, 0),
    kilobytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
    requests: sent.length,
  };
})()`;
type Seen = Record<'cells' | 'paint' | 'shift' | 'blocked' | 'kilobytes' | 'requests', number>;

/** Opens a subject's map, and lets it settle. */
async function see(browser: Browser, { options, path }: Subject, device: keyof typeof DEVICES): Promise<Seen> {
  const context = await browser.newContext({ ...options, ...DEVICES[device] });
  try {
    const page = await context.newPage();
    if (device === 'phone') {
      const session = await context.newCDPSession(page);
      await session.send('Network.enable');
      await session.send('Network.emulateNetworkConditions', SLOW);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    await watchPage(page);
    await page.goto(path, { waitUntil: 'commit' });
    const cells = await shown(page);
    await sleep(WHOLE_MS);
    return { cells, ...((await page.evaluate(SEEN)) as Omit<Seen, 'cells'>) };
  } finally {
    await context.close();
  }
}

/** First view with nothing kept of the page, in a line. */
export async function firstView(browser: Browser, subject: Subject, device: keyof typeof DEVICES): Promise<string> {
  const seen: Seen[] = [];
  for (let i = 0; i < REPEATS; i++) seen.push(await see(browser, subject, device));
  const of = (key: keyof Seen, digits = 0) => median(seen.map((one) => one[key])).toFixed(digits);
  return (
    `first view, ${device}: first cells ${of('cells')} ms, first paint ${of('paint')} ms, blocked ${of('blocked')} ms, ` +
    `layout shift ${of('shift', 3)}, ${of('kilobytes')} KB in ${of('requests')} requests`
  );
}
