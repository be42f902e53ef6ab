import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { readConfig } from '../../src/config.js';
import { type Service, startService } from '../../src/main.js';
import { signIn } from '../../test/helpers/browser.js';
import { pointer } from '../../test/helpers/hands.js';

const POLL_MS = 500;
const MOST_SWEPT_MS = 600_000;
/** A low satellite does not stay on one side of the globe. */
const PROJECTION: Record<string, string> = { LEO: 'flat', GEO: 'globe' };

/** A service, and who signs in. */
export interface Target {
  url: string;
  email: string;
  password: string;
}

/** A satellite whose map is measured. */
export interface Subject {
  orbitalClass: string;
  path: string;
  /** Makes browsers that were here before: signed in, but keeping nothing of the page. */
  options: BrowserContextOptions;
}

export async function withDemo(use: (target: Target) => Promise<void>): Promise<void> {
  const data = mkdtempSync(join(tmpdir(), 'sidelobe-page-'));
  const config = readConfig({ SIDELOBE_DATA_DIR: data, PORT: '0' });
  let service: Service | undefined;
  try {
    service = await startService(config, pino({ level: 'error' }, pino.destination(2)), { demo: true });
    if (!service.demo) throw new Error('the service has no demo account');
    await use({ url: service.url, ...service.demo });
  } finally {
    await service?.stop();
    rmSync(data, { recursive: true, force: true });
  }
}

async function askPage<T>(page: Page, path: string): Promise<T> {
  const { data, ...bare } = (await (await page.request.get(`/page/api/v1${path}`)).json()) as { data?: T };
  return data ?? (bare as T);
}

/** Waits until the satellite's run of the window is swept. */
async function swept(page: Page, id: number): Promise<void> {
  const bands = `/interference/available_frequency_bands?tracked_satellite_id=${id}`;
  const { coverage_analysis_run_id: run } = await askPage<{ coverage_analysis_run_id: number }>(page, bands);
  for (const untilMs = Date.now() + MOST_SWEPT_MS; Date.now() < untilMs; await sleep(POLL_MS)) {
    const { status } = await askPage<{ status: string }>(page, `/coverage_analysis_runs/${run}`);
    if (status === 'completed') return;
  }
  throw new Error(`run ${run} is not swept within ${MOST_SWEPT_MS} ms`);
}

/** The first tracked satellite of each class, once it is swept. */
export async function openSubjects(
  browser: Browser,
  { url, ...user }: Target,
  classes: readonly string[],
): Promise<Subject[]> {
  const context = await browser.newContext({ baseURL: url });
  const page = await context.newPage();
  await page.goto('/');
  await signIn(page, pointer, user);
  const { tracked_satellites: tracked } = await askPage<{
    tracked_satellites: { id: number; satellite: { orbital_class: string } }[];
  }>(page, '/tracked_satellites');
  const options = { baseURL: url, storageState: await context.storageState() };
  const subjects: Subject[] = [];
  for (const orbitalClass of classes) {
    const found = tracked.find(({ satellite }) => satellite.orbital_class === orbitalClass);
    if (!found) throw new Error(`the account tracks no ${orbitalClass} satellite`);
    await swept(page, found.id);
    const path = `/map?satellite=${found.id}&projection=${PROJECTION[orbitalClass] ?? 'globe'}`;
    subjects.push({ orbitalClass, path, options });
  }
  await context.close();
  return subjects;
}
