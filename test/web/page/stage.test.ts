import { LOOKED_AT } from '../../../src/spec.js';
import { separationText } from '../../../src/web/data/interferer.js';
import { pageTest, type Site } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

interface Interferer {
  name: string;
  operator: string | null;
  separation_deg: number;
  overlap_hz: number;
}

/** Times at which a satellite stands highest in its passes over the first station, the highest pass first. */
async function highest(site: Site, satellite: number): Promise<{ query: string; times: string[]; asked: string }> {
  const asked = `tracked_satellite_id=${satellite}&ground_station_id=${site.berlin}`;
  const { data } = await site.ask(`/interference/encounters?${asked}&limit=1`);
  const passes = [...data.passes].sort((a, b) => b.max_elevation_deg - a.max_elevation_deg);
  const times = passes.map((pass) => `${pass.max_elevation_time.slice(0, 19)}Z`);
  return { query: `satellite=${satellite}&station=${site.berlin}`, times, asked };
}

pageTest('the sky names the nearest of the API’s interferers, and how many there are', async (t, site) => {
  const { query, times, asked } = await highest(site, site.iss);
  const [time = ''] = times;
  const { page } = await site.open(`/?${query}&time=${time}&stage=sky&match=band`);
  await page.locator('.near tbody tr').first().waitFor();
  const { data } = await site.ask(
    `/interference/interferers?${asked}&frequency_match=band&timestamp=${time}&limit=${LOOKED_AT.most}`,
  );
  const shown = await Promise.all(
    (await page.locator('.near tbody tr').all()).map(async (row) => [
      await row.getByRole('button').textContent(),
      await row.locator('td').first().textContent(),
    ]),
  );
  const nearest = (data.interferers as Interferer[]).slice(0, shown.length);
  t.deepEqual(
    shown,
    nearest.map(({ name, separation_deg: deg }) => [name, separationText(deg)]),
  );
  const told = (await page.locator('.stage .told').textContent()) ?? '';
  t.true(told.includes(data.interferers.length.toLocaleString('en')), told);
  const plot = page.getByRole('application', { name: /Sky over Berlin/ });
  await plot.focus();
  await page.keyboard.press('ArrowRight');
  const named = page.locator('.sky-named', { hasText: nearest[0]?.name ?? '' });
  await named.waitFor();
  const [text, bar] = await Promise.all([named.boundingBox(), page.locator('.time-bar').boundingBox()]);
  t.true((text?.y ?? 0) + (text?.height ?? 0) <= (bar?.y ?? 0), 'the text about the chosen satellite is out of sight');
});

pageTest('the map tells the count of the cell under the pointer, as the API has it', async (t, site) => {
  const { query, times } = await highest(site, site.iss);
  const [time = ''] = times;
  const minute = `${time.slice(0, 16)}:00Z`;
  const { page } = await site.open(
    `/?${query}&time=${minute.slice(0, 16)}Z&stage=flat&match=band&centre=52.52,13.405,4`,
  );
  const map = page.getByRole('application', { name: /Map of/ });
  await page.locator('.map-frame:not(.stale)').waitFor();
  await page.locator('.stage .told', { hasText: 'Where ISS' }).waitFor();
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
  const card = page.locator('.hover-card');
  await until(
    async () => {
      await map.hover({ position: { x: width / 2 + Math.random() * 2, y: height / 2 } });
      return /count: \d+/.test((await card.textContent().catch(() => '')) ?? '');
    },
    'a counted cell under the pointer',
    100,
  );
  const [, count] = /count: (\d+)/.exec((await card.textContent()) ?? '') ?? [];
  const point = `lat=52.52&lon=13.405&timestamp=${minute}&frequency_match=band`;
  const { data } = await site.ask(`/interference/at_point?tracked_satellite_id=${site.iss}&${point}`);
  t.is(Number(count), data.intensity);
});

pageTest(
  'the spectrum has a row for each operator that shares frequencies, and the sources of its ranges',
  async (t, site) => {
    const { query, times, asked } = await highest(site, site.gps);
    let time: string | undefined;
    let sharing: Interferer[] = [];
    // Few satellites of the small catalogue share its frequencies: looks for a pass in which one of them is up.
    while (sharing.length === 0) {
      time = times.shift();
      if (time === undefined) throw new Error('nobody shares frequencies with it at any of its highest instants');
      const { data } = await site.ask(`/interference/interferers?${asked}&timestamp=${time}&limit=${LOOKED_AT.most}`);
      sharing = (data.interferers as Interferer[]).filter(({ overlap_hz: hz }) => hz > 0);
    }
    const { page } = await site.open(`/?${query}&time=${time}&stage=spectrum`);
    const rows = page.locator('.spectrum tbody tr');
    // Up to 12 satellites have a row each; more of them share a row for each operator.
    for (const { name, operator } of sharing) {
      await rows
        .filter({ hasText: sharing.length <= 12 ? name : (operator ?? name) })
        .first()
        .waitFor();
    }
    await rows
      .filter({ hasText: /NAVSTAR.*built-in table/ })
      .first()
      .waitFor();
  },
);

pageTest(
  'where a satellite transmits nothing, the map says so; Escape leads from the sky back to the globe',
  async (t, site) => {
    const { page } = await site.open(`/?satellite=${site.iss}&band=W&stage=flat`);
    await page.locator('.stage .told', { hasText: 'No downlink of ISS (ZARYA) is known in band W' }).waitFor();
    await page.getByRole('button', { name: 'Sky', exact: true }).click();
    await page.getByRole('button', { name: 'Whole sky' }).waitFor();
    await page.getByRole('button', { name: 'Whole sky' }).press('Escape');
    await page.getByRole('application', { name: /Map of/ }).waitFor();
    t.is(new URL(page.url()).searchParams.get('stage'), null);
  },
);
