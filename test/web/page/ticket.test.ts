import { signIn } from '../../helpers/browser.js';
import { focused, pointer } from '../../helpers/hands.js';
import { pageTest } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

pageTest('a ticket ranks who was in the beam as the API does, and its link opens elsewhere', async (t, site) => {
  const asked = `tracked_satellite_id=${site.iss}&ground_station_id=${site.berlin}&max_separation_deg=20`;
  const { data: week } = await site.ask(`/interference/encounters?${asked}&limit=10000`);
  const met = week.passes.find(({ encounters }: { encounters: unknown[] }) => encounters.length > 0);
  const time = `${met.encounters[0].closest_time.slice(0, 16)}:00Z`;

  const { page } = await site.open('/ticket');
  const ask = page.getByRole('button', { name: 'Who was in the beam?' });
  await ask.click();
  await focused(page.getByRole('combobox', { name: 'Satellite' }));
  await page.getByRole('combobox', { name: 'Satellite' }).fill('ISS');
  await page.getByRole('option', { name: /ISS \(ZARYA\)/ }).click();
  await page.getByLabel('Received at').selectOption('Berlin');
  await page.getByLabel('Time, UTC').fill(time.slice(0, 19));
  await page.getByLabel('Beam, degrees').fill('20');
  await page.getByLabel('Width, MHz').fill('2');
  await ask.click();
  await focused(page.getByLabel('Carrier, MHz'));
  await page.getByLabel('Width, MHz').fill('');
  await ask.click();
  await page.locator('.suspects li').first().waitFor();
  const ms = Date.parse(time);
  const range = [ms - 300_000, ms + 300_000].map((at) => `${new Date(at).toISOString().slice(0, 19)}Z`);
  const { data } = await site.ask(`/interference/suspects?${asked}&start_time=${range[0]}&end_time=${range[1]}`);
  const names = data.suspects.map(({ name }: { name: string }) => name);
  t.deepEqual(await page.locator('.suspects li > strong').allTextContents(), names);
  const clock = (at: string, cut: string, beyond: string): string =>
    at.slice(11, 19) + (Date.parse(at) === Date.parse(cut) ? ` or ${beyond}` : '');
  const told = data.suspects.map(
    ({ enters, leaves }: Record<'enters' | 'leaves', string>) =>
      `in the beam ${clock(enters, data.start_time, 'before')} to ${clock(leaves, data.end_time, 'after')}`,
  );
  const shown = await page.locator('.suspects li > .hint:last-child').allTextContents();
  t.deepEqual(
    shown.map((text) => text.split(',')[0]),
    told,
  );

  await page.emulateMedia({ media: 'print' });
  t.false(await ask.isVisible(), 'paper has no buttons');
  await page.emulateMedia({ media: 'screen' });
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  const link = String(await page.evaluate('navigator.clipboard.readText()'));
  t.regex(link, /norad=25544&at=/);
  const other = await site.open(link, { as: null });
  await other.page.waitForURL(/\/sign-in\?next=/);
  await signIn(other.page, pointer, site.service);
  await other.page.locator('.suspects li').first().waitFor();
  t.deepEqual(await other.page.locator('.suspects li > strong').allTextContents(), names);
});

pageTest('a ticket about a time at which the satellite was down says so', async (t, site) => {
  const start = Date.parse(`${new Date().toISOString().slice(0, 10)}T00:30:00Z`);
  const { page } = await site.open(
    `/ticket?satellite=${site.iss}&place=-89,0&minutes=1&time=${new Date(start).toISOString().slice(0, 16)}Z`,
  );
  await page.locator('.note', { hasText: 'The satellite is below' }).waitFor();
  t.is(await page.locator('.suspects li').count(), 0);
});

pageTest('a ticket keeps the shown satellite, says what it lacks, and offers no vain second try', async (t, site) => {
  const { page } = await site.open(`/ticket?satellite=${site.gps}`, { isBroken: true });
  const box = page.getByRole('combobox', { name: 'Satellite' });
  await until(async () => (await box.inputValue()) !== '', 'the shown satellite');
  const name = await box.inputValue();
  await box.focus();
  await box.press('Enter');
  t.is(await box.inputValue(), name);
  await page.setViewportSize({ width: 390, height: 500 });
  await page.getByLabel('Received at').selectOption('Berlin');
  await page.getByRole('button', { name: 'Who was in the beam?' }).click();
  const answer = page.getByRole('heading', { name: /over Berlin/ });
  await until(async () => ((await answer.boundingBox())?.y ?? 500) < 400, 'the answer in sight', 50);
  await page.goto(`/ticket?satellite=${site.gps}&place=1,2&time=2020-01-01T00:00Z`);
  const alert = page.getByRole('alert');
  await alert.filter({ hasText: 'outside the time' }).waitFor();
  t.is(await alert.getByRole('button').count(), 0);
  await page.goto(`/ticket?satellite=${site.gps}&station=999999`);
  await page.getByLabel('Coordinates', { exact: true }).waitFor();
  await page.route('**/page/ground_stations', (route) => route.abort('connectionrefused'));
  await page.goto('/ticket');
  await alert.filter({ hasText: 'The server does not answer.' }).waitFor();
});
