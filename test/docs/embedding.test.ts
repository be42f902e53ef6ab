import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import test from 'ava';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { createCore } from '../../src/core/index.js';

const page = readFileSync(new URL('../../docs/embedding.md', import.meta.url), 'utf8');
const START = '2026-07-10T00:00:00Z';
const EVERY = 40;

/** The bundled catalogue, thinned out, as OMM CSV. */
const elsets = bundledCatalogue(Date.parse(START) * 1000).filter((_, k) => k % EVERY === 0);
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

/** Runs code beside the catalogue, as in a project that has the package; returns what it prints. */
async function printed(code: string): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-embedding-'));
  mkdirSync(join(directory, 'node_modules'));
  symlinkSync(fileURLToPath(new URL('../..', import.meta.url)), join(directory, 'node_modules', 'sidelobe'));
  writeFileSync(join(directory, 'example.mjs'), code);
  writeFileSync(join(directory, 'catalogue.csv'), csv);
  const { stdout } = await promisify(execFile)(process.execPath, ['example.mjs'], { cwd: directory });
  rmSync(directory, { recursive: true });
  return stdout.trim();
}

/** The first example behind a text of the page. */
function exampleBehind(text: string): string {
  return /```js\n([\s\S]*?)```/.exec(page.slice(page.indexOf(text)))?.[1] ?? '';
}

test('the example of embedding the core runs as it stands, and prints what the core computes', async (t) => {
  const code = exampleBehind('# Embedding the core');
  t.true(code.includes("from 'sidelobe/core'"));
  const stdout = await printed(code);

  const core = await createCore();
  const berlin = { latDeg: 52.52, lonDeg: 13.405 };
  const cells = core.cellsOf(64, [berlin, { latDeg: -0.18, lonDeg: -78.47 }]);
  const window = core.openWindow({ start: new Date(START), satellites: elsets.map((elements) => ({ elements })) });
  const week = window.week(
    elsets.findIndex(({ noradNumber }) => noradNumber === 25_544),
    berlin,
  );
  const nonzero = week.intensity.filter((count) => count > 0).length;
  t.true(nonzero > 50);
  t.is(stdout, `${cells[0]} ${cells[1]} ${cells[0]} ${nonzero}`);
});

test('the example of orbits goes on from there, and finds the passes of a satellite', async (t) => {
  const lines = (await printed(exampleBehind('# Embedding the core') + exampleBehind('\n## Orbits\n'))).split('\n');
  t.is(lines[1], `${180 * elsets.length} ${180 * elsets.length} ${60 * elsets.length}`);
  const passes = lines.slice(2, -1);
  t.true(passes.length >= 3 && passes.length <= 10);
  for (const pass of passes) t.regex(pass, /^2026-07-1[01]T\d\d:\d\d:\d\d\.\d{3}Z [1-9]\d{0,2} [1-8]\d\.\d$/);
  t.regex(lines.at(-1) ?? '', /^\[\s*\d+,\s*-?\d+,.*\] 0\.0\d{3}$/);
});
