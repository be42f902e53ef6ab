import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import type { Elset } from '../../../src/catalogue/elsets/elset.js';
import { type Hand, keyboard, pointer } from '../../helpers/hands.js';
import { signIn } from '../../helpers/browser.js';
import { pageTest, type Site } from '../../helpers/page.js';

const MINUTE_MS = 60_000;
const PLAYED_MINUTES = 3;
const POLL_MS = 100;
const MOST_POLLS = 900;
const MOST_STOPS = 5;

async function makeAndRevokeToken(t: ExecutionContext, page: Page, hand: Hand, site: Site): Promise<void> {
  await hand.press(page.getByRole('link', { name: 'Account' }));
  const name = `laptop by ${hand.name}`;
  await hand.write(page.getByLabel('Name of a new token'), name);
  await hand.press(page.getByRole('button', { name: 'Create token' }));
  const shown = page.getByRole('status').locator('code');
  const token = (await shown.textContent()) ?? '';
  t.is((await site.ask('/me', token)).status, 200);
  await hand.press(page.getByRole('button', { name: 'Copy token' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  t.is(await page.evaluate('navigator.clipboard.readText()'), token);
  const revoke = page.getByRole('button', { name: `Revoke ${name}` });
  await hand.press(revoke);
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }));
  await revoke.waitFor({ state: 'detached' });
  t.is((await site.ask('/me', token)).status, 401);
}

/** Starts to track a satellite on the page; returns its id. */
async function trackSatellite(t: ExecutionContext, page: Page, hand: Hand, { ask }: Site, geo: Elset): Promise<number> {
  await hand.press(page.getByRole('link', { name: 'Map' }));
  await hand.write(page.getByRole('combobox', { name: 'Satellite' }), String(geo.noradNumber));
  const option = page.getByRole('option', { name: geo.name });
  await option.waitFor();
  await hand.choose(option);
  await page.getByRole('heading', { name: `Map of ${geo.name}` }).waitFor({ state: 'attached' });
  const { data } = await ask(`/tracked_satellites?name=${encodeURIComponent(geo.name)}`);
  const id = Number(new URL(page.url()).searchParams.get('satellite'));
  t.deepEqual(
    data.tracked_satellites.map((tracked: { id: number; satellite: { norad_number: number } }) => [
      tracked.id,
      tracked.satellite.norad_number,
    ]),
    [[id, geo.noradNumber]],
  );
  return id;
}

async function shownMs(page: Page): Promise<number> {
  return Date.parse((await page.locator('output time').getAttribute('datetime')) ?? '');
}

async function playMinutes(t: ExecutionContext, page: Page, hand: Hand): Promise<void> {
  await page.locator('output time').waitFor();
  const fromMs = await shownMs(page);
  await hand.press(page.getByRole('button', { name: 'Play' }));
  const untilMs = fromMs + PLAYED_MINUTES * MINUTE_MS;
  let stops = 0;
  for (let poll = 0; (await shownMs(page)) < untilMs; poll++) {
    const told = await page.getByRole('main').innerText();
    if (poll > MOST_POLLS || stops > MOST_STOPS) throw new Error(`playing does not get to its end:\n${told}`);
    // A busy server may refuse cells, which stops the animation; then the test presses Play again, as a user would.
    if (await page.getByRole('button', { name: 'Play' }).isVisible()) {
      stops++;
      await hand.press(page.getByRole('button', { name: 'Play' }));
    }
    await page.waitForTimeout(POLL_MS);
  }
  await hand.press(page.getByRole('button', { name: 'Pause' }));
  t.true((await shownMs(page)) >= untilMs);
}

interface Entry {
  timestamp: string;
  intensity: number;
}

/** Asserts that the page's text about a place agrees with the API. */
async function compareWeek(
  t: ExecutionContext,
  page: Page,
  { ask }: Site,
  satelliteId: number,
  mapTold: string,
): Promise<void> {
  const told = (await page.locator('.summary').textContent()) ?? '';
  const [, peak, minute] = /^Peak (\d+) at (\S+ \S+) UTC · 1 pass/.exec(told) ?? [];
  const [lat, lon] = new URL(page.url()).searchParams.get('place')?.split(',') ?? [];
  const query = `tracked_satellite_id=${satelliteId}&lat=${lat}&lon=${lon}&frequency_match=overlap`;
  const { timeseries } = (await ask(`/interference/timeseries?${query}`)).data as { timeseries: Entry[] };
  const highest = Math.max(...timeseries.map(({ intensity }) => intensity));
  t.true(highest > 0);
  t.is(Number(peak), highest, told);
  const first = timeseries.find(({ intensity }) => intensity === highest);
  t.is(`${minute?.replace(' ', 'T')}:00Z`, first?.timestamp ?? '');
  const point = await ask(`/interference/at_point?${query}&timestamp=${first?.timestamp}`);
  t.is(point.data.intensity, highest);

  const now = (await page.locator('.place .now').textContent()) ?? '';
  const shown = timeseries.find(({ timestamp }) => now.startsWith(timestamp.slice(0, 16).replace('T', ' ')));
  t.regex(now, new RegExp(`UTC ${shown?.intensity === 0 ? 'Clear' : `${shown?.intensity} `}`));
  const [, onMap] = /(\d+)(?: in view| others?, (?:low|moderate|high|severe))|clear/.exec(mapTold) ?? [];
  t.is(Number(onMap ?? 0), shown?.intensity ?? -1, mapTold);
  t.true((shown?.intensity ?? 0) > 0);
}

async function viewOf(page: Page): Promise<Record<string, unknown>> {
  await page.locator('.summary').waitFor();
  await page.waitForURL(/time=/);
  return {
    satellite: await page.locator('h1').textContent(),
    place: await page.locator('.place h2').textContent(),
    summary: await page.locator('.summary').textContent(),
    now: await page.locator('.place .now').textContent(),
    timeMs: await shownMs(page),
    search: new URL(page.url()).search,
  };
}

async function share(t: ExecutionContext, page: Page, hand: Hand, site: Site): Promise<void> {
  const view = await viewOf(page);
  await hand.press(page.getByRole('button', { name: 'Copy link' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
  const other = await site.open(link.href, { as: null });
  await other.page.waitForURL(/\/sign-in\?next=/);
  await signIn(other.page, hand, site.service);
  t.deepEqual(await viewOf(other.page), view);
}

async function untrack(t: ExecutionContext, page: Page, hand: Hand, { ask }: Site, id: number): Promise<void> {
  t.is((await ask(`/tracked_satellites/${id}`)).status, 200);
  await hand.press(page.getByRole('button', { name: 'Untrack' }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Untrack' }));
  await page.waitForURL((url) => url.searchParams.get('satellite') !== String(id));
  await page.locator('output time').waitFor();
  t.is((await ask(`/tracked_satellites/${id}`)).status, 404);
}

for (const [index, hand] of [pointer, keyboard].entries()) {
  // The tests share a clipboard, so they run one after the other.
  pageTest(
    `by ${hand.name} alone: a token, a satellite to track, the map, a place, a link to it, and untracking`,
    async (t, site) => {
      const geo = site.geos[index];
      if (!geo) throw new Error('the catalogue has too few geostationary satellites');
      const { page } = await site.open('/', { as: null });
      await signIn(page, hand, site.service);
      await makeAndRevokeToken(t, page, hand, site);
      const id = await trackSatellite(t, page, hand, site, geo);
      await playMinutes(t, page, hand);
      const map = page.getByRole('application');
      await hand.pick(map);
      const mapTold = await hand.told(map).textContent();
      await page.locator('.summary').waitFor();
      await compareWeek(t, page, site, id, mapTold ?? '');
      await share(t, page, hand, site);
      await untrack(t, page, hand, site, id);
    },
  );
}
