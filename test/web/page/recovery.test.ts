import type { Page, Route } from 'playwright-core';
import { countRequests, pageTest, type Site } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

const DAY_MS = 86_400_000;
const DAY_EPOCHS = 1_440;
const MOST_REQUESTS = 60;

async function openMap(site: Site): Promise<{ page: Page }> {
  const opened = await site.open(`/?satellite=${site.iss}&station=${site.berlin}&stage=flat`);
  await opened.page.locator('.pass h2').waitFor();
  await opened.page.locator('.map-frame:not(.stale)').waitFor();
  return opened;
}

/** Number of pixels of the map on which cells are drawn. */
function cellPixels(page: Page): Promise<number> {
  return page.evaluate(`(() => {
    const canvas = document.querySelector('.map canvas.cells');
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
    let count = 0;
    for (let at = 3; at < data.length; at += 4) if (data[at] > 0) count++;
    return count;
  })()`) as Promise<number>;
}

function refuse(seconds: number) {
  const error = { code: 'UNAVAILABLE', message: 'the database is away' };
  const headers = { 'Retry-After': String(seconds) };
  return (route: Route) => route.fulfill({ status: 503, headers, json: { error, meta: {} } });
}

/** Moves the slider through a day once per frame, as a user's hand does. */
async function slide(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const slider = document.querySelector('.lane-plot input');
    for (let epoch = 0; epoch <= ${DAY_EPOCHS}; epoch += 6) {
      slider.value = epoch;
      slider.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  })()`);
}

pageTest(
  'sliding through a day has one request for cells, or for the sky, under way, few in all, and ends at the last minute',
  async (t, site) => {
    const { page } = await openMap(site);
    const requests = await countRequests(page, '/page/epochs');
    await page.getByRole('slider', { name: 'Minute of the window' }).press('Home');
    await slide(page);
    await page.locator('.map-frame:not(.stale)').waitFor();
    await page.waitForURL((url) => Date.parse(url.searchParams.get('time') ?? '') % DAY_MS === 0);
    const { all, most } = await requests();
    t.is(most, 1);
    t.true(all <= MOST_REQUESTS, `${all} requests`);
    t.true((await cellPixels(page)) > 0);
    await page.getByRole('button', { name: 'Sky', exact: true }).click();
    const skies = await countRequests(page, '/page/interference/interferers');
    await slide(page);
    await page.locator('.picture.sky[aria-busy="false"]').waitFor();
    t.is((await skies()).most, 1);
  },
);

pageTest('offline the last cells stay, dimmed; online again the shown minute comes by itself', async (t, site) => {
  const { page } = await openMap(site);
  const before = await cellPixels(page);
  t.true(before > 0);
  await page.context().setOffline(true);
  await page.getByRole('slider', { name: 'Minute of the window' }).press('PageUp');
  await page.getByRole('alert').filter({ hasText: 'You are offline' }).waitFor();
  await page.locator('.map-frame.stale').waitFor();
  t.true((await cellPixels(page)) > 0);
  t.true((await page.locator('.pass-row').count()) > 0);
  await page.context().setOffline(false);
  await page.locator('.map-frame:not(.stale)').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

pageTest(
  'a page that meets a server that restarts or refuses at its start opens by itself, each part of it',
  async (t, site) => {
    const { page } = await openMap(site);
    for (const path of [/\/page\/session/, /tracked_satellites/, /page\/passes\?/, /\/encounters/]) {
      await page.route(path, refuse(1));
    }
    await page.route(/\/page\/track\?/, (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByRole('alert').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await page.locator('.pass-row').first().waitFor();
    await page.locator('.pass h2').waitFor();
    await page.getByRole('alert').waitFor({ state: 'detached' });
  },
);

/**
 * Intercepts the page's requests and answers like a server whose next window, a day later, begins when `begin` is
 * called. `mixed` lists requests that did not name their window.
 */
async function windowsOf(page: Page): Promise<{ begin: () => void; mixed: string[] }> {
  let isNext = false;
  const mixed: string[] = [];
  await page.route(/\/page\/(?!session|tracked_satellites|ground_stations|others)/, async (route) => {
    const asked = route.request().headers()['x-analysis-window'];
    const headers = { ...route.request().headers() };
    delete headers['x-analysis-window'];
    delete headers['if-none-match'];
    const response = await route.fetch({ headers });
    const window = isNext ? 'next' : 'this';
    const named = { ...response.headers(), 'x-analysis-window': window };
    if (asked !== undefined && asked !== window) {
      const error = { code: 'TIMESTAMP_OUTSIDE_WINDOW', message: 'another window' };
      return route.fulfill({ status: 404, headers: named, json: { error, meta: {} } });
    }
    const { pathname } = new URL(route.request().url());
    if (asked === undefined && !/track$|available_frequency_bands$/.test(pathname)) mixed.push(pathname);
    const body = await response.body();
    if (isNext && pathname === '/page/track') body.writeUInt32LE(body.readUInt32LE(4) + DAY_MS / 1000, 4);
    return route.fulfill({ response, headers: named, body });
  });
  return { begin: () => (isNext = true), mixed };
}

pageTest(
  'once a new window begins, the first request that meets it makes the whole page load from it',
  async (t, site) => {
    const { page } = await openMap(site);
    const { begin, mixed } = await windowsOf(page);
    await page.reload();
    await page.locator('.pass h2').waitFor();
    const first = async () => {
      await page.getByRole('slider', { name: 'Minute of the window' }).press('Home');
      return Date.parse((await page.locator('.time-instant time').getAttribute('datetime')) ?? '');
    };
    const fromMs = await first();
    await page.locator('.map-frame:not(.stale)').waitFor();
    begin();
    // Nothing requests the new window until the user does something.
    await page.getByRole('slider', { name: 'Minute of the window' }).press('PageUp');
    await until(async () => (await first()) === fromMs + DAY_MS, 'the first minute of the next window', 50);
    await page.locator('.pass h2').waitFor();
    await page.locator('.map-frame:not(.stale)').waitFor();
    await page
      .getByRole('alert')
      .filter({ hasText: /Not found|outside|new analysis/ })
      .waitFor({ state: 'detached' });
    t.deepEqual(mixed, []);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  },
);

pageTest('a part of the page that does not load comes by itself once the server answers', async (t, site) => {
  const { page } = await site.open('/account', { isBroken: true });
  const html = await (await page.request.get('/')).text();
  const isLater = (url: URL): boolean => url.pathname.startsWith('/assets/part-') && !html.includes(url.pathname);
  await page.route(isLater, (route) => route.abort('connectionrefused'));
  await page.goto(`/?satellite=${site.iss}`);
  await page.getByRole('alert').first().waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  await page.locator('.stage').waitFor();
  await page.locator('.pass').waitFor();
  await until(async () => (await page.getByRole('alert').count()) === 0, 'the messages to go', 50);
});
