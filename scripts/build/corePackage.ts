import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';
import { coreManifest } from './coreManifest.js';
import { leanProgram } from './leanProgram.js';
import { licencesOf } from './licences.js';
import { reached } from './reached.js';

interface WrittenPackage {
  directory: string;
  files: number;
}

const CORE = 'core/index';
const INLINE = 'inline';
const UNPACK = 'core/program/unpack';
/** Module of the catalogue for Node, which also reads files and addresses. */
const CATALOGUE = 'catalogue/index';
const EVERYWHERE = 'catalogue/everywhere';
const WASM = 'dist/core.wasm';

const module = (name: string): string => `dist/${name}.js`;
const types = (name: string): string => `dist/${name}.d.ts`;

/**
 * Writes the package `sidelobe-core`: bundles of the core's and the catalogue's modules of dist/, their type
 * declarations, a WebAssembly program without the exports that the bundles do not call, and CommonJS modules that load
 * the bundles for `require`.
 */
export async function corePackage(directory = 'build/sidelobe-core'): Promise<WrittenPackage> {
  const written = new Map<string, string | Uint8Array>(await bundles());
  const program = leanProgram(readFileSync(WASM), [...written.values()].join('\n'));
  written.set(WASM, program);
  written.set(module(INLINE), inlineModule(program));
  const entries = [types(CORE), types(CATALOGUE)];
  const declared = new Map(reached(entries).map((file) => [file, readFileSync(file, 'utf8')]));
  declared.set(types(INLINE), "export * from './core/index.js';\n");
  for (const [file, text] of declared) written.set(file, text).set(ofRequire(file), text);
  for (const name of [CORE, INLINE, CATALOGUE]) {
    const own = ofRequire(module(name));
    written.set(own, `module.exports = require('${relative(dirname(own), module(name))}');\n`);
  }
  written.set('cjs/package.json', '{ "type": "commonjs" }\n');
  // Drops the guide's picture, which is not in the package. The reference is left out, as the declarations have the
  // same texts.
  written.set('docs/guide.md', readFileSync('docs/core/guide.md', 'utf8').replaceAll(/^!\[.*\n\n/gm, ''));
  written.set('package.json', `${JSON.stringify(coreManifest(), undefined, 2)}\n`);

  rmSync(directory, { recursive: true, force: true });
  for (const [file, content] of written) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), content);
  }
  cpSync('LICENSE', join(directory, 'LICENSE'));
  cpSync('scripts/build/coreReadme.md', join(directory, 'README.md'));
  return {
    directory,
    files: readdirSync(directory, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).length,
  };
}

/** Path of the CommonJS form of a file below dist/, for `require`. */
const ofRequire = (file: string): string => file.replace('dist/', 'cjs/');

/**
 * Bundles modules of dist/ with the packages that they import; returns paths and texts. Only CATALOGUE may import
 * Node's own modules.
 */
async function bundles(): Promise<[string, string][]> {
  const { outputFiles, metafile } = await build({
    entryPoints: [CORE, UNPACK, CATALOGUE, EVERYWHERE].map(module),
    outdir: 'dist',
    outbase: 'dist',
    absWorkingDir: process.cwd(),
    bundle: true,
    splitting: true,
    // Shared chunks stand in the core's folder, as the core finds its WebAssembly program relative to its own file.
    chunkNames: 'core/[name]-[hash]',
    write: false,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    external: ['node:*'],
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    plugins: [tablesInside],
    metafile: true,
    logLevel: 'warning',
  });
  return Object.values(metafile.outputs).map(({ imports, inputs, entryPoint }, k) => {
    const { path = '', text = '' } = outputFiles[k] ?? {};
    const needed = imports.filter(({ external }) => external).map((imported) => imported.path);
    if (needed.length > 0 && entryPoint !== module(CATALOGUE)) {
      throw new Error(`${path} imports ${needed.join(', ')}: only ${module(CATALOGUE)} may`);
    }
    const licences = licencesOf(Object.keys(inputs));
    return [relative(process.cwd(), path), `${licences}${licences && '\n'}${text}`];
  });
}

/** Puts the table of constellations into the bundle, which reads no files: browsers have none. */
const tablesInside: Plugin = {
  name: 'tables-inside',
  setup: (bundler) =>
    bundler.onLoad({ filter: /\/dist\/catalogue\/tables\/tableText\.js$/ }, ({ path }) => {
      const table = readFileSync(join(dirname(path), 'constellations.csv'), 'utf8');
      return { contents: `export const tableText = () => ${JSON.stringify(table)};` };
    }),
};

/** Text of a module that exports the core and holds its WebAssembly program, so that it needs no second file. */
function inlineModule(program: Uint8Array): string {
  const packed = gzipSync(program, { level: 9 }).toString('base64');
  return `import { createCore as create } from './core/index.js';
import { unpack } from './core/program/unpack.js';

export * from './core/index.js';
export const createCore = (options = {}) => create({ ...options, wasm: options.wasm ?? unpack(PACKED) });

const PACKED = '${packed}';
`;
}
