import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright-core';
import { pageTest, type Site } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

const DAY_MS = 86_400_000;

/** Opens the week of the first satellite at the first station. */
async function openPlace(site: Site, more = '&beam=10') {
  const [satellite] = site.service.tracked;
  const [station] = site.service.stations;
  const opened = await site.open(`/place?satellite=${satellite}&station=${station}${more}`);
  await opened.page.locator('.passes th', { hasText: 'Rank' }).waitFor();
  const asked = `tracked_satellite_id=${satellite}&ground_station_id=${station}`;
  return { ...opened, asked, search: (): URLSearchParams => new URL(opened.page.url()).searchParams };
}

const grid = (page: Page) => page.getByRole('slider', { name: 'Others in view over the week at Berlin' });

/** Time of an instant in whole seconds, as only some answers have fractions. */
function secondOf(instant: string): number {
  return Math.round(Date.parse(instant) / 1000);
}

async function risesAt(time: Locator): Promise<number> {
  return secondOf((await time.getAttribute('datetime')) ?? '');
}

pageTest(
  'the week at a place opens at the next pass; its passes are ranked by clear seconds, as the API has them',
  async (t, site) => {
    const { page, asked, search } = await openPlace(site);
    const { data } = await site.ask(`/interference/encounters?${asked}&max_separation_deg=10`);
    const shown = Date.parse((await page.locator('.place .now time').getAttribute('datetime')) ?? '');
    const next = data.passes.find(({ los }: { los: string }) => Date.parse(los) > shown) ?? data.passes.at(-1);
    const marked = page.locator('.passes tr[aria-current] th time');
    t.is(await risesAt(marked), secondOf(next.aos));
    // The list has scrolled to the pass.
    await page.waitForFunction(`(() => {
      const list = document.querySelector('.passes').getBoundingClientRect();
      const row = document.querySelector('.passes tr[aria-current]').getBoundingClientRect();
      return row.top >= list.top && row.bottom <= list.bottom;
    })()`);

    const head = page.locator('.passes').getByRole('button', { name: 'Clear' });
    await head.click();
    const clear = data.passes.map(
      (pass: { clear_stretch: { seconds: number } | null }) => pass.clear_stretch?.seconds ?? 0,
    );
    const best = data.passes[clear.indexOf(Math.max(...clear))].aos;
    t.is(await risesAt(page.locator('.passes tbody th time').first()), secondOf(best));
    t.is(await page.locator('.passes tbody tr').first().locator('td').last().textContent(), '1');

    // Chooses the first pass of the list, the best one; the close-up and the address show it.
    await page.locator('.passes tbody th button').first().click();
    await page.locator('.close-up h3 time').first().waitFor();
    t.is(await risesAt(page.locator('.close-up h3 time').first()), secondOf(best));
    await page.locator('.close-up').getByRole('button', { name: 'Day' }).click();
    t.is(search().get('zoom'), 'day');
    await page.waitForURL(/time=/);
    await page.reload();
    await page.locator('.close-up button[aria-pressed="true"]', { hasText: 'Day' }).waitFor();
  },
);

pageTest('the crosshair tells count and elevation; keys go by minute, day and pass', async (t, site) => {
  const { page, asked } = await openPlace(site);
  const { data } = await site.ask(`/interference/ground_station_timeseries?${asked}&frequency_match=overlap`);
  const [pass] = data.passes;
  const highest = pass.max_elevation_time.slice(0, 16);
  const address = new URL(page.url());
  address.searchParams.set('time', `${highest}Z`);
  await page.goto(address.href);
  await page.locator('.readout').waitFor();
  const chart = page.locator('.chart-body');
  const { width, height } = (await chart.boundingBox()) ?? { width: 0, height: 0 };
  await chart.hover({ position: { x: width / 2, y: height / 2 } });
  const told = await page.locator('.readout').innerText();
  const [, minute = ''] = /(\d{4}-\d\d-\d\d \d\d:\d\d):\d\d/.exec(told) ?? [];
  const counted = data.timeseries.find(({ timestamp }: { timestamp: string }) =>
    timestamp.startsWith(minute.replace(' ', 'T')),
  );
  t.regex(told, counted.intensity === 0 ? /clear/ : new RegExp(`\\b${counted.intensity} others?`));
  const [, elevation = ''] = /(-?[\d.]+)°/.exec(told) ?? [];
  t.true(Number(elevation) <= pass.max_elevation_deg + 0.1 && Number(elevation) > 5, told);

  const shown = async () => Date.parse((await page.locator('.place .now time').getAttribute('datetime')) ?? '');
  const follows = (ms: number) => until(async () => (await shown()) === ms, new Date(ms).toISOString(), 50);
  await grid(page).focus();
  const from = await shown();
  await page.keyboard.press('ArrowDown');
  await follows(from + DAY_MS);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await follows(from + 60_000);
  await page.keyboard.press('n');
  await follows(Date.parse(`${data.passes[1].max_elevation_time.slice(0, 16)}Z`));
});

pageTest('passes are taken away as a calendar, and passes, encounters and minutes as CSV', async (t, site) => {
  const { page, asked } = await openPlace(site);
  const { data } = await site.ask(`/interference/encounters?${asked}&max_separation_deg=10`);
  const take = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
    ]);
    return readFileSync(await download.path(), 'utf8');
  };
  const lines = async (name: string) => (await take(name)).trim().split('\r\n').slice(1);
  await page.getByRole('button', { name: 'Download' }).click();
  const passes = await lines('Passes');
  t.deepEqual(
    passes.map((line) => secondOf(line.split(',')[0] ?? '')),
    data.passes.map(({ aos }: { aos: string }) => secondOf(aos)),
  );
  const told = data.passes.reduce((sum: number, pass: { encounters: unknown[] }) => sum + pass.encounters.length, 0);
  t.is((await lines('Encounters')).length, told);
  t.is((await lines('Minutes')).length, 10_080);
  t.is((await take('Calendar')).match(/^BEGIN:VEVENT\r$/gm)?.length, data.passes.length);
});
