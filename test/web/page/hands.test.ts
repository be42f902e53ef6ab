import type { Page } from 'playwright-core';
import { signIn } from '../../helpers/browser.js';
import { addStation, focused, pointer } from '../../helpers/hands.js';
import { pageTest, type Site, tidy } from '../../helpers/page.js';
import { until } from '../../helpers/until.js';

function mapPath({ iss }: Site, more = ''): string {
  return `/?satellite=${iss}&stage=flat${more}`;
}

function search(page: Page): URLSearchParams {
  return new URL(page.url()).searchParams;
}

pageTest('moving between views keeps satellite, place, time, stage and zoom', async (t, site) => {
  const { gps } = site;
  const path = `/?satellite=${gps}&place=10,20&band=L&time=2026-01-01T00:00Z&stage=flat&centre=12,21,4`;
  const { page } = await site.open(path);
  await page.locator('.stage').waitFor();
  for (const view of ['Who disturbed me?', 'Stations', 'Account', 'Sidelobe']) {
    await page.locator('header').getByRole('link', { name: view }).click();
    await page.locator('#content h1').first().waitFor({ state: 'attached' });
  }
  await page.waitForURL((url) => url.pathname + url.search === path);
  await page.getByRole('navigation').getByRole('link', { name: 'Stations' }).click();
  await page.getByRole('button', { name: 'Quito', exact: true }).click();
  await page.getByRole('link', { name: 'Its passes, over Quito' }).click();
  await page.locator('.pass h2', { hasText: 'over Quito' }).waitFor();
  t.is(search(page).get('satellite'), String(gps));
  t.is(search(page).get('stage'), 'flat');
});

pageTest('an address that names an unknown station, satellite or time gets a message, and stays', async (t, site) => {
  const path = mapPath(site, '&station=999');
  const { page } = await site.open(path);
  await page.getByRole('alert').filter({ hasText: 'no station 999' }).waitFor();
  const past = mapPath(site, '&time=2020-05-06T07:08:09Z');
  await page.goto(past);
  const alert = page.getByRole('alert').filter({ hasText: '2020-05-06 07:08:09 UTC is outside' });
  await alert.waitFor();
  // The page writes the shown instant into its address a moment later; for these addresses it must not.
  await page.waitForTimeout(600);
  t.is(search(page).get('time'), '2020-05-06T07:08:09Z');
  await alert.getByRole('link', { name: 'Who was in the beam then?' }).click();
  await page.getByRole('heading', { name: 'Who disturbed me?' }).waitFor();
  t.is(search(page).get('time'), '2020-05-06T07:08:09Z');
  await page.goto('/?satellite=abc');
  await page.locator('.note', { hasText: 'does not track a satellite “abc”' }).waitFor();
  t.true(page.url().endsWith('/?satellite=abc'));
  await page.route('**/page/ground_stations', (route) => route.fulfill({ json: { data: { ground_stations: [] } } }));
  await page.goto(mapPath(site));
  await page.locator('summary', { hasText: 'No active station' }).waitFor();
});

pageTest('a panel stays where it opens, and closes at a press elsewhere or at Escape', async (t, site) => {
  const { page } = await site.open(mapPath(site));
  const picker = page.getByRole('group', { name: 'Stations' });
  const panel = picker.locator('.popover-body');
  await picker.locator('summary').click();
  const before = await panel.boundingBox();
  await picker.getByRole('checkbox', { name: /^Quito/ }).check();
  await picker.getByRole('button', { name: 'Quito', exact: true }).waitFor();
  t.deepEqual(await panel.boundingBox(), before);
  await page.locator('.passes h2').first().click();
  await panel.waitFor({ state: 'hidden' });
  await picker.locator('summary').click();
  await panel.waitFor();
  await page.evaluate('document.activeElement.blur()');
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'hidden' });
});

pageTest('on a telephone a panel takes the width of the window, above all else', async (t, site) => {
  const { page } = await site.open(mapPath(site), { width: 390 });
  for (const [group, label] of [
    ['Satellites', 'Satellite'],
    ['Stations', 'A place in lieu of stations'],
  ] as const) {
    const picker = page.getByRole('group', { name: group });
    await picker.locator('summary').click();
    const { x, width } = (await picker.locator('.popover-body').boundingBox()) ?? { x: 0, width: 0 };
    t.deepEqual([x, width], [16, 358], group);
    await picker.getByLabel(label).first().click();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await picker.locator('.popover-body').waitFor({ state: 'hidden' });
  }
});

pageTest('a time outside the window that is typed gets the message of a link to it', async (t, site) => {
  for (const isKnown of [true, false]) {
    const { page } = await site.open('/account');
    let tell = (): void => undefined;
    const known = isKnown || new Promise<void>((resolve) => (tell = resolve));
    await page.route('**/page/track?*', async (route) => {
      await known;
      await route.continue();
    });
    await page.goto(mapPath(site));
    if (isKnown) await page.locator('.stage .told').waitFor();
    await page.locator('.time-instant summary').click();
    const field = page.getByLabel('Date and time, UTC');
    await page.locator('.time-instant input:focus').waitFor();
    await field.fill('2020-05-06T07:08:09');
    await field.press('Enter');
    tell();
    await page.getByRole('alert').filter({ hasText: '2020-05-06 07:08:09 UTC is outside' }).waitFor();
    t.is(search(page).get('time'), '2020-05-06T07:08:09Z');
  }
});

pageTest(
  'a typed time counts when its field is left, but for a pressed button; nothing moves for the field',
  async (t, site) => {
    const { page } = await site.open(mapPath(site));
    await page.locator('.stage .told').waitFor();
    const lanes = page.locator('.lanes');
    const before = await lanes.boundingBox();
    const type = async (text: string) => {
      await page.locator('.time-instant summary').click();
      await page.locator('.time-instant input:focus').waitFor();
      t.deepEqual(await lanes.boundingBox(), before);
      await page.locator('.time-instant input').fill(text);
    };
    await type('2020-05-06T07:08:09');
    await page.getByRole('button', { name: 'Now', exact: true }).click();
    await page.waitForURL((url) => (url.searchParams.get('time') ?? '') > '2021');
    t.false(await page.locator('.time-instant input').isVisible());
    await type('2020-05-06T07:08:09');
    await page.locator('.passes h2').first().click();
    await page.getByRole('alert').filter({ hasText: '2020-05-06 07:08:09 UTC is outside' }).waitFor();
  },
);

pageTest('a place is chosen by coordinates as people write them, a station by its symbol', async (t, site) => {
  const { page } = await site.open(mapPath(site, '&centre=-0.18,-78.47,8'));
  await page.locator('.stage .told').waitFor();
  const map = page.getByRole('application', { name: /Map of/ });
  const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
  await map.click({ position: { x: width / 2 + 4, y: height / 2 + 3 } });
  await page.waitForURL((url) => url.searchParams.get('station') === String(site.quito));
  await page.locator('.pass h2', { hasText: 'over Quito' }).waitFor();
  await page.locator('summary', { hasText: 'active stations' }).click();
  const field = page.getByLabel('A place in lieu of stations');
  await field.fill(`52°31.2'N 13°24.3'E`);
  await field.press('Enter');
  await page.waitForURL(/place=52.52,13.405/);
  t.is(search(page).get('station'), null);
  t.regex(search(page).get('centre') ?? '', /^52.52,13.4.*,8$/);
  await page.locator('.pass h2', { hasText: '52.52° N' }).waitFor();
});

pageTest(
  'the search finds tracked satellites however they are named, and says when there are more',
  async (t, site) => {
    const { page } = await site.open(mapPath(site));
    await page.locator('summary', { hasText: '+ Satellite' }).click();
    const box = page.getByRole('combobox', { name: 'Satellite' });
    for (const [text, name] of [
      ['zarya iss', /ISS \(ZARYA\)/],
      ['gps', /NAVSTAR|GPS/],
    ] as const) {
      await box.fill(text);
      await page.getByRole('option', { name }).first().waitFor();
    }
    await box.fill('starlink');
    await page.getByText('More satellites match').waitFor();
    await box.press('Escape');
    t.is(await box.getAttribute('aria-expanded'), 'false');
  },
);

pageTest(
  'Space plays, a double click and the wheel magnify, a pinch never does the page, and the backdrop closes',
  async (t, site) => {
    const { page } = await site.open(mapPath(site, `&station=${site.berlin}`));
    await page.locator('.pass h2').waitFor();
    const map = page.getByRole('application', { name: /Map of/ });
    await map.focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Play' }).waitFor();
    t.is(await page.evaluate('scrollY'), 0);

    const { x, y, width, height } = (await map.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.dblclick(x + 0.3 * width, y + 0.4 * height);
    await page.waitForURL(/centre=[^,]+,[^,]+,2(&|$)/);
    for (let turn = 0; turn < 5; turn++) await page.mouse.wheel(0, 300);
    await page.waitForURL(/centre=[^,]+,[^,]+,1(&|$)/);
    // The whole globe is visible, so a pinch cannot zoom out; it must not shrink the page instead.
    const isPrevented = await page.evaluate(`(() => {
    const event = new WheelEvent('wheel', { deltaY: 10, ctrlKey: true, bubbles: true, cancelable: true });
    document.querySelector('[role=application]').dispatchEvent(event);
    return event.defaultPrevented;
  })()`);
    t.true(isPrevented);

    await page.locator('summary', { hasText: '+ Satellite' }).click();
    const untrack = page.getByRole('button', { name: 'Untrack ISS (ZARYA)' });
    await untrack.click();
    await page.getByRole('dialog').waitFor();
    await page.mouse.click(5, 5);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(untrack);
  },
);

pageTest('an edit brings its form into view and focus, and the focus never falls to the body', async (t, site) => {
  const { page } = await site.open('/stations');
  await page.setViewportSize({ width: 600, height: 500 });
  const edit = page.getByRole('button', { name: 'Edit Berlin' });
  await edit.click();
  const name = page.getByLabel('Name', { exact: true });
  await focused(name);
  const box = await name.boundingBox();
  t.true(box !== null && box.y >= 0 && box.y < 500, JSON.stringify(box));
  await page.keyboard.press('Escape');
  await focused(edit);

  await page.getByRole('button', { name: 'New station' }).click();
  await addStation(page, 'Gone soon', '1', '2');
  await page.getByRole('button', { name: 'Delete Gone soon' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete station' }).click();
  await page.getByRole('row', { name: /Gone soon/ }).waitFor({ state: 'detached' });
  await until(async () => Boolean(await page.evaluate('document.activeElement !== document.body')), 'a focus');
});

pageTest('a session that ends loses no form; tabs agree on the session and the stations', async (t, site) => {
  t.teardown(() => tidy(site));
  // Signs in anew, as the test ends its session.
  const { page } = await site.open('/sign-in?next=/stations', { as: null });
  await signIn(page, pointer, site.service);
  const other = await page.context().newPage();
  await other.goto('/stations');
  await other.getByRole('row', { name: /Berlin/ }).waitFor();
  await page.getByRole('button', { name: 'New station' }).click();
  await page.context().clearCookies();
  await addStation(page, 'Kept', '5', '6');
  const again = page.getByRole('dialog', { name: 'Your session has ended' });
  await focused(again.getByLabel('Password'));
  // A browser lets no page cancel the second of two close requests in a row.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await again.getByLabel('Password').fill(site.service.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  t.is(await page.getByLabel('Name', { exact: true }).inputValue(), 'Kept');
  await page.getByRole('button', { name: 'Add station' }).click();
  await other.getByRole('row', { name: /Kept/ }).waitFor();
  await page.locator('summary[title="You and the page"]').click();
  await page.getByLabel('Colours').selectOption('dark');
  await other.locator('html[data-theme=dark]').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await other.getByRole('heading', { name: 'Sign in' }).waitFor();
});

pageTest('a path that leads nowhere is a page for people, and JSON for programs', async (t, site) => {
  const { page } = await site.open('/docs', { as: null });
  const answer = await page.goto('/mpa');
  t.is(answer?.status(), 404);
  await page.getByRole('heading', { name: 'There is nothing here' }).waitFor();
  const program = await page.request.get('/mpa', { headers: { accept: '*/*' } });
  t.is((await program.json()).error.code, 'NOT_FOUND');
  const api = await page.request.get('/api/v1/nothing', { headers: { accept: 'text/html' } });
  t.regex(api.headers()['content-type'] ?? '', /json/);
});
