import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Page } from 'playwright-core';
import type { Subject } from './target.js';

const POLL_MS = 50;
const MOST_WAITED_MS = 20_000;
const DESK = { viewport: { width: 1440, height: 900 } };

/**
 * In the page: notes when a key or click came, when the frame after new cells was painted, and when the one was that had the
 * summary of another place. Cells are new where a sum over their picture is another one: a picture painted again beneath a
 * satellite that moved on does not count.
 */
const WATCH = `{
  const watch = (globalThis.watch = { pressedMs: 0, shownMs: 0, chartMs: 0, pictures: 0, shift: 0, tasks: [] });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) watch.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, ({ timeStamp }) => Object.assign(watch, { pressedMs: timeStamp, shownMs: 0, chartMs: 0 }), true);
  }
  const place = () => document.querySelector('.place h2')?.textContent;
  // The place is another one already when the click comes.
  addEventListener('pointerdown', ({ timeStamp }) => {
    const before = place();
    const look = () => {
      if (place() !== before && document.querySelector('.place .summary') !== null) watch.chartMs = performance.now();
      else if (performance.now() - timeStamp < ${MOST_WAITED_MS}) requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  }, true);
  const put = CanvasRenderingContext2D.prototype.putImageData;
  let sum = 0;
  CanvasRenderingContext2D.prototype.putImageData = function (image, ...rest) {
    put.call(this, image, ...rest);
    const words = new Uint32Array(image.data.buffer);
    let next = 0;
    for (let i = 0; i < words.length; i += 5) next = (31 * next + words[i]) | 0;
    if (next === sum) return;
    sum = next;
    watch.pictures++;
    requestAnimationFrame(() => (watch.shownMs ||= performance.now()));
  };
}`;

/** What has happened in the page since this was asked before; all but the tasks since it was opened. */
export interface Counted {
  pictures: number;
  /** Milliseconds of tasks of more than 50 ms since they were asked for before. */
  tasks: number[];
  /** Requests but those of the page's own files. */
  requests: number;
  ms: number;
}

export async function watchPage(page: Page): Promise<void> {
  await page.addInitScript(WATCH);
}

/** Page of a subject on a desk, in a profile of its own, with its first cells. */
export async function openWatched(browser: Browser, { options, path }: Subject): Promise<Page> {
  const page = await (await browser.newContext({ ...options, ...DESK })).newPage();
  await watchPage(page);
  await page.goto(path);
  await shown(page);
  return page;
}

export async function counted(page: Page): Promise<Counted> {
  return (await page.evaluate(`({ pictures: watch.pictures, tasks: watch.tasks.splice(0), ms: performance.now(),
    requests: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/page/')).length })`)) as Counted;
}

async function passed(page: Page, mark: 'shownMs' | 'chartMs', what: string): Promise<number> {
  for (const untilMs = Date.now() + MOST_WAITED_MS; Date.now() < untilMs; await sleep(POLL_MS)) {
    const ms = Number(await page.evaluate(`watch.${mark} - watch.pressedMs`));
    if (ms > 0) return ms;
  }
  throw new Error(`no ${what} within ${MOST_WAITED_MS} ms`);
}

/** Milliseconds from the last key or click, or from the start, to new cells. */
export async function shown(page: Page): Promise<number> {
  return passed(page, 'shownMs', 'new cells');
}

/** Milliseconds from the last click to the chart of another place. */
export async function charted(page: Page): Promise<number> {
  return passed(page, 'chartMs', 'chart of another place');
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** Text of long tasks: how many, and the longest. */
export function tasksText(tasks: readonly number[]): string {
  return `${tasks.length} long tasks${tasks.length > 0 ? `, the longest ${Math.max(...tasks).toFixed(0)} ms` : ''}`;
}
