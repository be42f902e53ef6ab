import type { ExecutionContext } from 'ava';
import type { Page } from 'playwright-core';
import { keyboard } from '../../helpers/hands.js';
import { pageTest, type Site } from '../../helpers/page.js';

/** Opens the map with the week of the first satellite over Berlin. */
async function openWeek(site: Site) {
  const [satellite] = site.service.tracked;
  const [station] = site.service.stations;
  const opened = await site.open(`/map?satellite=${satellite}&station=${station}&beam=20`);
  await opened.page.locator('.strip-legend').waitFor();
  return { ...opened, asked: `tracked_satellite_id=${satellite}&ground_station_id=${station}` };
}

/** Numbers in a column of the table `.sky-list`, from the top. */
async function column(page: Page, index: number): Promise<number[]> {
  const cells = await page.locator(`.sky-list tbody tr td:nth-child(${index})`).allTextContents();
  return cells.map(Number.parseFloat);
}

async function skyAt(t: ExecutionContext, page: Page, { ask }: Site, query: string): Promise<void> {
  const { data } = await ask(`/interference/interferers?${query}&limit=1000`);
  t.true(data.count > 0, query);
  await page.getByRole('button', { name: `In view ${data.count}` }).waitFor();
  const { name, separation_deg: separationDeg } = data.interferers[0];
  const told = (await page.locator('.sky-told').textContent()) ?? '';
  t.true(told.includes(`nearest ${name} at ${separationDeg.toFixed(2)}°`), `${told} / ${name}`);
  t.is(await page.locator('.sky-list tbody th').first().textContent(), name);
}

pageTest(
  'a pass opens the sky over the station, whose lists, sentence and keys agree with the API',
  async (t, site) => {
    const { page, asked } = await openWeek(site);
    const { data: week } = await site.ask(`/interference/encounters?${asked}&max_separation_deg=20&limit=5000`);
    const told = (await page.locator('.strip-legend').textContent()) ?? '';
    t.true(told.includes(`${week.encounter_count} encounters within 20°`), told);
    t.true(week.encounter_count > 0);

    // Chooses the pass with the most encounters.
    const counts = (await page.locator('.passes td:nth-child(5)').allTextContents()).map(Number);
    const fullest = counts.indexOf(Math.max(...counts));
    const { data: passes } = await site.ask(`/interference/ground_station_timeseries?${asked}`);
    const instant = passes.passes[fullest].max_elevation_time;
    await page.locator('.passes tbody th button').nth(fullest).click();
    await page.getByRole('region', { name: 'Sky over Berlin' }).waitFor();
    t.is(new URL(page.url()).searchParams.get('shows'), 'sky');
    await page.getByRole('button', { name: 'Same band' }).click();
    await skyAt(t, page, site, `${asked}&timestamp=${instant}&frequency_match=band`);

    await page.getByRole('button', { name: 'El.', exact: true }).click();
    const elevations = await column(page, 4);
    t.deepEqual(
      elevations,
      elevations.toSorted((a, b) => b - a),
    );
    await page.getByRole('button', { name: /^Operators/ }).click();
    const operators = await column(page, 2);
    await page.getByRole('button', { name: /^In view/ }).click();
    const listed = await page.getByRole('button', { name: /^In view \d/ }).textContent();
    t.is(
      operators.reduce((sum, count) => sum + count, 0),
      Number(listed?.replace('In view ', '')),
    );

    const chart = page.getByRole('application', { name: /^Sky over Berlin/ });
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    const [, separation] = /· (\S+)° away ·/.exec((await page.locator('.sky-named').textContent()) ?? '') ?? [];
    t.is(Number(separation), Math.min(...(await column(page, 3))));
    await page.getByRole('button', { name: 'Close-up' }).click();
    await page.getByText('The zenith is up').waitFor();
  },
);

pageTest(
  'an encounter opens the sky at its closest instant, by keys alone; the address leads back to the sky',
  async (t, site) => {
    const { page, asked } = await openWeek(site);
    const { data: week } = await site.ask(`/interference/encounters?${asked}&max_separation_deg=20`);
    const pass = week.passes.find(({ encounters }: { encounters: unknown[] }) => encounters.length > 0);
    const [first] = pass.encounters;
    const [satellite, station] = [site.service.tracked[0], site.service.stations[0]];
    const time = `${pass.aos.slice(0, 16)}Z`;
    await page.goto(`/map?satellite=${satellite}&station=${station}&beam=20&shows=sky&time=${time}`);
    await keyboard.press(page.getByRole('button', { name: /^This pass/ }));
    const met = page.locator('.sky-list tbody th button').first();
    t.is(await met.textContent(), first.closest_time.slice(11, 19));
    await keyboard.press(met);
    const seconds = first.closest_time.slice(0, 19).replace('T', ' ');
    await page.locator('.sky-told time', { hasText: seconds }).waitFor();
    t.regex((await page.locator('.sky-named').textContent()) ?? '', new RegExp(`^${first.name.replace(/\W/g, '.')} ·`));
    await keyboard.press(page.getByRole('button', { name: 'Map', exact: true }));
    await page.getByRole('application', { name: /^Map of/ }).waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'Sky over Berlin' }).waitFor();
  },
);

pageTest(
  'the week ranks the passes over all stations by clear stretch, as the API does, and leads to their sky',
  async (t, site) => {
    const { page } = await openWeek(site);
    const [satellite] = site.service.tracked;
    await page.goto(`/week?satellite=${satellite}&list=clear&beam=20`);
    const query = `tracked_satellite_ids=${satellite}&max_separation_deg=20&limit=10`;
    const { data } = await site.ask(`/interference/clear_passes?${query}`);
    const rises = data.clear_passes.map(({ aos }: { aos: string }) => aos.slice(0, 19).replace('T', ' '));
    await page.getByText('passes with a clear stretch.').waitFor();
    const shown = await page.locator('td[data-label="Rises (UTC)"]').allTextContents();
    t.true(rises.length > 2);
    t.deepEqual(shown.slice(0, rises.length), rises);
    await page.getByLabel('Order').selectOption('next pass first');
    const byTime = await page.locator('td[data-label="Rises (UTC)"]').allTextContents();
    t.deepEqual(byTime, [...byTime].sort());
    t.true(byTime.length > 0);
    await page.getByLabel('Station').selectOption('Berlin');
    await page.locator('tbody th a').first().click();
    await page.getByRole('region', { name: 'Sky over Berlin' }).waitFor();
    await page.locator('.sky-told').waitFor();
  },
);

pageTest('where no downlink of the satellite is known, no pass is called clear', async (t, site) => {
  const { page } = await openWeek(site);
  await page.locator('.passes th', { hasText: 'Clear' }).waitFor();
  await page.route(/\/interference\/(encounters|clear_passes|interferers)\?/, async (route) => {
    const response = await route.fetch();
    const text = await response.text();
    await route.fulfill({ response, body: text.replaceAll('"downlink":"known"', '"downlink":"no known downlink"') });
  });
  await page.reload();
  await page.locator('.passes').waitFor();
  await page.getByText('Looking for encounters').waitFor({ state: 'detached' });
  t.is(await page.locator('.passes th', { hasText: 'Clear' }).count(), 0);
  t.is(await page.locator('.strip-legend').count(), 0);
  await page.locator('.passes tbody th button').first().click();
  await page.locator('.sky-told', { hasText: 'No downlink of it is known' }).waitFor();
  await page.goto(`/week?satellite=${site.service.tracked[0]}&list=clear`);
  await page.locator('.note', { hasText: 'No downlink' }).waitFor();
  t.is(await page.locator('tbody tr').count(), 0);
});
