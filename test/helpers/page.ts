import { setTimeout as pause } from 'node:timers/promises';
import test, { type ExecutionContext } from 'ava';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { describeSatellite } from '../../src/catalogue/describe.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { readConfig } from '../../src/config.js';
import { BASE_PATH } from '../../src/spec.js';
import { launchBrowser, PROGRAM, signIn } from './browser.js';
import { pointer } from './hands.js';
import { keptLog } from './log.js';
import { has } from './programs.js';
import { anyInstallation } from './service.js';
import { type SmallService, startSmallService } from './smallService.js';

/** Accounts beside the service's own: one with the Free plan, one that changes its password, one with many stations. */
export const FREE = 'free@example.org';
export const GRACE = 'grace@example.org';
export const MANY = { email: 'many@example.org', stations: 120 };

interface Opened {
  page: Page;
  /**
   * Complaints of the browser about the page: errors, warnings, violations of its security policy, and requests to
   * other servers.
   */
  complaints: string[];
}

interface OpenOptions {
  /** Email address of the user who is signed in, by default that of the service's own account; null for nobody. */
  as?: string | null;
  width?: number;
  /** Whether fingers operate the page, as on a telephone. */
  isTouched?: boolean;
  /** Whether the test expects complaints of the browser, so that they do not fail it. */
  isBroken?: boolean;
}

export interface Site {
  service: SmallService;
  /** Ids of the tracked satellites and of the stations of the service's own account. */
  iss: number;
  gps: number;
  berlin: number;
  quito: number;
  /** Geostationary satellites of the catalogue that transmit and that nobody tracks yet. */
  geos: Elset[];
  /** Opens a path in a browser profile of its own. */
  open: (path: string, options?: OpenOptions) => Promise<Opened>;
  /**
   * Sends a GET request to the API with the service's token, or another one. If the answer is an error, `code` is its
   * code, and reading `data` throws an Error.
   */
  // oxlint-disable-next-line typescript/no-explicit-any
  ask: (path: string, token?: string) => Promise<{ status: number; code: string | undefined; data: any }>;
}

/** Longest wait for anything on the page, in ms: a busy machine may be many times slower than an idle one. */
const PATIENCE_MS = 150_000;
/**
 * Browser's message about a refused request, which does not fail a test: a busy server may refuse some, and the page
 * repeats them.
 */
const REFUSED = /Failed to load resource/;

const closing: (() => unknown)[] = [];
let started: Promise<{ site: Omit<Site, 'open'>; browser: Browser }> | undefined;

test.after.always(async () => {
  for (const close of closing.reverse()) await close();
});

/**
 * Declares a test of the page. All tests of a process share one service and one browser, and take turns. Browser
 * profiles that a test opens are closed at its end; the test fails if the browser complained.
 */
export function pageTest(title: string, body: (t: ExecutionContext, site: Site) => Promise<void>): void {
  test.serial(title, async (t) => {
    if (!has(t, PROGRAM)) return;
    const { site, browser } = await (started ??= startSite());
    const contexts: BrowserContext[] = [];
    const all: string[] = [];
    const open: Site['open'] = async (path, options = {}) => {
      const { as = site.service.email, width = 1280, isTouched = false, isBroken = false } = options;
      const state = as === null ? undefined : await stateOf(browser, site.service, as);
      const context = await newContext(browser, site.service.url, width, state, isTouched);
      contexts.push(context);
      const opened = await openPage(context, site.service.url, isBroken ? [] : all);
      await opened.page.goto(path);
      return opened;
    };
    try {
      await body(t, { ...site, open });
      t.deepEqual(
        all.filter((one) => !REFUSED.test(one)),
        [],
      );
    } finally {
      for (const context of contexts) await context.close();
    }
  });
}

/** Removes the stations and tracked satellites that a test has added to the service's own account. */
export async function tidy({ service, ask }: Pick<Site, 'service' | 'ask'>): Promise<void> {
  for (const [what, kept] of [
    ['ground_stations', service.stations],
    ['tracked_satellites', service.tracked],
  ] as const) {
    const { data } = await ask(`/${what}`);
    for (const { id } of data[what] as { id: number }[]) {
      const headers = { authorization: `Bearer ${service.token}` };
      if (!kept.includes(id)) await fetch(`${service.url}${BASE_PATH}/${what}/${id}`, { method: 'DELETE', headers });
    }
  }
}

async function startSite() {
  const installation = await anyInstallation({ teardown: (close) => closing.push(close) });
  // All tests share an account, and ask more in a minute than a person does.
  const config = readConfig({ ...installation, RATE_LIMIT_INTERFERENCE_PER_MINUTE: '10000' });
  const service = await startSmallService(config, keptLog().log, {
    every: 40,
    members: [
      { email: FREE, plan: 'free' },
      { email: GRACE, plan: 'enterprise' },
      { ...MANY, plan: 'enterprise' },
    ],
  });
  closing.push(() => service.stop());
  const browser = await launchBrowser();
  closing.push(() => browser.close());
  const geos = service.catalogue.filter(
    ({ name, ...elements }) =>
      /^(INTELSAT|SES|EUTELSAT|GALAXY)[- ]/.test(name) && describeSatellite(name, elements).orbitalClass === 'GEO',
  );
  const ask: Site['ask'] = async (path, token = service.token) => {
    const headers = { authorization: `Bearer ${token}` };
    const endMs = performance.now() + PATIENCE_MS;
    let response = await fetch(service.url + BASE_PATH + path, { headers });
    // A busy server may refuse for now, and the page would repeat that too.
    while (response.status === 503 && performance.now() < endMs) {
      await pause(1000);
      response = await fetch(service.url + BASE_PATH + path, { headers });
    }
    const { data, error } = (await response.json()) as { data: unknown; error?: { code: string; message: string } };
    return {
      status: response.status,
      code: error?.code,
      get data() {
        if (error === undefined) return data;
        throw new Error(`GET ${path} is refused: ${response.status} ${error.code}, ${error.message}`);
      },
    };
  };
  const [iss = 0, gps = 0] = service.tracked;
  const [berlin = 0, quito = 0] = service.stations;
  return { site: { service, iss, gps, berlin, quito, geos, ask }, browser };
}

type State = Awaited<ReturnType<BrowserContext['storageState']>>;
const states = new Map<string, Promise<State>>();

/** Cookies of a signed-in user; each user signs in once for all tests. */
function stateOf(browser: Browser, service: SmallService, email: string): Promise<State> {
  const known = states.get(email);
  if (known) return known;
  const made = (async () => {
    const context = await newContext(browser, service.url, 640, undefined);
    const page = await context.newPage();
    await page.goto('/sign-in?next=/account');
    await signIn(page, pointer, { ...service, email });
    const state = await context.storageState();
    await context.close();
    return state;
  })();
  states.set(email, made);
  return made;
}

async function newContext(
  browser: Browser,
  url: string,
  width: number,
  storageState: State | undefined,
  isTouched = false,
) {
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height: 800 },
    reducedMotion: 'reduce',
    hasTouch: isTouched,
    isMobile: isTouched,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(storageState && { storageState }),
  });
  context.setDefaultTimeout(PATIENCE_MS);
  context.setDefaultNavigationTimeout(PATIENCE_MS);
  return context;
}

const TELL_POLICY = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy', violatedDirective, blockedURI));`;

async function openPage(context: BrowserContext, url: string, complaints: string[]): Promise<Opened> {
  const page = await context.newPage();
  page.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') complaints.push(`${said.type()}: ${said.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.addInitScript(TELL_POLICY);
  return { page, complaints };
}

/**
 * Begins to count a page's requests to addresses that contain a text; returns a function that tells how many there were
 * (`all`), and how many at the same time at most (`most`).
 */
export async function countRequests(page: Page, part: string): Promise<() => Promise<{ all: number; most: number }>> {
  await page.evaluate(`{
    const ask = fetch;
    const counts = (globalThis.requests = { all: 0, most: 0 });
    let underWay = 0;
    globalThis.fetch = async (path, options) => {
      if (!String(path).includes(${JSON.stringify(part)})) return ask(path, options);
      counts.all++;
      counts.most = Math.max(counts.most, ++underWay);
      try {
        return await ask(path, options);
      } finally {
        underWay--;
      }
    };
  }`);
  return () => page.evaluate('requests') as Promise<{ all: number; most: number }>;
}
