import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { durationText } from '../../../src/web/time.js';
import { separationText } from '../../../src/web/data/interferer.js';
import { pageTest, type Site, tidy } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

interface Stretch {
  start_time: string;
  end_time: string;
  seconds: number;
}
interface Encounter {
  name: string;
  closest_separation_deg: number;
  closest_time: string;
}
interface Pass {
  aos: string;
  los: string;
  max_elevation_deg: number;
  clear_stretch: Stretch | null;
  encounter_count: number;
  encounters: Encounter[];
}

const wide = '&beam=10';

/** Opens the passes of the first satellite over the first station, of the whole week. */
async function openPasses(site: Site, more = '') {
  const { iss, berlin } = site;
  const opened = await site.open(`/?satellite=${iss}&stations=${berlin}&station=${berlin}&span=week${wide}${more}`);
  await opened.page.locator('.pass-row').first().waitFor();
  await opened.page.locator('.passes .waiting').waitFor({ state: 'detached' });
  const asked = `tracked_satellite_id=${iss}&ground_station_id=${berlin}&max_separation_deg=10`;
  const { data } = await site.ask(`/interference/encounters?${asked}&limit=10000`);
  return { ...opened, passes: data.passes as Pass[] };
}

function toldOf({ clear_stretch: clear, encounters, encounter_count: count }: Pass): string {
  const free = clear ? `clear ${durationText(clear.seconds)}` : 'never clear';
  const [nearest] = [...encounters].sort((a, b) => a.closest_separation_deg - b.closest_separation_deg);
  if (!nearest) return `${free}, nobody in your beam`;
  const more = count > 1 ? `, ${count - 1} more` : '';
  return `${free} · ${nearest.name} ${separationText(nearest.closest_separation_deg)}${more}`;
}

async function rowsOf(page: Page): Promise<{ aosMs: number; high: string; told: string }[]> {
  const rows = await page.locator('.pass-row').all();
  return Promise.all(
    rows.map(async (row) => ({
      aosMs: Date.parse((await row.locator('time').getAttribute('datetime')) ?? ''),
      high: ((await row.locator('.high').textContent()) ?? '').trim(),
      told: ((await row.locator('.told').textContent()) ?? '').replace(/ · cut$/, ''),
    })),
  );
}

pageTest(
  'a list names the stations that have no pass in it, and says where no condition would help',
  async (t, site) => {
    const { iss, quito } = site;
    const { page } = await site.open(`/?satellite=${iss}&place=85,0`);
    await page.locator('.passes .empty', { hasText: 'No pass in the whole week' }).waitFor();
    await page.route('**/page/passes?*', async (route) => {
      const response = await route.fetch();
      const lines = (await response.text())
        .split('\n')
        .filter((line) => !line.includes(`"ground_station_id":${quito},`));
      await route.fulfill({ response, body: lines.join('\n') });
    });
    await page.goto(`/?satellite=${iss}&span=week`);
    await page.locator('.pass-groups', { hasText: 'No such pass over Quito.' }).waitFor();
    t.is(await page.locator('.station-head h3').allTextContents().then(String), 'Berlin');
  },
);

pageTest('the list has the passes to come, with the numbers of the API', async (t, site) => {
  const { page, passes } = await openPasses(site);
  const more = page.locator('.passes .more');
  while ((await more.count()) > 0) await more.click();
  const rows = await rowsOf(page);
  const first = rows[0]?.aosMs ?? 0;
  const coming = passes.filter(({ aos }) => Date.parse(aos) >= first);
  t.true(rows.length > 10);
  t.deepEqual(
    rows,
    coming.map((pass) => ({
      aosMs: Date.parse(pass.aos),
      high: `${pass.max_elevation_deg.toFixed(0)}°`,
      told: toldOf(pass),
    })),
  );
  const before = passes.findLast(({ aos }) => Date.parse(aos) < first);
  t.true(before === undefined || Date.parse(before.los) < Date.now());
});

pageTest('passes are listed before the track has come, and the time bar stays where it is', async (t, site) => {
  const { page } = await openPasses(site);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/page/track*', async (route) => {
    await held;
    await route.continue();
  });
  const barTop = async () => (await page.locator('.time-bar').boundingBox())?.y;
  await page.reload();
  await page.locator('.pass-row').first().waitFor();
  t.is(await page.locator('.map-frame:not(.stale)').count(), 0);
  const before = await barTop();
  release();
  await page.locator('.map-frame:not(.stale)').waitFor();
  t.not(before, undefined);
  t.is(await barTop(), before);
});

pageTest('the longest clear pass comes first where that is chosen; conditions leave passes out', async (t, site) => {
  const { page, passes } = await openPasses(site);
  await page.getByLabel('Order').selectOption('longest clear first');
  const nowMs = Date.now();
  const coming = passes.filter(({ los }) => Date.parse(los) > nowMs);
  const longest = Math.max(...coming.map(({ clear_stretch: clear }) => clear?.seconds ?? 0));
  const best = coming.find(({ clear_stretch: clear }) => clear?.seconds === longest);
  await until(async () => (await rowsOf(page))[0]?.aosMs === Date.parse(best?.aos ?? ''), 'the best pass', 50);
  await page.getByLabel('Highest elevation').selectOption('above 45°');
  const high = coming.filter((pass) => pass.max_elevation_deg >= 45).length;
  await page.locator('.station-head .hint', { hasText: new RegExp(`^${high} pass`) }).waitFor();
  t.is(new URL(page.url()).searchParams.get('above'), '45');
});

pageTest('a pass shows its encounters as the API has them, and leads to the sky of one', async (t, site) => {
  const { page, passes } = await openPasses(site);
  const met = passes.find((pass) => Date.parse(pass.los) > Date.now() && pass.encounter_count > 0);
  if (!met) throw new Error('no pass to come has an encounter');
  const row = page
    .locator('.pass-row')
    .filter({ has: page.locator(`time[datetime="${new Date(Date.parse(met.aos)).toISOString()}"]`) });
  while (!(await row.isVisible())) await page.locator('.passes .more').click();
  const other = page.locator('.pass-row').first();
  await other.click();
  await row.click();
  const encounters = page.locator('.encounters tbody tr');
  await encounters.first().waitFor();
  const shown = await Promise.all(
    (await encounters.all()).map(async (one) => [
      Date.parse((await one.locator('time').first().getAttribute('datetime')) ?? ''),
      ((await one.locator('td').nth(1).textContent()) ?? '').replace(/ ±.*/, ''),
    ]),
  );
  t.deepEqual(
    shown,
    met.encounters
      .map((one) => [Date.parse(one.closest_time), separationText(one.closest_separation_deg)])
      .sort(([a = 0], [b = 0]) => Number(a) - Number(b)),
  );
  await encounters.first().getByRole('button').click();
  await page.locator('.near tbody tr').first().waitFor();
  t.is(new URL(page.url()).searchParams.get('stage'), 'sky');
  await page.goBack();
  await row.and(page.locator('[aria-current=true]')).waitFor();
  await page.goBack();
  await other.and(page.locator('[aria-current=true]')).waitFor();
});

pageTest('a plan has no two passes of one station at the same time', async (t, site) => {
  const { page } = await site.open('/account');
  const { tracked, stations } = site.service;
  await page.goto(`/?satellites=${tracked.join(',')}&stations=${stations.join(',')}&span=week`);
  await page.locator('.pass-row .conflict').first().waitFor();
  await page.getByLabel('Plan for one antenna').check();
  await page.locator('.pass-row .conflict').first().waitFor({ state: 'detached' });
  t.true((await page.locator('.pass-row').count()) > 1);
  t.is(new URL(page.url()).searchParams.get('plan'), '1');
});

pageTest('a printed list tells the satellite and the day of each pass', async (t, site) => {
  const { page } = await openPasses(site);
  await page.evaluate(`print = () => (globalThis.printed = document.querySelector('.pass-row').innerText)`);
  await page.locator('summary', { hasText: 'Export' }).click();
  await page.getByRole('button', { name: 'Print the list' }).click();
  await until(async () => Boolean(await page.evaluate('globalThis.printed')), 'the printed page');
  t.regex(String(await page.evaluate('printed')), /^\w{3} \d{1,2} \w{3} \d\d:\d\d[^]*ISS \(ZARYA\)/);
});

pageTest('passes are taken away as a calendar and as CSV', async (t, site) => {
  const { page, passes } = await openPasses(site);
  const take = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.locator('.passes').getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  await page.locator('summary', { hasText: 'Export' }).click();
  const lines = (await take('List as CSV')).trim().split('\r\n').slice(1);
  const rises = passes.filter(({ los }) => Date.parse(los) > Date.now()).map(({ aos }) => Date.parse(aos));
  t.deepEqual(lines.map((line) => Date.parse(line.split(',')[2] ?? '')).slice(-5), rises.slice(-5));
  t.is((await take('List as calendar')).match(/BEGIN:VEVENT/g)?.length, lines.length);
});

pageTest('the diameter of a dish, entered in the bar, sets the beam of its station', async (t, site) => {
  t.teardown(() => tidy(site));
  const { page } = await site.open('/account');
  const made = await page.request.post('/page/api/v1/ground_stations', {
    data: { name: 'Dished', latitude: 48, longitude: 11 },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  const { id } = (await made.json()).data;
  await page.goto(`/?satellite=${site.iss}&stations=${id}&station=${id}&span=week`);
  await page.locator('.pass-row').first().waitFor();
  const beam = page.locator('.popover.assumed summary');
  t.is(await beam.textContent(), 'Beam 5° assumed');
  await beam.click();
  await page.getByLabel('Dish of Dished, metres across').fill('3.7');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.locator('summary', { hasText: /^Beam [\d.]+° by the dish$/ }).waitFor();
  t.is((await site.ask(`/ground_stations/${id}`)).data.dish_diameter_m, 3.7);
});

pageTest('a band without a known downlink is told, and nothing is called clear', async (t, site) => {
  const { page } = await openPasses(site, '&band=W');
  await page.locator('.passes .note', { hasText: 'No downlink' }).waitFor();
  t.is(await page.locator('.pass-row .told', { hasText: /^clear|^never clear/ }).count(), 0);
});
