import type { Page } from 'playwright-core';
import { addStation, focused } from '../../helpers/hands.js';
import { FREE, GRACE, pageTest } from '../../helpers/page.js';

const NEW_PASSWORD = 'another horse, another staple';

async function makeToken(page: Page): Promise<string> {
  await page.getByLabel('Name of a new token').fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  return (await page.getByRole('status').locator('code').textContent()) ?? '';
}

pageTest(
  'without Enterprise the page names the plan and the operator who can change it, and all else works',
  async (t, site) => {
    const { page } = await site.open('/stations', { as: FREE });
    for (const view of ['Sidelobe', 'Who disturbed me?']) {
      await page.locator('header').getByRole('link', { name: view }).click();
      const told = page.getByRole('alert');
      await told.waitFor();
      t.regex((await told.textContent()) ?? '', /needs the Enterprise plan.*The operator of this server/, view);
      t.is(await told.getByRole('button').count(), 0, 'to try again would not help');
    }

    await page.getByRole('link', { name: 'Stations' }).click();
    await page.getByRole('button', { name: 'New station' }).click();
    await addStation(page, 'Weilheim', '47.88', '11.08');
    await page.getByRole('row', { name: /Weilheim/ }).waitFor();

    await page.getByRole('link', { name: 'Account' }).click();
    t.regex((await page.getByRole('definition').last().textContent()) ?? '', /^Free/);
    const token = await makeToken(page);
    t.is((await site.ask('/me', token)).data.email, FREE);
    const { data } = await site.ask('/tracked_satellites', token);
    const bands = `/interference/available_frequency_bands?tracked_satellite_id=${data.tracked_satellites[0].id}`;
    t.is((await site.ask(bands, token)).code, 'ENTERPRISE_REQUIRED');
    const name = page.getByLabel('Name of a new token');
    await name.fill('x'.repeat(101));
    await page.getByRole('button', { name: 'Create token' }).click();
    await page.locator('small', { hasText: 'must be text of 1 to 100 characters' }).waitFor();
    await focused(name);
    t.is(await page.getByRole('alert').count(), 0);
    await page.getByRole('button', { name: 'Revoke laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
    await page.getByText('No tokens yet').waitFor();
  },
);

pageTest(
  'a password is changed by a form that tells what is wrong, and the browser stays signed in',
  async (t, site) => {
    const { page } = await site.open('/account', { as: GRACE });
    const { password } = site.service;
    const current = page.getByLabel('Current password');
    const change = async (before: string, next: string): Promise<void> => {
      await current.fill(before);
      await page.getByLabel('New password').fill(next);
      await page.getByRole('button', { name: 'Change password' }).click();
    };
    await page.getByLabel('Show what I type').check();
    t.is(await page.getByLabel('New password').getAttribute('type'), 'text');
    await page.getByLabel('Show what I type').uncheck();
    t.is(await page.getByLabel('New password').getAttribute('type'), 'password');
    await change('wrong', NEW_PASSWORD);
    await page.getByText('is wrong').waitFor();
    const [above, beside] = [await current.boundingBox(), await page.getByLabel('New password').boundingBox()];
    t.is(above?.y, beside?.y, 'the fields stay side by side');
    await change(password, 'short');
    await page.getByText('must have 12 to 128 characters').waitFor();
    await page.getByLabel('Revoke all API tokens').check();
    await change(password, NEW_PASSWORD);
    await page.getByText('The password is changed.').waitFor();
    t.false(await page.getByLabel('Revoke all API tokens').isChecked());
    await page.reload();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
  },
);

pageTest('the menu has the zone of all times, keeps the focus, and tells a sign-out that failed', async (t, site) => {
  const { page } = await site.open('/account', { isBroken: true });
  const menu = page.locator('summary[title="You and the page"]');
  const zone = page.getByLabel('Times');
  for (const [name, told] of [
    ['local', 'local time'],
    ['UTC', 'UTC'],
  ] as const) {
    await menu.click();
    await zone.focus();
    await zone.selectOption(name);
    await page.getByRole('columnheader', { name: `Created (${told})` }).waitFor();
    await focused(menu);
  }
  await page.route('**/page/session', (route) => route.abort('connectionrefused'));
  await menu.click();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('alert').filter({ hasText: 'The server does not answer.' }).waitFor();
  t.true(page.url().endsWith('/account'));
});
