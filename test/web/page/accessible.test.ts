import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { pageTest, type Site } from '../../helpers/page.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Lists the violations of axe-core's rules, one text for each rule; with `colours` only of the rule for contrast. */
async function violations(page: Page, colours = false): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(axe);
  const options = { resultTypes: ['violations'], ...(colours && { runOnly: ['color-contrast'] }) };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' ')}`);
}

/**
 * Lists what is wrong with a view: violations in light mode, of contrast in dark mode (only colours differ), and texts
 * that a narrow or magnified page hides or pushes aside.
 */
async function everyLook(page: Page, view: string): Promise<string[]> {
  const wrong: string[] = [];
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const found = await untilNone(page, () => violations(page, colorScheme === 'dark'));
    wrong.push(...found.map((one) => `${view}, ${colorScheme}: ${one}`));
  }
  return [...wrong, ...(await hidden(page, view))];
}

/**
 * Script that lists texts that are cut off, and texts off the screen to which nothing scrolls; and the page's width, if
 * it is too wide.
 */
const CUT = `(() => {
  const name = (element) => element.outerHTML.slice(0, 120);
  const wide = document.documentElement.scrollWidth;
  const found = wide > innerWidth ? [wide + ' pixels wide'] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (node.textContent.trim() === '' || !element.checkVisibility() || element.closest('.hidden, .skip, option, script')) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { right, left } = range.getBoundingClientRect();
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(box);
      if (overflowX === 'auto' || overflowX === 'scroll') break;
      const edge = box.getBoundingClientRect();
      if (overflowX !== 'visible' && textOverflow !== 'ellipsis' && (right > edge.right + 1 || left < edge.left - 1))
        found.push('cut: ' + name(element));
      if (box.parentElement === document.body && right > innerWidth + 1) found.push('beside: ' + name(element));
    }
  }
  return found;
})()`;

const LOOKS = 20;
const LOOK_MS = 100;

/** Looks for faults repeatedly, as canvases and tables take some frames to settle; returns the faults that stay. */
async function untilNone(page: Page, look: () => Promise<string[]>): Promise<string[]> {
  for (let looks = 1; ; looks++) {
    const found = await look();
    if (found.length === 0 || looks === LOOKS) return found;
    await page.waitForTimeout(LOOK_MS);
  }
}

/**
 * Lists hidden texts at widths of 640, 390 and 320 pixels: 1280 pixels magnified to 200 %, a telephone, and 1280 pixels
 * magnified to 400 %, which pages must bear.
 */
async function hidden(page: Page, view: string): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of [640, 390, 320]) {
    await page.setViewportSize({ width, height: 512 });
    const found = await untilNone(page, () => page.evaluate<string[]>(CUT));
    wrong.push(...found.map((one) => `${view} at ${width}: ${one}`));
  }
  const narrow = await untilNone(page, () => violations(page));
  return [...wrong, ...narrow.map((one) => `${view}, narrow: ${one}`)];
}

/** Script that lists controls smaller than a finger needs, and fields for which telephones would magnify the page. */
const SMALL = `(() => {
  const found = [];
  for (const element of document.querySelectorAll('a[href], button, input, select, summary, textarea')) {
    if (!element.checkVisibility() || element.closest('.hidden, .skip')) continue;
    const { width, height } = (element.type === 'checkbox' && element.closest('label') || element).getBoundingClientRect();
    const isField = element.matches('textarea, input:not([type=checkbox], [type=range])');
    const isSmall = isField && parseFloat(getComputedStyle(element).fontSize) < 16;
    if (Math.min(width, height) < 23.9 || isSmall) found.push(element.outerHTML.slice(0, 120));
  }
  return found;
})()`;

pageTest(
  'on a telephone controls are as large as fingers need, and fields do not magnify the page',
  async (t, site) => {
    const { page } = await site.open('/account', { width: 390, isTouched: true });
    for (const [path, shown] of [
      ['/account', 'td'],
      ['/stations', 'td'],
      ['/ticket', '.ticket-form'],
      [`/?satellite=${site.iss}`, '.pass-row'],
    ] as const) {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      if (path.startsWith('/?')) await page.locator('summary[title="Choose satellites"]').click();
      t.deepEqual(await untilNone(page, () => page.evaluate<string[]>(SMALL)), [], path);
    }
  },
);

/** Script that describes how an element looks in forced colours, as one text to compare. */
const LOOK = `(element) => {
  const { color, backgroundColor, outline, border, fontWeight, textDecorationLine } = getComputedStyle(element);
  return [color, backgroundColor, outline, border, fontWeight, textDecorationLine].join();
}`;

/** Script that lists the focused element if no outline shows the focus. */
const OUTLINED = `(() => {
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
  return document.activeElement === document.body || (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 1)
    ? [] : [document.activeElement.outerHTML.slice(0, 120)];
})()`;
const STOPS = 24;

const REFUSED = { error: { code: 'UNAVAILABLE', message: 'the database is away' }, meta: {} };

const TODAY = new Date().toISOString().slice(0, 10);

/** Views of the page: the path of each, and a selector of an element that appears once it has loaded. */
const VIEWS: readonly [path: (ids: Partial<Site>) => string, shown: string][] = [
  [({ iss, gps, berlin }) => `/?satellites=${iss},${gps}&stations=${berlin}&span=week`, '.pass-rows li:nth-child(2)'],
  [({ gps }) => `/?satellite=${gps}&stage=flat&place=52.52,13.405&match=band`, '.stage .told'],
  [({ gps, berlin }) => `/?satellite=${gps}&station=${berlin}&stage=sky&match=band`, '.stage .told'],
  [({ gps, berlin }) => `/?satellite=${gps}&station=${berlin}&stage=spectrum`, '.stage-body svg, .stage-body .told'],
  [({ iss, berlin }) => `/ticket?satellite=${iss}&station=${berlin}&time=${TODAY}T12:00Z&minutes=60`, '.ticket-form'],
  [() => '/stations', 'tbody tr:nth-child(2)'],
  [() => '/?satellite=999999', '.note'],
];

for (const [pathOf, shown] of VIEWS) {
  const title = pathOf({}).replaceAll('undefined', 'N').replace(TODAY, 'TODAY');
  pageTest(`${title} is accessible, in light and dark, wide, narrow and magnified`, async (t, site) => {
    const { page } = await site.open(pathOf(site));
    await page.locator(shown).first().waitFor();
    t.deepEqual(await everyLook(page, title), []);
  });
}

pageTest('the sign-in, the account, its dialogs and refusals are accessible', async (t, site) => {
  const { page: out } = await site.open('/', { as: null });
  await out.getByRole('heading', { name: 'Sign in' }).waitFor();
  t.deepEqual(await everyLook(out, 'sign-in'), []);

  const { page } = await site.open('/account');
  await page.getByLabel('Name of a new token').fill('laptop');
  await page.getByRole('button', { name: 'Create token' }).click();
  const revoke = page.getByRole('button', { name: 'Revoke laptop' });
  await revoke.waitFor();
  t.deepEqual(await everyLook(page, 'account'), []);
  await revoke.click();
  await page.getByRole('dialog').waitFor();
  t.deepEqual(await everyLook(page, 'revoking'), []);

  await page.route(/\/page\/track\?/, (route) =>
    route.fulfill({ status: 503, headers: { 'Retry-After': '60' }, json: REFUSED }),
  );
  await page.goto(`/?satellite=${site.iss}`);
  await page.getByRole('alert').waitFor();
  t.regex((await page.getByRole('alert').textContent()) ?? '', /the database is away.*in 60\u00A0s/);
  t.deepEqual(await everyLook(page, 'refused'), []);
});

pageTest(
  'in the system’s colours a chosen button looks unlike the others, and the focused element has an outline',
  async (t, site) => {
    const { page } = await site.open('/account');
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
    const lookOf = async (selector: string) =>
      String(await page.evaluate(`(${LOOK})(document.querySelector(${JSON.stringify(selector)}))`));
    for (const [path, shown, pairs] of [
      [
        `/?satellite=${site.iss}&station=${site.berlin}&span=week`,
        '.pass-row[aria-current]',
        [
          ['.choice [aria-pressed=true]', '.choice [aria-pressed=false]'],
          ['.pass-row[aria-current]', '.pass-row:not([aria-current])'],
        ],
      ],
      ['/stations', 'tbody tr', [['nav [aria-current]', 'nav a:not([aria-current])']]],
    ] as const) {
      await page.goto(path);
      await page.locator(shown).first().waitFor();
      t.deepEqual(await untilNone(page, () => violations(page, true)), [], path);
      for (const [chosen, other] of pairs) t.not(await lookOf(chosen), await lookOf(other), `${path}: ${chosen}`);
      for (let stop = 0; stop < STOPS; stop++) {
        await page.keyboard.press('Tab');
        t.deepEqual(await page.evaluate(OUTLINED), [], path);
      }
    }
  },
);
