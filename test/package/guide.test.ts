import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';
import test from 'ava';
import { build } from 'esbuild';
import { bandBit, parseCatalogue, windowSatellites, type DatedElset } from '../../src/catalogue/index.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { createCore, propagationError } from '../../src/core/index.js';
import { launchBrowser, PROGRAM } from '../helpers/browser.js';
import { has } from '../helpers/programs.js';
import { project } from './project.js';

const guide = readFileSync('docs/core/guide.md', 'utf8');
const START = new Date('2026-07-10T00:00:00Z');
const EVERY = 40;
const WIDTH = 720;

/** Every 40th element set of the bundled catalogue; `csv` has the same sets as OMM CSV. */
const elsets = bundledCatalogue(START.getTime() * 1000).filter((_, k) => k % EVERY === 0);
const csv = [
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,NORAD_CAT_ID,BSTAR',
  ...elsets.map((row) =>
    [
      row.name,
      row.objectId,
      new Date(row.epochUs / 1000).toISOString().slice(0, -1),
      row.meanMotionRevPerDay,
      row.eccentricity,
      row.inclinationDeg,
      row.raanDeg,
      row.argPerigeeDeg,
      row.meanAnomalyDeg,
      row.noradNumber,
      row.bstar,
    ].join(','),
  ),
].join('\n');

/** Code of the first example in a section of the guide that contains `holding`. */
function example(heading: string, holding = ''): string {
  const section =
    guide
      .slice(guide.indexOf(`\n## ${heading}\n`))
      .slice(1)
      .split(/\n## /)[0] ?? '';
  const found = [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code = '']) => code);
  const code = found.find((one) => one.includes(holding));
  if (code === undefined) throw new Error(`the guide has no example of ${heading} with ${holding}`);
  return code;
}

const DRAWN = "A minute's interference, drawn";
const core = await createCore();
const lines = async (heading: string): Promise<string[]> => {
  const file = `${heading.replaceAll(' ', '-')}.mjs`;
  project.write(file, example(heading));
  return (await project.node(file)).split('\n');
};
project.write('catalogue.csv', csv);
project.write('map.mjs', example(DRAWN, 'drawMinute(core, width'));
project.write('png.mjs', example(DRAWN, 'deflateSync'));
project.write('canvas.mjs', example(DRAWN, 'putImageData'));

test('cells of a list of places', async (t) => {
  const cells = core.healpix(64).lonLat2pix([13.405, 52.52, -78.47, -0.18, 0, -90]);
  const found = await lines('Cells of a list of places');
  t.deepEqual(
    found.map((line) => Number(/^(?:Berlin|Quito|South Pole) (\d+) /.exec(line)?.[1])),
    [...cells],
  );
  t.is(found[1], `Quito ${cells[1]} 281.953 E 0.000 N`);
});

test('passes of a satellite', async (t) => {
  const omm = /`(\[\{[\s\S]*?\}\])`/.exec(example('Passes of a satellite'))?.[1] ?? '';
  const read = parseCatalogue(new TextEncoder().encode(omm), 'guide').elsets;
  const fromUs = START.getTime() * 1000;
  const passes = core.orbits(read).passes({ latDeg: 52.52, lonDeg: 13.405, heightKm: 0.04 }, fromUs, fromUs + 86_400e6);
  t.true(passes.length > 3);
  t.deepEqual(
    await lines('Passes of a satellite'),
    passes.map(
      ({ aosUs, losUs, maxElevationDeg }) =>
        `${new Date(aosUs / 1000).toISOString()}, ${Math.round((losUs - aosUs) / 1e6)} s, ${maxElevationDeg.toFixed(1)} degrees high`,
    ),
  );
});

/** Pixels of an 8-bit RGBA PNG whose rows have no filter. */
function pixelsOf(png: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  const rows = inflateSync(Buffer.concat(parts));
  const rowBytes = 1 + 4 * WIDTH;
  return Buffer.concat(
    Array.from({ length: rows.length / rowBytes }, (_, y) => rows.subarray(rowBytes * y + 1, rowBytes * (y + 1))),
  );
}

test('the example draws a minute to PNG in Node, and the same pixels on a canvas in Chromium', async (t) => {
  t.is(await project.node('png.mjs'), '');
  const png = readFileSync(join(project.directory, 'map.png'));
  t.is(png.readUInt32BE(16), WIDTH);
  const pixels = pixelsOf(png);
  t.is(pixels.length, 2 * WIDTH * WIDTH);
  const { ELSETS, TRACKED } = (await import(join(project.directory, 'map.mjs'))) as {
    ELSETS: DatedElset[];
    TRACKED: number;
  };
  const { satellites } = windowSatellites(ELSETS, { start: START });
  const window = core.openWindow({ start: START, epochCount: 1, satellites });
  const satellite = satellites.findIndex(({ noradNumber }) => noradNumber === TRACKED);
  const seen = { low: 0, high: 0, none: 0 };
  for (let i = 0; i < WIDTH * (WIDTH / 2); i += 6_007) {
    const lonDeg = (360 * ((i % WIDTH) + 0.5)) / WIDTH - 180;
    const latDeg = 90 - (360 * (Math.floor(i / WIDTH) + 0.5)) / WIDTH;
    const [count = 0] = window.week(satellite, { latDeg, lonDeg }, bandBit('Ku')).intensity;
    const [red = 0] = pixels.subarray(4 * i);
    t.is(red > 16, count > 0);
    if (count === 0) seen.none += 1;
    else if (red > 170) seen.high += 1;
    else seen.low += 1;
  }
  t.true(seen.none > 10 && seen.low > 3 && seen.high > 0, JSON.stringify(seen));
  const kept = pixelsOf(readFileSync('docs/core/map.png'));
  t.is(Buffer.compare(kept, pixels), 0, 'docs/core/map.png is what the example draws');

  if (!has(t, PROGRAM)) return;
  const outfile = join(project.directory, 'canvas.js');
  const entryPoints = [join(project.directory, 'canvas.mjs')];
  const [browser] = await Promise.all([launchBrowser(), build({ entryPoints, outfile, bundle: true, format: 'esm' })]);
  t.teardown(() => browser.close());
  const page = await browser.newPage();
  await page.setContent('<canvas width="1"></canvas>');
  await page.addScriptTag({ path: outfile, type: 'module' });
  await page.waitForFunction(`document.querySelector('canvas').width === ${WIDTH}`);
  const drawn = await page.evaluate<number[]>(
    `Array.from(document.querySelector('canvas').getContext('2d').getImageData(0, 0, ${WIDTH}, ${WIDTH / 2}).data)`,
  );
  t.is(Buffer.compare(Buffer.from(drawn), pixels), 0);
});

test('windows, places and maps', async (t) => {
  const [told, week, maps, ...more] = await lines('Windows, places and maps');
  const { satellites } = windowSatellites(elsets, { start: START });
  const iss = satellites.findIndex(({ noradNumber }) => noradNumber === 25_544);
  t.is(
    told,
    `${satellites.length} satellites, 0 left out, ${satellites.filter(({ bands }) => bands === 0).length} silent`,
  );
  const window = core.openWindow({ start: START, satellites });
  const { ipix, covered, intensity } = window.week(iss, { latDeg: 52.52, lonDeg: 13.405 });
  const nonzero = intensity.filter((count) => count > 0).length;
  t.true(nonzero > 50);
  t.is(week, `${ipix} ${covered.filter(Boolean).length} ${nonzero}`);
  t.true(maps?.startsWith(`49152 ${2 * window.groups.length} `));
  t.deepEqual(more, []);
});

test('grids', async (t) => {
  const [found = ''] = (await lines('HEALPix')).join(' ').split('\n');
  t.regex(found, /^2961 Int32Array\(2\) \[ 2961, 30314 \] \d+ \d+ Int32Array\(8\) .* Float64Array\(8\) /);
});

test('orbits', async (t) => {
  const found = await lines('Orbits');
  t.is(found[0], `${180 * elsets.length} ${180 * elsets.length} ${60 * elsets.length}`);
  const passes = found.slice(1, -1);
  t.true(passes.length >= 3 && passes.length <= 10);
  for (const pass of passes) t.regex(pass, /^2026-07-1[01]T\d\d:\d\d:\d\d\.\d{3}Z [1-9]\d{0,2} [1-8]\d\.\d$/);
  t.regex(found.at(-1) ?? '', /^\[\s*\d+,\s*-?\d+,.*\] \d{3}$/);
});

test('threads that share a memory', async (t) => {
  const count = 1_000_000;
  const pointOf = (i: number): [number, number] => [i / 1000, 180 * (i / count) - 90];
  const grid = core.healpix(1024);
  const [first, last] = [grid.lonLat2pix(...pointOf(0)), grid.lonLat2pix(...pointOf(count - 1))];
  t.deepEqual(await lines('Memory and threads'), [`${first} ${last}`]);
});

test('every status that the guide explains is told in its words, and it explains all that there are', (t) => {
  const rows = [...guide.matchAll(/^\| +(\d) \| ([^|]+?) +\|/gm)].map(([, status, means]) => [Number(status), means]);
  t.deepEqual(
    rows,
    Array.from({ length: 9 }, (_, i) => [i, propagationError(i)]),
  );
  t.regex(propagationError(9), /unknown/);
});
