import type { Locator } from 'playwright-core';
import { focused } from '../../helpers/hands.js';
import { MANY, pageTest, tidy } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

const SHOWN = 50;
const REFUSED = { error: { code: 'RATE_LIMITED', message: 'too many calls' }, meta: {} };

/** Middle of an element, in pixels of the browser's viewport. */
async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const { x, y, width, height } = (await target.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: x + width / 2, y: y + height / 2 };
}

pageTest('hundreds of stations are shown by fifty and found by name; their passes are one request', async (t, site) => {
  const { page } = await site.open('/account', { as: MANY.email });
  const rows = page.locator('tbody tr');
  await page.getByRole('link', { name: 'Stations' }).click();
  await rows.first().waitFor();
  t.is(await rows.count(), SHOWN);
  await page.getByLabel('Find a station').fill('station 119');
  await page.getByRole('rowheader', { name: 'Station 119' }).waitFor();
  t.is(await rows.count(), 1);
  await page.getByLabel('Find a station').fill('');
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  t.is(await rows.count(), 2 * SHOWN);
  await page.getByRole('button', { name: 'Show all' }).click();
  t.is(await rows.count(), MANY.stations);

  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('link', { name: 'Sidelobe' }).click();
  await page.locator('.pass-row').first().waitFor();
  await page.locator('.passes .waiting').waitFor({ state: 'detached' });
  t.is(asked.filter((path) => path === '/page/passes').length, 1);
  await page.locator('summary', { hasText: `All ${MANY.stations} active stations` }).waitFor();

  // Groups that were in sight once, and are not any more, must become narrower with the window, too.
  await page.setViewportSize({ width: 800, height: 800 });
  await page.locator('.pass-groups > :last-child').scrollIntoViewIfNeeded();
  await page.locator('.pass-groups > :first-child').scrollIntoViewIfNeeded();
  await page.setViewportSize({ width: 400, height: 800 });
  await until(() => page.evaluate('document.documentElement.scrollWidth === 400'), 'a page as wide as its window', 50);
});

pageTest('list and map choose the same station, and a click moves it while it is edited', async (t, site) => {
  const { page } = await site.open('/stations');
  const map = page.getByRole('application');
  const chosen = page.locator('tr.chosen');
  await page.getByRole('button', { name: 'Quito', exact: true }).click();
  await chosen.filter({ hasText: '-0.18, -78.47' }).waitFor();
  // The click has centred the map on the station.
  const at = await middleOf(map);
  await page.getByRole('button', { name: 'Quito', exact: true }).click();
  await chosen.waitFor({ state: 'detached' });
  await page.mouse.move(at.x, at.y);
  await page.locator('.hovered', { hasText: 'Quito' }).waitFor();
  await page.mouse.click(at.x, at.y);
  await chosen.filter({ hasText: 'Quito' }).waitFor();

  await page.route('**/ground_stations/*', (route) => route.fulfill({ status: 429, json: REFUSED }));
  const isActive = page.getByLabel('Quito is active');
  await isActive.click();
  const told = page.getByRole('alert').filter({ hasText: 'Try again in a moment.' });
  t.true(((await told.boundingBox())?.width ?? 0) > 200, 'the reason has the width of the list');
  t.true(await isActive.isChecked());
  await page.unrouteAll({ behavior: 'wait' });

  const edit = page.getByRole('button', { name: 'Edit Quito' });
  await edit.click();
  const [latitude, longitude] = [
    page.getByLabel('Latitude, degrees north'),
    page.getByLabel('Longitude, degrees east'),
  ];
  const isEast = '(document.querySelectorAll(".station-form input")[2]?.value ?? -79) > -78.4';
  await page.mouse.click(at.x + 60, at.y);
  await until(async () => Boolean(await page.evaluate(isEast)), 'the moved marker');
  t.true(Math.abs(Number(await latitude.inputValue())) < 1, 'it was moved along its parallel');
  await map.focus();
  await page.keyboard.press('Enter');
  await until(async () => Boolean(await page.evaluate(`!(${isEast})`)), 'the moved marker');
  t.is(Number(await longitude.inputValue()).toFixed(1), '-78.5', 'Enter puts it to the middle of the map');
  await page.keyboard.press('Escape');
  await focused(edit);
  t.is((await site.ask(`/ground_stations/${site.quito}`)).data.longitude, '-78.47', 'nothing was saved');
});

pageTest('a horizon mask is typed point by point, its fault is told at the field, and it is kept', async (t, site) => {
  const { page } = await site.open('/stations');
  const mask = page.getByLabel('Horizon mask');
  const latitude = page.getByLabel('Latitude, degrees north');
  const points = Array.from({ length: 12 }, (_, i) => [30 * i, i / 2]);
  const text = points.map((point) => point.join(':')).join('\n');
  const edit = (): Promise<void> => page.getByRole('button', { name: 'Edit Quito' }).click();
  const save = (): Promise<void> => page.getByRole('button', { name: 'Save' }).click();
  const saved = () => page.locator('.station-form').waitFor({ state: 'detached' });
  const kept = async () => (await site.ask(`/ground_stations/${site.quito}`)).data.horizon_mask;

  await edit();
  await mask.fill(text.replace('60:1', '20:1'));
  await save();
  await page.getByText('point 3 must be an azimuth above 30, that of the point before').waitFor();
  await focused(mask);
  t.true(await page.getByText('Hills and houses all round').isVisible(), 'the form of a mask is told all the same');
  await latitude.fill('-91,5');
  await save();
  await focused(latitude);
  t.regex(
    (await page.locator('small.wrong').first().textContent()) ?? '',
    /^must be a decimal number from -90 to 90 ?(\(|$)/,
  );
  await latitude.fill('-0,18');
  await mask.fill(text);
  await save();
  await saved();
  t.deepEqual(await kept(), points);
  t.is((await site.ask(`/ground_stations/${site.quito}`)).data.latitude, '-0.18', 'a comma is a decimal point');
  await edit();
  t.is(await mask.inputValue(), text.replaceAll('\n', '; '));
  await mask.fill(' ');
  await save();
  await saved();
  t.is(await kept(), undefined);
});

pageTest(
  'a file of stations is listed line by line; its good lines are added once, and the others stay to be mended',
  async (t, site) => {
    const { page } = await site.open('/stations');
    t.teardown(() => tidy(site));
    await page.getByRole('button', { name: 'Import…' }).click();
    const lines = page.getByLabel('Lines of the file');
    const long = `Long ${'name '.repeat(30)}`.trim();
    const csv = ['name,latitude,longitude', 'New,1.5,2', 'Far,91,0', 'Berlin,52.52,13.405', `${long},3,4`, 'Bad line'];
    const file = { name: 'stations.csv', mimeType: 'text/csv', buffer: Buffer.from(csv.join('\n')) };
    const colour = () =>
      page.evaluate(`getComputedStyle(document.querySelector('.import-form .primary')).backgroundColor`);
    const idle = await colour();
    await page.getByLabel('Choose a file…').setInputFiles(file);
    const told = async () => page.locator('.preview tbody tr').allInnerTexts();
    await page.locator('.preview tbody tr').nth(4).waitFor();
    const shown = (await told()).map((text) => text.replaceAll(/\s+/g, ' '));
    t.not(await colour(), idle, 'a button that does nothing looks so');
    t.regex(shown[0] ?? '', /^3 Far latitude is "91"; allowed: -90 to 90 not imported$/);
    t.regex(shown[1] ?? '', /^6 .*the row has 1 fields; allowed: 3.* not imported$/);
    t.regex(shown[2] ?? '', /^2 New 1.50° N, 2.00° E new$/);
    t.regex(shown[3] ?? '', /^4 Berlin .* there already$/);
    const name = page.locator('.preview .cut', { hasText: 'Long name' });
    t.is(await name.getAttribute('title'), long);
    t.true(await name.evaluate((element) => element.scrollWidth > element.clientWidth), 'it is cut');

    await page.route('**/ground_stations/batch', (route) =>
      route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, json: REFUSED }),
    );
    await page.getByRole('button', { name: 'Import 2 stations' }).click();
    await page.getByRole('alert').waitFor();
    t.is(await lines.inputValue(), csv.join('\n'), 'nothing is lost');
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByRole('button', { name: 'Import 2 stations' }).click();
    await page.getByText('2 stations added. 2 lines are not imported').waitFor();
    await page.getByText('3 there already · 2 lines with errors').waitFor();
    // The list of stations behind the dialog has the new one.
    await page.locator('.station-list button', { hasText: /^New$/ }).waitFor({ state: 'attached' });
    await lines.fill(csv.join('\n').replace('Far,91,0', 'Far,9.1,0'));
    await page.getByRole('button', { name: 'Import 1 station' }).click();
    await page.getByRole('row', { name: /Far/ }).first().waitFor();
    await page.getByText('1 station added').waitFor();
    // If the dialog is closed by mistake, its lines are still there when it opens again.
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Import…' }).click();
    t.regex(await lines.inputValue(), /Far,9.1,0/);
    const { ground_stations: all } = (await site.ask('/ground_stations')).data;
    t.is(all.length, 5);
    await lines.fill('name;latitude;longitude');
    await page.getByText(/header \(line 1\) lacks the columns name, latitude, longitude/).waitFor();
  },
);
