import { readFileSync } from 'node:fs';
import test from 'ava';
import {
  between,
  pixelOf,
  pixelsOfIntensity,
  quantileOf,
  rankOf,
  roundedUp,
  SCALE_COLOURS,
  scaleFor,
  scaleOfWeek,
  ticksOf,
} from '../../../src/web/colours/scale.js';
import { THEMES, type ThemeName } from '../../../src/web/colours/theme.js';
import { linearRgb, oklab } from '../oklab.js';

const NAMES: ThemeName[] = ['light', 'dark'];
type Triple = [number, number, number];

/**
 * Matrices for linear RGB (Machado, Oliveira, Fernandes 2009, severity 1): colours as seen by eyes that lack one kind
 * of cone.
 */
const EYES: Record<string, readonly [Triple, Triple, Triple]> = {
  all: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function seen(colour: string, eyes: readonly [Triple, Triple, Triple]): Triple {
  const rgb = linearRgb(colour);
  return oklab(eyes.map((row) => Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2])) as Triple);
}

function distance(a: Triple, b: Triple): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

const STEPS = 64;
const along = (theme: ThemeName, eyes: readonly [Triple, Triple, Triple]): Triple[] =>
  Array.from({ length: STEPS + 1 }, (_, i) => seen(between(SCALE_COLOURS[theme], i / STEPS), eyes));

test('more differs more from the ground in lightness, in both themes, for all eyes, in steps that look even', (t) => {
  for (const theme of NAMES) {
    const away = theme === 'light' ? -1 : 1;
    for (const [kind, eyes] of Object.entries(EYES)) {
      const colours = along(theme, eyes);
      const steps = colours.slice(1).map((colour, i) => distance(colour, colours[i] as Triple));
      t.true(
        colours.every(([lightness], i) => i === 0 || away * (lightness - (colours[i - 1]?.[0] ?? 0)) > 0),
        `${theme}, ${kind}`,
      );
      const whole = steps.reduce((sum, step) => sum + step, 0);
      t.true(whole > 0.5, `${theme}, ${kind}: ${whole}`);
      if (kind === 'all') t.true(Math.min(...steps) / Math.max(...steps) > 0.6, kind);
    }
  }
});

test('no intensity, 0 neither, looks like the sea or land of its theme, or like the alarm', (t) => {
  for (const theme of NAMES) {
    for (const [kind, eyes] of Object.entries(EYES)) {
      for (const part of ['ocean', 'land', 'alarm'] as const) {
        const other = seen(THEMES[theme][part], eyes);
        const nearest = Math.min(...along(theme, eyes).map((colour) => distance(colour, other)));
        t.true(nearest > 0.07, `${theme}, ${kind}: ${part} is ${nearest.toFixed(3)} from the scale`);
      }
    }
  }
});

test('operators differ from sea, land, the alarm, and each other', (t) => {
  for (const name of NAMES) {
    const { ocean, land, alarm, others } = THEMES[name];
    for (const [i, colour] of others.entries()) {
      const awayFrom = (other: string) => distance(oklab(linearRgb(colour)), oklab(linearRgb(other)));
      for (const ground of [ocean, land]) t.true(awayFrom(ground) > 0.2, `${name}: ${colour} on ${ground}`);
      for (const other of [alarm, ...others.slice(i + 1)])
        t.true(awayFrom(other) > 0.07, `${name}: ${colour}, ${other}`);
    }
  }
});

test('the pictures’ alarm is that of the style sheet', (t) => {
  const style = readFileSync('src/web/style/tokens.css', 'utf8');
  const alarms = [...style.matchAll(/--alarm: (#\w+);/g)].map(([, colour]) => colour);
  t.deepEqual(alarms.slice(0, 2), [THEMES.light.alarm, THEMES.dark.alarm]);
});

test('a scale begins at 0, or near the lowest of a week that stays far above it, and ends on a round number', (t) => {
  t.deepEqual(scaleFor(3, 34), { from: 0, to: 40 });
  t.deepEqual(scaleFor(131, 206), { from: 100, to: 250 });
  t.deepEqual(scaleFor(0, 0), { from: 0, to: 10 });
  t.deepEqual([0, 12, 21, 131, 1004].map(roundedUp), [10, 12, 25, 150, 1200]);
});

test('each intensity has the colour at its fraction of the scale, beyond the ends that of the end', (t) => {
  for (const theme of NAMES) {
    const pixels = pixelsOfIntensity({ from: 100, to: 200 }, theme);
    const [least = '', most = ''] = [SCALE_COLOURS[theme][0], SCALE_COLOURS[theme].at(-1)];
    t.is(pixels.length, 201);
    t.deepEqual(
      [0, 1, 100, 200].map((intensity) => pixels[intensity]),
      [least, least, least, most].map(pixelOf),
    );
    t.is(pixels[150], pixelOf(between(SCALE_COLOURS[theme], 0.5)));
  }
});

test('the legend names few round numbers and both ends', (t) => {
  t.deepEqual(ticksOf({ from: 0, to: 40 }), [0, 10, 20, 30, 40]);
  t.deepEqual(ticksOf({ from: 50, to: 200 }), [50, 100, 150, 200]);
  t.deepEqual(ticksOf({ from: 0, to: 10 }), [0, 2, 4, 6, 8, 10]);
  for (const to of [12, 15, 25, 60, 80, 120, 250, 1200]) {
    const ticks = ticksOf({ from: 0, to });
    t.true(ticks.length <= 7 && ticks[0] === 0 && ticks.at(-1) === to, String(ticks));
  }
});

test('an intensity has its rank within the week, and the week its quantiles and scale', (t) => {
  const week = [10, 0, 20, 0, 60, 10];
  t.deepEqual(
    [0, 2, 4, 5, 6].map((intensity) => rankOf(week, intensity)),
    [0.05, 0.2, 0.6, 0.95, 1],
  );
  t.deepEqual(
    [0, 0.05, 0.3, 0.5, 1].map((part) => quantileOf(week, part)),
    [0, 0, 2, 4, 5],
  );
  t.is(rankOf([], 3), undefined);
  t.is(quantileOf([], 0.5), undefined);
  t.deepEqual(scaleOfWeek(week), { from: 0, to: 10 });
  t.deepEqual(scaleOfWeek([], 70), { from: 0, to: 80 });
});
