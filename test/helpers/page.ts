import test, { type ExecutionContext } from 'ava';
import type { Browser, Page } from 'playwright-core';
import { describeSatellite } from '../../src/catalogue/describe.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { readCatalogue } from '../../src/catalogue/index.js';
import { readConfig } from '../../src/config.js';
import { BASE_PATH } from '../../src/spec.js';
import { launchBrowser, PROGRAM } from './browser.js';
import { keptLog } from './log.js';
import { has } from './programs.js';
import { anyInstallation } from './service.js';
import { shared } from './shared.js';
import { type Contents, type SmallService, startSmallService } from './smallService.js';
import { today } from './today.js';

interface Opened {
  page: Page;
  /** What the browser said of the page: errors, warnings, what its policy forbids, requests to elsewhere. */
  complaints: string[];
}

export interface Site {
  service: SmallService;
  /** Geostationary satellites of its catalogue that transmit and that nobody tracks yet. */
  geos: Elset[];
  /** A page of a new browser profile at the site's root. */
  open: (options?: { width?: number; dark?: boolean }) => Promise<Opened>;
  /** Asks the API with the service's token, or another; `code` is that of a refusal. */
  // oxlint-disable-next-line typescript/no-explicit-any
  ask: (path: string, token?: string) => Promise<{ status: number; code: string | undefined; data: any }>;
}

let closing: (() => unknown)[] = [];
let started: { file: string; site: Promise<Omit<Site, 'open'>> } | undefined;
let browser: Promise<Browser> | undefined;

test.after.always(async () => {
  await closeSite();
  await (await browser)?.close();
});

/** The site of a test file, which its tests share: the first one says what is in it. Undefined without Chromium, saying so. */
export async function siteOf(
  t: ExecutionContext,
  contents: () => Contents | Promise<Contents> = () => ({}),
): Promise<Site | undefined> {
  if (!has(t, PROGRAM)) return undefined;
  const [file = ''] = t.title.split(' › ');
  if (started?.file !== file) {
    await closeSite();
    started = { file, site: Promise.resolve(contents()).then(startSite) };
  }
  const site = await started.site;
  const launched = await (browser ??= launchBrowser());
  return { ...site, open: (options) => openPage(t, launched, site.service.url, options) };
}

async function closeSite(): Promise<void> {
  for (const close of closing.reverse()) await close();
  closing = [];
}

async function startSite(contents: Contents): Promise<Omit<Site, 'open'>> {
  const config = readConfig(await anyInstallation({ teardown: (close) => closing.push(close) }));
  const service = await startSmallService(config, keptLog().log, contents);
  closing.push(() => service.stop());
  const geos = service.catalogue.filter(
    ({ name, ...elements }) =>
      /^(INTELSAT|SES|EUTELSAT|GALAXY)[- ]/.test(name) && describeSatellite(name, elements).orbitalClass === 'GEO',
  );
  return {
    service,
    geos,
    ask: async (path, token = service.token) => {
      const response = await fetch(service.url + BASE_PATH + path, { headers: { authorization: `Bearer ${token}` } });
      const { data, error } = (await response.json()) as { data: unknown; error?: { code: string } };
      return { status: response.status, code: error?.code, data };
    },
  };
}

/** The real catalogue with its transmitters, taken to be of today, where the reference data is there; else, saying so, a tenth of the bundled one. */
export async function realCatalogue(t: ExecutionContext): Promise<Contents> {
  const catalogue = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  const transmitters = shared(t, 'data/transmitters/satnogs-transmitters-2026-08-08.json');
  if (catalogue === undefined || transmitters === undefined) {
    t.log('on a tenth of the bundled catalogue instead');
    return { every: 10 };
  }
  const laterUs = 1000 * ((await today()).getTime() - Date.parse('2026-07-10'));
  const { elsets } = await readCatalogue(catalogue);
  return { elsets: elsets.map((elset) => ({ ...elset, epochUs: elset.epochUs + laterUs })), every: 1, transmitters };
}

const TELL_POLICY = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  console.error('policy', violatedDirective, blockedURI));`;

async function openPage(
  t: ExecutionContext,
  launched: Browser,
  url: string,
  { width = 1440, dark = false } = {},
): Promise<Opened> {
  const context = await launched.newContext({
    baseURL: url,
    viewport: { width, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  t.teardown(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (said) => {
    if (said.type() === 'error' || said.type() === 'warning') complaints.push(`${said.type()}: ${said.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(String(error.stack)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && origin !== new URL(url).origin) complaints.push(`elsewhere: ${request.url()}`);
  });
  await page.addInitScript(TELL_POLICY);
  await page.goto('/');
  return { page, complaints };
}
