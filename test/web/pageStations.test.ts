import test from 'ava';
import { signIn } from '../helpers/browser.js';
import { pointer } from '../helpers/hands.js';
import { siteOf } from '../helpers/page.js';

const MANY = 500;
const SHOWN = 50;
const EMAIL = 'many@example.org';
const API = '/page/api/v1';

const contents = () => ({ members: [{ email: EMAIL, plan: 'enterprise' as const, stations: MANY }] });

const REFUSED = { error: { code: 'RATE_LIMITED', message: 'too many calls' }, meta: {} };

/** What the API has for the signed-in account: the highest intensity of each station's passes, highest first. */
const PEAKS = `(async () => {
  const data = async (path) => {
    const answer = await (await fetch('${API}' + path)).json();
    return answer.data ?? answer;
  };
  const { tracked_satellites: [{ id }] } = await data('/tracked_satellites');
  const path = '/interference/all_ground_stations?frequency_match=overlap&tracked_satellite_id=' + id;
  const { ground_stations: all } = await data(path);
  const peaks = all.map(({ passes }) => Math.max(-1, ...passes.map((pass) => pass.peak_intensity ?? -1)));
  return peaks.sort((a, b) => b - a);
})()`;

test('hundreds of stations are shown by fifty, found by name, and compared by one request, worst first', async (t) => {
  const site = await siteOf(t, contents);
  if (!site) return;
  const { page, complaints } = await site.open();
  await signIn(page, pointer, { ...site.service, email: EMAIL });
  const rows = page.locator('tbody tr');

  await page.getByRole('link', { name: 'Stations' }).click();
  await rows.first().waitFor();
  t.is(await rows.count(), SHOWN);
  await page.getByLabel('Find a station').fill('station 499');
  await page.getByRole('rowheader', { name: 'Station 499' }).waitFor();
  t.is(await rows.count(), 1);
  await page.getByLabel('Find a station').fill('');
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  t.is(await rows.count(), 2 * SHOWN);
  await page.getByRole('button', { name: 'Show all' }).click();
  t.is(await rows.count(), MANY);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Week' }).click();
  await page.getByText(`${SHOWN} of ${MANY}`).waitFor();
  await page.getByText('so far').waitFor({ state: 'detached' });
  const shown = (await page.locator('td[data-label="Worst pass"]').allTextContents()).map(Number.parseFloat);
  t.deepEqual(
    asked.filter((path) => path.endsWith('_ground_stations')),
    [`${API}/interference/all_ground_stations`],
  );
  t.true(asked.length < 10, asked.join('\n'));
  const peaks = (await page.evaluate(PEAKS)) as number[];
  t.is(peaks.length, MANY);
  t.true((peaks[0] ?? 0) > 0);
  t.deepEqual(shown, peaks.slice(0, SHOWN));
  t.deepEqual(complaints, []);

  await page.route('**/all_ground_stations?*', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '60' }, json: REFUSED }),
  );
  await page.reload();
  const told = page.getByRole('alert');
  await told.waitFor();
  t.regex((await told.textContent()) ?? '', /too many requests.*try again in 60\u00A0s/);
});
