/**
 * Measures the page in a browser: first view, on a desk and on a throttled phone, steps of time, play, sliding and
 * dragging, and what is sent. Medians, in milliseconds. Over a running service, or without arguments over a demo service of
 * its own, once that has swept its window.
 *
 *     tsx scripts/measurePage.ts [URL EMAIL PASSWORD [LEO|GEO]]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readConfig } from '../src/config.js';
import { type Service, startService } from '../src/main.js';
import { launchBrowser, signIn } from '../test/helpers/browser.js';
import { pointer } from '../test/helpers/hands.js';

const REPEATS = 20;
const PLAYED_MS = 10_000;
/** Long enough that what is read ahead after a step has come. */
const SETTLED_MS = 700;
const POLL_MS = 500;
const POLL_SHOWN_MS = 50;
const MOST_WAITED_MS = 10_000;
const CLASSES = ['LEO', 'GEO'];
/** A low satellite does not stay on one side of the globe. */
const PROJECTION: Record<string, string> = { LEO: 'flat', GEO: 'globe' };
const VIEWPORT = { width: 1440, height: 900 };
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
/** Lighthouse's slow 4G, and a processor that much slower. */
const SLOW = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWDOWN = 4;
const PHONE_REPEATS = 5;
/** Time in which a view has settled, what is not needed at once included. */
const WHOLE_MS = 6000;
const DAY_EPOCHS = 1440;
const SLID_STEPS = 120;
const DRAGGED_STEPS = 60;

interface Target {
  url: string;
  classes: readonly string[];
  email: string;
  password: string;
}

/**
 * In the page: notes when a key or click came, and when the frame after new cells was painted. Cells are new where a sum
 * over their picture is another one: a picture painted again beneath a satellite that moved on does not count.
 */
const WATCH = `{
  const watch = (globalThis.watch = { pressedMs: 0, shownMs: 0, pictures: 0, shift: 0, tasks: [] });
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) watch.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
  new PerformanceObserver((list) => watch.tasks.push(...list.getEntries().map(({ duration }) => duration)))
    .observe({ type: 'longtask', buffered: true });
  for (const kind of ['keydown', 'click']) {
    addEventListener(kind, ({ timeStamp }) => Object.assign(watch, { pressedMs: timeStamp, shownMs: 0 }), true);
  }
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

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

async function askPage<T>(page: Page, path: string): Promise<T> {
  const { data, ...bare } = (await (await page.request.get(`/page/api/v1${path}`)).json()) as { data?: T };
  return data ?? (bare as T);
}

/** The first tracked satellite of each class, with the swept run of the window. */
async function satellites(page: Page, classes: readonly string[]): Promise<Map<string, number>> {
  const { tracked_satellites: tracked } = await askPage<{
    tracked_satellites: { id: number; satellite: { orbital_class: string } }[];
  }>(page, '/tracked_satellites');
  const ids = new Map<string, number>();
  for (const name of classes) {
    const found = tracked.find(({ satellite }) => satellite.orbital_class === name);
    if (!found) throw new Error(`the account tracks no ${name} satellite`);
    ids.set(name, found.id);
    const bands = `/interference/available_frequency_bands?tracked_satellite_id=${found.id}`;
    const { coverage_analysis_run_id: run } = await askPage<{ coverage_analysis_run_id: number }>(page, bands);
    const status = () => askPage<{ status: string }>(page, `/coverage_analysis_runs/${run}`);
    while ((await status()).status !== 'completed') await sleep(POLL_MS);
  }
  return ids;
}

async function shown(page: Page): Promise<number> {
  const untilMs = Date.now() + MOST_WAITED_MS;
  for (;;) {
    const ms = Number(await page.evaluate('watch.shownMs - watch.pressedMs'));
    if (ms > 0) return ms;
    if (Date.now() > untilMs) throw new Error(`no new cells within ${MOST_WAITED_MS} ms`);
    await sleep(POLL_SHOWN_MS);
  }
}

async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(WATCH);
  await page.goto(path);
  return page;
}

/** Milliseconds from a press of a key on the slider to the painted cells. */
async function stepMs(page: Page, key: string): Promise<number> {
  await page.getByRole('slider', { name: 'Minute of the window' }).focus();
  const times: number[] = [];
  for (let i = 0; i < REPEATS; i++) {
    await sleep(SETTLED_MS);
    await page.keyboard.press(key);
    times.push(await shown(page));
  }
  return median(times);
}

async function shownMinute(page: Page): Promise<number> {
  return Date.parse((await page.locator('output time').getAttribute('datetime')) ?? '') / 60_000;
}

/** Epochs gone through, and pictures of them painted, per second. */
async function play(page: Page): Promise<{ epochs: number; pictures: number }> {
  const counted = async () => ({
    epochs: await shownMinute(page),
    ...((await page.evaluate('({ pictures: watch.pictures, ms: performance.now() })')) as {
      pictures: number;
      ms: number;
    }),
  });
  await page.getByRole('button', { name: 'Play' }).click();
  const from = await counted();
  await sleep(PLAYED_MS);
  const to = await counted();
  await page.getByRole('button', { name: 'Pause' }).click();
  const seconds = (to.ms - from.ms) / 1000;
  return { epochs: (to.epochs - from.epochs) / seconds, pictures: (to.pictures - from.pictures) / seconds };
}

/** A browser that was here before is signed in, but keeps nothing of the page. */
async function firstView(browser: Browser, options: object, path: string): Promise<{ ms: number; bundleKb: number }> {
  const times: number[] = [];
  let bundleKb = 0;
  for (let i = 0; i < REPEATS; i++) {
    const context = await browser.newContext(options);
    const page = await open(context, path);
    times.push(await shown(page));
    const bytes = await page.evaluate(`[...performance.getEntriesByType('navigation'),
      ...performance.getEntriesByType('resource').filter(({ name }) => name.includes('/assets/'))]
      .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)`);
    bundleKb = Number(bytes) / 1000;
    await context.close();
  }
  return { ms: median(times), bundleKb };
}

/** First view on a phone, with nothing kept of the page. */
async function phoneView(browser: Browser, options: object, path: string): Promise<string> {
  const seen: Record<'cells' | 'paint' | 'shift' | 'blocked' | 'kilobytes' | 'requests', number>[] = [];
  for (let i = 0; i < PHONE_REPEATS; i++) {
    const context = await browser.newContext({ ...options, ...PHONE });
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', SLOW);
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    await page.addInitScript(WATCH);
    await page.goto(path, { waitUntil: 'commit' });
    const cells = await shown(page);
    await sleep(WHOLE_MS);
    const rest = await page.evaluate(`(() => {
      const sent = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? NaN,
        shift: watch.shift,
        blocked: watch.tasks.reduce((sum, duration) => sum + duration - 50, 0),
        kilobytes: sent.reduce((sum, { transferSize }) => sum + transferSize, 0) / 1000,
        requests: sent.length,
      };
    })()`);
    seen.push({ cells, ...(rest as Omit<(typeof seen)[number], 'cells'>) });
    await context.close();
  }
  const of = (key: keyof (typeof seen)[number], digits = 0) => median(seen.map((one) => one[key])).toFixed(digits);
  return (
    `phone: first cells ${of('cells')} ms, first paint ${of('paint')} ms, blocked ${of('blocked')} ms, ` +
    `layout shift ${of('shift', 3)}, ${of('kilobytes')} KB in ${of('requests')} requests`
  );
}

/** What happens while the slider is drawn over a day, and the map across the screen. */
async function slideAndDrag(page: Page): Promise<string> {
  const counted = async () =>
    (await page.evaluate(`({ pictures: watch.pictures, tasks: watch.tasks.splice(0),
      requests: performance.getEntriesByType('resource').filter(({ name }) => name.includes('/page/')).length })`)) as {
      pictures: number;
      tasks: number[];
      requests: number;
    };
  const longest = (tasks: number[]) => Math.max(0, ...tasks).toFixed(0);
  await page.evaluate('performance.clearResourceTimings()');
  const before = await counted();
  const slider = (await page.getByRole('slider', { name: 'Minute of the window' }).boundingBox()) ?? {
    x: 0,
    y: 0,
    width: 0,
    height: 0,
  };
  const dayPx = (slider.width * DAY_EPOCHS) / 10_080;
  const y = slider.y + slider.height / 2;
  await page.mouse.move(slider.x + 10, y);
  await page.mouse.down();
  for (let i = 0; i < SLID_STEPS; i++) {
    await page.mouse.move(slider.x + 10 + (dayPx * i) / SLID_STEPS, y);
    await sleep(1000 / 30);
  }
  await page.mouse.up();
  await sleep(SETTLED_MS);
  const slid = await counted();
  const map = (await page.getByRole('application').boundingBox()) ?? slider;
  const middle = { x: map.x + map.width / 2, y: map.y + map.height / 2 };
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  for (let i = 0; i < DRAGGED_STEPS; i++) {
    await page.mouse.move(middle.x + 3 * i, middle.y + Math.sin(i / 5) * 40);
    await sleep(1000 / 60);
  }
  await page.mouse.up();
  await sleep(SETTLED_MS);
  const dragged = await counted();
  return (
    `slid over a day: ${slid.pictures - before.pictures} pictures, ${slid.requests} requests, longest task ` +
    `${longest(slid.tasks)} ms; dragged: longest task ${longest(dragged.tasks)} ms`
  );
}

async function measure(browser: Browser, { url, classes, ...user }: Target): Promise<void> {
  const context = await browser.newContext({ baseURL: url, viewport: VIEWPORT });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, pointer, user);
  const ids = await satellites(page, classes);
  await page.close();
  const options = { baseURL: url, viewport: VIEWPORT, storageState: await context.storageState() };
  for (const [name, id] of ids) {
    const path = `/map?satellite=${id}&projection=${PROJECTION[name]}`;
    const say = (text: string) => process.stdout.write(`${name}: ${text}\n`);
    const { ms, bundleKb } = await firstView(browser, options, path);
    say(`first view ${ms.toFixed(0)} ms, of which ${bundleKb.toFixed(0)} KB are the page`);
    say(await phoneView(browser, options, path));
    const stepped = await open(context, path);
    await shown(stepped);
    // The window may be over, and the map at its end.
    await stepped.getByRole('slider', { name: 'Minute of the window' }).press('Home');
    say(`step of an hour, not asked for before ${(await stepMs(stepped, 'Shift+ArrowRight')).toFixed(0)} ms`);
    say(`step of a minute ${(await stepMs(stepped, 'ArrowRight')).toFixed(0)} ms`);
    await sleep(SETTLED_MS);
    const { epochs, pictures } = await play(stepped);
    say(`play ${epochs.toFixed(1)} epochs/s, ${pictures.toFixed(1)} of them painted`);
    say(await slideAndDrag(stepped));
    await stepped.close();
  }
}

async function withDemo(use: (target: Target) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'sidelobe-page-'));
  const config = readConfig({ SIDELOBE_DATA_DIR: data, PORT: '0' });
  let service: Service | undefined;
  try {
    service = await startService(config, pino({ level: 'error' }, pino.destination(2)), { demo: true });
    if (!service.demo) throw new Error('the service has no demo account');
    await use({ url: service.url, classes: CLASSES, ...service.demo });
  } finally {
    await service?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function measureIn(target: Target): Promise<void> {
  const browser = await launchBrowser();
  try {
    await measure(browser, target);
  } finally {
    await browser.close();
  }
}

const [url, email = '', password = '', only] = process.argv.slice(2);
await (url === undefined
  ? withDemo(measureIn)
  : measureIn({ url, classes: only === undefined ? CLASSES : [only], email, password }));
