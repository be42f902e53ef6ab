import test from 'ava';
import type { Page } from 'playwright-core';
import { signIn } from '../helpers/browser.js';
import { pointer } from '../helpers/hands.js';
import { siteOf } from '../helpers/page.js';

const FREE = 'free@example.org';
const GRACE = 'grace@example.org';
const NEW_PASSWORD = 'another horse, another staple';
const REFUSED = /Failed to load resource.* (401|403|422) /;

const contents = () => ({
  members: [
    { email: FREE, plan: 'free' as const },
    { email: GRACE, plan: 'enterprise' as const },
  ],
});

async function makeToken(page: Page): Promise<string> {
  await page.getByLabel('Name of a new token').fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  return (await page.getByRole('status').locator('code').textContent()) ?? '';
}

test('without Enterprise the page says what is missing and who can change it, and all else works', async (t) => {
  const site = await siteOf(t, contents);
  if (!site) return;
  const { page, complaints } = await site.open();
  await signIn(page, pointer, { ...site.service, email: FREE });
  for (const view of ['Map', 'Week']) {
    await page.getByRole('link', { name: view }).click();
    const told = page.getByRole('alert');
    await told.waitFor();
    t.regex((await told.textContent()) ?? '', /needs the Enterprise plan.*The operator of this server/, view);
    t.is(await told.getByRole('button').count(), 0, 'to try again would not help');
  }

  await page.getByRole('link', { name: 'Stations' }).click();
  await page.getByRole('button', { name: 'New station' }).click();
  for (const [label, text] of [
    ['Name', 'Weilheim'],
    ['Latitude, degrees north', '47.88'],
    ['Longitude, degrees east', '11.08'],
  ] as const) {
    await page.getByLabel(label, { exact: true }).fill(text);
  }
  await page.getByRole('button', { name: 'Add station' }).click();
  await page.getByRole('row', { name: /Weilheim/ }).waitFor();

  await page.getByRole('link', { name: 'Account' }).click();
  t.regex((await page.getByRole('definition').last().textContent()) ?? '', /^Free/);
  const token = await makeToken(page);
  t.is((await site.ask('/me', token)).data.email, FREE);
  const { data } = await site.ask('/tracked_satellites', token);
  const bands = `/interference/available_frequency_bands?tracked_satellite_id=${data.tracked_satellites[0].id}`;
  t.is((await site.ask(bands, token)).code, 'ENTERPRISE_REQUIRED');
  await page.getByRole('button', { name: 'Revoke laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke token' }).click();
  await page.getByText('No tokens yet').waitFor();
  t.deepEqual(
    complaints.filter((one) => !REFUSED.test(one)),
    [],
  );
});

test('a new password ends the other sessions, and the old one opens none', async (t) => {
  const site = await siteOf(t, contents);
  if (!site) return;
  const old = { ...site.service, email: GRACE };
  const [here, other] = [await site.open(), await site.open()];
  for (const { page } of [here, other]) {
    await signIn(page, pointer, old);
    // The map would go on asking, and find out by itself.
    await page.getByRole('link', { name: 'Account' }).click();
    await page.getByRole('heading', { name: 'Account' }).waitFor();
  }
  const { page } = here;
  const change = async (current: string, next: string): Promise<void> => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await page.getByLabel('Show what I type').check();
  t.is(await page.getByLabel('New password').getAttribute('type'), 'text');
  await page.getByLabel('Show what I type').uncheck();
  t.is(await page.getByLabel('New password').getAttribute('type'), 'password');
  await change('wrong', NEW_PASSWORD);
  await page.getByText('is wrong').waitFor();
  await change(old.password, 'short');
  await page.getByText('must have 12 to 128 characters').waitFor();
  await page.getByLabel('Revoke all API tokens').check();
  await change(old.password, NEW_PASSWORD);
  await page.getByText('The password is changed.').waitFor();
  t.false(await page.getByLabel('Revoke all API tokens').isChecked());
  await page.reload();
  await page.getByRole('heading', { name: 'Account' }).waitFor();

  await other.page.getByRole('link', { name: 'Stations' }).click();
  const again = other.page.getByRole('dialog', { name: 'Your session has ended' });
  await again.getByLabel('Password').fill(old.password);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.getByText('Wrong email or password').waitFor();
  await again.getByLabel('Password').fill(NEW_PASSWORD);
  await again.getByRole('button', { name: 'Sign in' }).click();
  await again.waitFor({ state: 'detached' });
  await other.page.getByText('No stations yet').waitFor();
  for (const { complaints } of [here, other]) {
    t.deepEqual(
      complaints.filter((one) => !REFUSED.test(one)),
      [],
    );
  }
});
