/** Bundles the page's sources into dist/web: index.html, and assets whose names change with their content. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { licencesOf } from './licences.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const SOURCES = pathOf('../../src/web');
const OUTPUT = pathOf('../../dist/web');

const options = {
  entryPoints: { page: `${SOURCES}/main.tsx`, style: `${SOURCES}/style/index.css` },
  outdir: `${OUTPUT}/assets`,
  entryNames: '[name]-[hash]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
} as const satisfies BuildOptions;

process.chdir(pathOf('../..'));
const { metafile: first } = await build({ ...options, write: false });
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
const { metafile } = await build({ ...options, banner: { js: licencesOf(Object.keys(first.inputs)) } });

const assets = Object.keys(metafile.outputs).map((output) => output.replace(/^dist\/web\//, '/'));
const assetOf = (pattern: RegExp) => {
  const asset = assets.find((candidate) => pattern.test(candidate));
  if (asset === undefined) throw new Error(`the bundle has no ${pattern}: ${assets.join(', ')}`);
  return asset;
};
const html = readFileSync(`${SOURCES}/index.html`, 'utf8')
  .replace('%SCRIPT%', assetOf(/\/page-\w+\.js$/))
  .replace('%STYLE%', assetOf(/\/style-\w+\.css$/));
writeFileSync(`${OUTPUT}/index.html`, html);
