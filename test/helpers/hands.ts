import type { Locator, Page } from 'playwright-core';

/** Way to operate the page: by pointer or by keyboard. */
export interface Hand {
  name: string;
  press(target: Locator): Promise<void>;
  write(target: Locator, text: string): Promise<void>;
  /** Chooses the first option of an open list. */
  choose(option: Locator): Promise<void>;
  /** Picks another place on the map. */
  pick(map: Locator): Promise<void>;
}

export const pointer: Hand = {
  name: 'pointer',
  press: (target) => target.click(),
  write: (target, text) => target.fill(text),
  choose: (option) => option.click(),
  async pick(map) {
    const { width, height } = (await map.boundingBox()) ?? { width: 0, height: 0 };
    await map.click({ position: { x: 0.55 * width, y: 0.4 * height } });
  },
};

const MOST_STOPS = 120;

/** Presses the Tab key until the target has the focus. */
async function reach(target: Locator): Promise<void> {
  const page = target.page();
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the Tab key does not reach ${String(target)} within ${MOST_STOPS} stops`);
}

function hasFocus(target: Locator): Promise<boolean> {
  return target.evaluate((element) => element === element.ownerDocument.activeElement);
}

/** Waits until the target has the focus. */
export async function focused(target: Locator): Promise<void> {
  await target.and(target.page().locator(':focus')).waitFor();
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

export const keyboard: Hand = {
  name: 'keyboard',
  async press(target) {
    await reach(target);
    await target.page().keyboard.press('Enter');
  },
  async write(target, text) {
    await reach(target);
    await type(target.page(), text);
  },
  choose: (option) => option.page().keyboard.press('Enter'),
  async pick(map) {
    await reach(map);
    for (const key of ['ArrowRight', 'ArrowUp', 'Enter']) await map.page().keyboard.press(key);
  },
};

/** Fills the form of a station, and adds it. */
export async function addStation(page: Page, name: string, latitude: string, longitude: string): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name);
  await page.getByLabel('Latitude, degrees north').fill(latitude);
  await page.getByLabel('Longitude, degrees east').fill(longitude);
  await page.getByRole('button', { name: 'Add station' }).click();
}
