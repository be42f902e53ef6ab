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

/** Starts to track a satellite on the page, beside the one that is shown; returns its id. */
async function trackSatellite(t: ExecutionContext, page: Page, hand: Hand, { ask }: Site, geo: Elset): Promise<number> {
  await hand.press(page.getByRole('link', { name: 'Sidelobe' }));
  await hand.press(page.locator('summary', { hasText: '+ Satellite' }));
  await hand.write(page.getByRole('combobox', { name: 'Satellite' }), String(geo.noradNumber));
  const option = page.getByRole('option', { name: geo.name });
  await option.waitFor();
  await hand.choose(option);
  await page.getByRole('button', { name: geo.name, exact: true, pressed: true }).waitFor();
  await page.keyboard.press('Escape');
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
  return Date.parse((await page.locator('.time-instant time').getAttribute('datetime')) ?? '');
}

async function playMinutes(t: ExecutionContext, page: Page, hand: Hand): Promise<void> {
  await page.locator('.time-instant time').waitFor();
  const fromMs = await shownMs(page);
  await hand.press(page.getByRole('button', { name: 'Play' }));
  const untilMs = fromMs + PLAYED_MINUTES * MINUTE_MS;
  let stops = 0;
  for (let poll = 0; (await shownMs(page)) < untilMs; poll++) {
    const told = await page.getByRole('main').innerText();
    if (poll > MOST_POLLS || stops > MOST_STOPS) throw new Error(`playing does not get to its end:\n${told}`);
    if (await page.getByRole('button', { name: 'Play' }).isVisible()) {
      stops++;
      await hand.press(page.getByRole('button', { name: 'Play' }));
    }
    await page.waitForTimeout(POLL_MS);
  }
  await hand.press(page.getByRole('button', { name: 'Pause' }));
  t.true((await shownMs(page)) >= untilMs);
}

/** View that a link must show to another person: pass, chips and time, and the address's query. */
async function viewOf(page: Page): Promise<Record<string, unknown>> {
  await page.locator('.pass h2').waitFor();
  await page.locator('.stage .told').waitFor();
  await page.waitForURL(/time=/);
  return {
    pass: await page.locator('.pass h2').textContent(),
    rises: await page.locator('.pass-head time').first().getAttribute('datetime'),
    chips: await page.locator('.chip .name').allTextContents(),
    timeMs: await shownMs(page),
    search: new URL(page.url()).search,
  };
}

async function share(t: ExecutionContext, page: Page, hand: Hand, site: Site): Promise<void> {
  const view = await viewOf(page);
  await hand.press(page.locator('.passes').getByRole('button', { name: 'Copy link' }));
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = new URL(String(await page.evaluate('navigator.clipboard.readText()')));
  const other = await site.open(link.href, { as: null });
  await other.page.waitForURL(/\/sign-in\?next=/);
  await signIn(other.page, hand, site.service);
  t.deepEqual(await viewOf(other.page), { ...view, search: link.search });
}

async function untrack(t: ExecutionContext, page: Page, hand: Hand, { ask }: Site, geo: Elset, id: number) {
  t.is((await ask(`/tracked_satellites/${id}`)).status, 200);
  await hand.press(page.locator('summary', { hasText: '+ Satellite' }));
  await hand.press(page.getByRole('button', { name: `Untrack ${geo.name}` }));
  await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Untrack' }));
  await page.waitForURL((url) => url.searchParams.get('satellite') !== String(id));
  await page.getByRole('button', { name: geo.name, exact: true }).waitFor({ state: 'detached' });
  t.is((await ask(`/tracked_satellites/${id}`)).status, 404);
}

for (const [index, hand] of [pointer, keyboard].entries()) {
  // The tests share a clipboard, so they run one after the other.
  pageTest(
    `by ${hand.name} alone: a token, a satellite to track, a pass, the map, a link to it, and untracking`,
    async (t, site) => {
      const geo = site.geos[index];
      if (!geo) throw new Error('the catalogue has too few geostationary satellites');
      const { page } = await site.open('/', { as: null });
      await signIn(page, hand, site.service);
      await makeAndRevokeToken(t, page, hand, site);
      const id = await trackSatellite(t, page, hand, site, geo);
      await hand.press(page.getByRole('button', { name: 'ISS (ZARYA)', exact: true }));
      await page.locator('.pass h2', { hasText: 'ISS (ZARYA) over' }).waitFor();
      await playMinutes(t, page, hand);
      await share(t, page, hand, site);
      await untrack(t, page, hand, site, geo, id);
    },
  );
}
