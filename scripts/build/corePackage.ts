import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type BuildOptions } from 'esbuild';
import { coreManifest } from './coreManifest.js';
import { licencesOf } from './licences.js';
import { reached } from './reached.js';

/** The package that is written. */
interface WrittenPackage {
  directory: string;
  files: number;
}

const CORE = 'core/index';
const UNPACK = 'core/unpack';
/** Reads files and addresses too, with Node's modules. */
const CATALOGUE = 'catalogue/index';
const EVERYWHERE = 'catalogue/everywhere';
const WASM = 'dist/core.wasm';

const module = (name: string): string => `dist/${name}.js`;
const types = (name: string): string => `dist/${name}.d.ts`;

/**
 * Writes the package `sidelobe-core`: the core's modules of dist/ as they are, the catalogue's in bundles with the parser
 * of XML that they need, their types, the program, and bundles of all for `require`.
 */
export async function corePackage(directory = 'build/sidelobe-core'): Promise<WrittenPackage> {
  const written = new Map<string, string | Buffer>();
  for (const file of reached([module(CORE), module(UNPACK), types(CORE), types(CATALOGUE)])) {
    written.set(file, withoutMap(readFileSync(file, 'utf8')));
  }
  for (const file of reached([types(CORE), types(CATALOGUE)])) {
    written.set(file.replace('dist/', 'cjs/'), readFileSync(file));
  }
  written.set(WASM, readFileSync(WASM));
  written.set(types('inline'), "export * from './core/index.js';\n");
  written.set(module('inline'), inlineModule());
  const bundles = await Promise.all([
    bundle([CATALOGUE, EVERYWHERE], { format: 'esm', splitting: true, outdir: 'dist' }),
    bundle([CORE, CATALOGUE], { format: 'cjs', define: { 'import.meta.url': 'ownUrl' }, outdir: 'cjs' }, OWN_URL),
  ]);
  for (const [file, text] of bundles.flat()) written.set(file, text);
  written.set('cjs/package.json', '{ "type": "commonjs" }\n');
  written.set('package.json', `${JSON.stringify(coreManifest(), undefined, 2)}\n`);

  rmSync(directory, { recursive: true, force: true });
  for (const [file, content] of written) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), content);
  }
  cpSync('LICENSE', join(directory, 'LICENSE'));
  cpSync('scripts/build/coreReadme.md', join(directory, 'README.md'));
  return { directory, files: written.size + 2 };
}

/** What stands in a module of CommonJS for `import.meta.url`. */
const OWN_URL = "const ownUrl = require('node:url').pathToFileURL(__filename).href;\n";

/** Bundles of modules of dist/ and the packages that they import: paths and texts. */
async function bundle(names: string[], options: BuildOptions, banner = ''): Promise<[string, string][]> {
  const { outputFiles, metafile } = await build({
    ...options,
    entryPoints: names.map(module),
    outbase: 'dist',
    absWorkingDir: process.cwd(),
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return Object.values(metafile.outputs).map(({ inputs }, k) => {
    const { path = '', text = '' } = outputFiles?.[k] ?? {};
    const licences = licencesOf(Object.keys(inputs));
    return [path.slice(process.cwd().length + 1), `${licences}${licences && '\n'}${banner}${text}`];
  });
}

/** The core with its program in it. */
function inlineModule(): string {
  const packed = gzipSync(readFileSync(WASM), { level: 9 }).toString('base64');
  return `import { createCore as create } from './core/index.js';
import { unpack } from './core/unpack.js';

export * from './core/index.js';
export const createCore = (options = {}) => create({ ...options, wasm: options.wasm ?? unpack(PACKED) });

const PACKED = '${packed}';
`;
}

/** Its sources are not in the package. */
function withoutMap(text: string): string {
  return text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
}
