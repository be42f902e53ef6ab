/** Bundles the page's sources into dist/web: index.html, and assets whose names change with their content. */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { licencesOf } from './licences.js';
import { cities, countries, WORLD_PACKAGES } from './world.js';

const pathOf = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const SOURCES = pathOf('../../src/web');
const OUTPUT = pathOf('../../dist/web');
/** Extensions of files that also get a brotli-compressed copy, as it is much smaller. */
const COMPRESSED = new Set(['.js', '.css', '.json']);
const SMALLEST = constants.BROTLI_MAX_QUALITY;

process.chdir(pathOf('../..'));
rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(`${OUTPUT}/assets`, { recursive: true });

/** Writes an asset into a file whose name has the digest of its content; returns its address. */
function write(name: string, content: string | Uint8Array): string {
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 8).toUpperCase();
  const address = `/assets/${name.replace(/(?=\.\w+$)/, `-${digest}`)}`;
  writeFileSync(OUTPUT + address, content);
  return address;
}

const world = {
  coarse: write('coarse.json', JSON.stringify(countries('110m'))),
  fine: write('fine.json', JSON.stringify(countries('50m'))),
  cities: write('cities.json', JSON.stringify(cities())),
};

const options = {
  entryPoints: { page: `${SOURCES}/main.tsx`, style: `${SOURCES}/style/index.css` },
  outdir: `${OUTPUT}/assets`,
  entryNames: '[name]-[hash]',
  chunkNames: 'part-[hash]',
  assetNames: '[name]-[hash]',
  loader: { '.woff2': 'file' },
  publicPath: '/assets',
  bundle: true,
  splitting: true,
  minify: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  jsxImportSource: 'preact',
  legalComments: 'none',
  logLevel: 'warning',
  metafile: true,
  define: { WORLD_FILES: JSON.stringify(world) },
} as const satisfies BuildOptions;

// The first build tells which packages are in the bundle. The banner of the second one names their licences.
const { metafile: first } = await build({ ...options, write: false });
const licences = write(
  'licences.txt',
  licencesOf([...Object.keys(first.inputs), ...WORLD_PACKAGES.map((name) => `node_modules/${name}/`)]),
);
const { metafile } = await build({ ...options, banner: { js: `/*! Licences: ${licences} */` } });

const assets = Object.entries(metafile.outputs).map(([output, { imports }]) => ({
  address: output.replace(/^dist\/web\//, '/'),
  imports: imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => path.replace(/^dist\/web\//, '/')),
}));
const assetOf = (pattern: RegExp) => {
  const asset = assets.find(({ address }) => pattern.test(address));
  if (asset === undefined)
    throw new Error(`the bundle has no ${pattern}: ${assets.map(({ address }) => address).join(', ')}`);
  return asset;
};
const script = assetOf(/\/page-\w+\.js$/);
const html = readFileSync(`${SOURCES}/index.html`, 'utf8')
  .replace('%SCRIPT%', script.address)
  .replace('%STYLE%', assetOf(/\/style-\w+\.css$/).address)
  .replace('%PARTS%', script.imports.map((path) => `<link rel="modulepreload" href="${path}" />`).join('\n    '));
writeFileSync(`${OUTPUT}/index.html`, html);

const compress = promisify(brotliCompress);
const toCompress = readdirSync(`${OUTPUT}/assets`).filter((name) => COMPRESSED.has(extname(name)));
await Promise.all(
  toCompress.map(async (name) => {
    const content = readFileSync(`${OUTPUT}/assets/${name}`);
    const params = { [constants.BROTLI_PARAM_QUALITY]: SMALLEST, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${OUTPUT}/assets/${name}.br`, await compress(content, { params }));
  }),
);
