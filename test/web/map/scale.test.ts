import test from 'ava';
import { between, linearRgb, oklab, pixelOf } from '../../../src/web/map/colour.js';
import { legend, pixelsOfIntensity } from '../../../src/web/map/scale.js';
import { THEMES, type ThemeName } from '../../../src/web/map/theme.js';

const NAMES: ThemeName[] = ['light', 'dark'];
type Triple = [number, number, number];

/** Machado, Oliveira, Fernandes 2009, severity 1: what linear red, green and blue look like to eyes without a cone. */
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

test('the four levels and what has none are told apart by all eyes, in both themes', (t) => {
  for (const name of NAMES) {
    const { clear, intensity } = THEMES[name];
    const colours = [clear, ...intensity];
    for (const [kind, eyes] of Object.entries(EYES)) {
      for (const [i, a] of colours.entries()) {
        for (const b of colours.slice(i + 1)) {
          // 0.02 is about what can just be seen.
          const apart = distance(seen(a, eyes), seen(b, eyes));
          t.true(apart > 0.1, `${name}, ${kind}: ${a} and ${b} are ${apart.toFixed(3)} apart`);
        }
      }
    }
  }
});

test('more is darker on light and lighter on dark, in equal order for all eyes', (t) => {
  for (const [name, sign] of [
    ['light', -1],
    ['dark', 1],
  ] as const) {
    for (const eyes of Object.values(EYES)) {
      const lightness = Array.from({ length: 65 }, (_, i) => seen(between(THEMES[name].intensity, i / 64), eyes)[0]);
      t.true(lightness.every((value, i) => i === 0 || sign * (value - (lightness[i - 1] ?? 0)) > 0));
    }
  }
});

test('a level has the same hue in both themes, and no other level has', (t) => {
  const hues = NAMES.map((name) =>
    THEMES[name].intensity.map((colour) => {
      const [, a, b] = oklab(linearRgb(colour));
      return (Math.atan2(b, a) * 180) / Math.PI;
    }),
  );
  const apart = (a: number, b: number) => Math.abs(((a - b + 540) % 360) - 180);
  for (const [level, hue] of (hues[0] ?? []).entries()) {
    const away = (hues[1] ?? []).map((other) => apart(hue, other));
    t.is(away.indexOf(Math.min(...away)), level, `${level}: ${away.map(Math.round).join(' ')} degrees`);
  }
});

test('clear cells differ from sea and land, of which nothing is known', (t) => {
  for (const name of NAMES) {
    const { clear, ocean, land } = THEMES[name];
    for (const other of [ocean, land]) t.true(distance(oklab(linearRgb(clear)), oklab(linearRgb(other))) > 0.05);
  }
});

test('risk levels begin where the specification says', (t) => {
  const pixels = pixelsOfIntensity('risk', 'light', 0);
  const [low, moderate, high, severe] = THEMES.light.intensity.map(pixelOf);
  t.deepEqual(
    [0, 1, 9, 10, 19, 20, 29, 30].map((value) => pixels[value]),
    [pixelOf(THEMES.light.clear), low, low, moderate, moderate, high, high, severe],
  );
  t.is(pixels.length, 31);
});

test('the relative scale ends at its peak', (t) => {
  const pixels = pixelsOfIntensity('relative', 'dark', 80);
  t.is(pixels.length, 81);
  t.is(pixels[0], pixelOf(THEMES.dark.clear));
  t.is(pixels[80], pixelOf(THEMES.dark.intensity[3]));
  t.is(pixelsOfIntensity('relative', 'dark', 0).length, 2);
});

test('pixels are opaque red, green, blue in the order of their bytes', (t) => {
  t.deepEqual([...new Uint8Array(Uint32Array.of(pixelOf('#123456')).buffer)], [0x12, 0x34, 0x56, 0xff]);
});

test('colours between are the given ones at their places', (t) => {
  const colours = ['#123456', '#abcdef', '#fedcba'];
  t.deepEqual(
    [-1, 0, 0.5, 1, 2].map((part) => between(colours, part)),
    ['#123456', '#123456', '#abcdef', '#fedcba', '#fedcba'],
  );
});

test('the legend names each colour with its intensities', (t) => {
  const { clear, intensity } = THEMES.light;
  t.deepEqual(legend('risk', 'light', 50), [
    { label: 'clear', range: '0', colour: clear },
    { label: 'low', range: '1 to 9', colour: intensity[0] },
    { label: 'moderate', range: '10 to 19', colour: intensity[1] },
    { label: 'high', range: '20 to 29', colour: intensity[2] },
    { label: 'severe', range: '30 and more', colour: intensity[3] },
  ]);
  const relative = (peak: number) => legend('relative', 'light', peak).map(({ label, range }) => `${label}: ${range}`);
  const levels = ['clear: 0', 'low: 1+', 'moderate: 10+', 'high: 20+', 'severe: 30+'];
  t.deepEqual(relative(80), [...levels, '50 %: 40+', '75 %: 60+', '100 %: 80+']);
  t.deepEqual(relative(20), [...levels.slice(0, 3), '75 %: 15+', '100 %: 20+']);
  const crowded = [
    'clear: 0',
    'below severe: 1+',
    'severe: 30+',
    '25 %: 50+',
    '50 %: 100+',
    '75 %: 150+',
    '100 %: 200+',
  ];
  t.deepEqual(relative(200), crowded);
  t.is(legend('relative', 'light', 80).at(-1)?.colour, intensity[3]);
  t.is(legend('relative', 'light', 0).length, 2);
});
