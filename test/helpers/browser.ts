import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { Hand } from './hands.js';

export const PROGRAM = 'chromium';

export async function signIn(page: Page, hand: Hand, user: { email: string; password: string }): Promise<void> {
  await hand.write(page.getByLabel('Email'), user.email);
  await hand.write(page.getByLabel('Password'), user.password);
  await hand.press(page.getByRole('button', { name: 'Sign in' }));
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
}

/**
 * Launches the Chromium of PATH, without its sandbox, which does not work for root. Throws an Error if PATH has none.
 */
export function launchBrowser(): Promise<Browser> {
  const places = (process.env['PATH'] ?? '').split(delimiter).map((directory) => join(directory, PROGRAM));
  const executablePath = places.find((place) => existsSync(place));
  if (executablePath === undefined) throw new Error(`${PROGRAM} is not on PATH: ${process.env['PATH']}`);
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}
