import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from 'playwright-core';
import { charted, counted, median, shown, tasksText } from './watch.js';

const REPEATS = 10;
const PLAYED_MS = 10_000;
/** Long enough that what is read ahead after a step has come. */
const SETTLED_MS = 700;
const DAY_EPOCHS = 1440;
const WEEK_EPOCHS = 10_080;
const SLID_STEPS = 120;
const DRAGGED_STEPS = 60;
/** Golden ratio: parts of its multiples are evenly spread, and near none before. */
const GOLDEN = 0.618_034;

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const slider = (page: Page): Locator => page.getByRole('slider', { name: 'Minute of the window' });

async function boxOf(target: Locator): Promise<Box> {
  const box = await target.boundingBox();
  if (!box) throw new Error(`${target.toString()} is not shown`);
  return box;
}

/** Time from a press of a key on the slider to the painted cells. */
export async function step(page: Page, far: string, key: string): Promise<string> {
  await slider(page).focus();
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    await sleep(SETTLED_MS);
    await page.keyboard.press(key);
    times.push(await shown(page));
  }
  return `step of ${far}: ${median(times).toFixed(0)} ms`;
}

async function shownMinute(page: Page): Promise<number> {
  return Date.parse((await page.locator('output time').getAttribute('datetime')) ?? '') / 60_000;
}

/** Epochs gone through while playing, and pictures of them painted, per second. */
export async function played(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Play' }).click();
  const [fromMinute, from] = [await shownMinute(page), await counted(page)];
  await sleep(PLAYED_MS);
  const [toMinute, to] = [await shownMinute(page), await counted(page)];
  await page.getByRole('button', { name: 'Pause' }).click();
  const rate = (count: number) => (count / ((to.ms - from.ms) / 1000)).toFixed(1);
  return `play: ${rate(toMinute - fromMinute)} epochs/s, ${rate(to.pictures - from.pictures)} painted/s, ${tasksText(to.tasks)}`;
}

/** Moves the mouse with its button held, from a point on, `times` a second. */
async function pull(page: Page, at: (step: number) => [x: number, y: number], steps: number, times: number) {
  await page.mouse.move(...at(0));
  await page.mouse.down();
  for (let i = 1; i <= steps; i++) {
    await page.mouse.move(...at(i));
    await sleep(1000 / times);
  }
  await page.mouse.up();
  await sleep(SETTLED_MS);
}

/** What happens while the slider is drawn over a day. */
export async function slide(page: Page): Promise<string> {
  await page.evaluate('performance.clearResourceTimings()');
  const from = await counted(page);
  const { x, y, width, height } = await boxOf(slider(page));
  const dayPx = (width * DAY_EPOCHS) / WEEK_EPOCHS;
  await pull(page, (i) => [x + 10 + (dayPx * i) / SLID_STEPS, y + height / 2], SLID_STEPS, 30);
  const { pictures, requests, tasks } = await counted(page);
  return `slid over a day: ${pictures - from.pictures} pictures, ${requests} requests, ${tasksText(tasks)}`;
}

/** What happens while the map is drawn across the screen. */
export async function drag(page: Page): Promise<string> {
  await counted(page);
  const { x, y, width, height } = await boxOf(page.getByRole('application'));
  await pull(page, (i) => [x + width / 2 + 3 * i, y + height / 2 + Math.sin(i / 5) * 40], DRAGGED_STEPS, 60);
  return `map dragged: ${tasksText((await counted(page)).tasks)}`;
}

/** Time from a click on the map to the chart of the week there. */
export async function clickToChart(page: Page): Promise<string> {
  const times: number[] = [];
  for (let i = 1; i <= REPEATS; i++) {
    const { x, y, width, height } = await boxOf(page.getByRole('application'));
    await page.mouse.click(x + width * (0.35 + 0.3 * ((i * GOLDEN) % 1)), y + height * (0.4 + (0.2 * i) / REPEATS));
    times.push(await charted(page));
    await sleep(SETTLED_MS);
  }
  return `click to chart: p50 ${median(times).toFixed(0)} ms, slowest ${Math.max(...times).toFixed(0)} ms`;
}
