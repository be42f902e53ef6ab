import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { reached } from './reached.js';

/** The package that is written. */
interface WrittenPackage {
  directory: string;
  files: number;
}

const INDEX = 'dist/core/index.js';
const UNPACK = 'dist/core/unpack.js';
const WASM = 'dist/core.wasm';
const TYPES = 'dist/core/index.d.ts';

/** What stands in a module of CommonJS for `import.meta.url`. */
const OWN_URL = "const ownUrl = require('node:url').pathToFileURL(__filename).href;";

/**
 * Writes the package `sidelobe-core`: the modules of dist/ as they are, their types, the program, and bundles of both for
 * `require`.
 */
export async function corePackage(directory = 'build/sidelobe-core'): Promise<WrittenPackage> {
  rmSync(directory, { recursive: true, force: true });
  const written = new Map<string, string | Buffer>();
  const copy = (file: string, to = file): unknown => written.set(to, withoutMap(readFileSync(file, 'utf8')));

  for (const file of reached([INDEX, UNPACK, TYPES])) copy(file);
  for (const file of reached([TYPES])) copy(file, file.replace('dist/', 'cjs/'));
  written.set(WASM, readFileSync(WASM));
  written.set('dist/inline.d.ts', "export * from './core/index.js';\n");
  written.set('dist/inline.js', inlineModule());
  written.set('cjs/core/index.js', await commonJs(INDEX));
  written.set('cjs/package.json', '{ "type": "commonjs" }\n');
  written.set('package.json', `${JSON.stringify(manifest(), undefined, 2)}\n`);

  for (const [file, content] of written) {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), content);
  }
  cpSync('LICENSE', join(directory, 'LICENSE'));
  cpSync('scripts/build/coreReadme.md', join(directory, 'README.md'));
  return { directory, files: written.size + 2 };
}

function manifest(): object {
  const { version, license, engines, repository } = JSON.parse(readFileSync('package.json', 'utf8')) as Record<
    string,
    unknown
  >;
  const module = { types: './dist/core/index.d.ts', default: './dist/core/index.js' };
  const bundle = { types: './cjs/core/index.d.ts', default: './cjs/core/index.js' };
  return {
    name: 'sidelobe-core',
    version,
    description: 'HEALPix, SGP4 and the interference of satellites in WebAssembly, for Node and browsers',
    keywords: ['healpix', 'moc', 'sgp4', 'satellite', 'orbit', 'tle', 'interference', 'wasm', 'webassembly', 'simd'],
    license,
    repository,
    type: 'module',
    sideEffects: false,
    engines,
    main: './cjs/core/index.js',
    types: './cjs/core/index.d.ts',
    exports: {
      '.': { browser: module, node: { import: module, require: bundle }, require: bundle, default: module },
      './inline': { types: './dist/inline.d.ts', default: './dist/inline.js' },
      './wasm': './dist/core.wasm',
      './package.json': './package.json',
    },
  };
}

/** The core with its program in it. */
function inlineModule(): string {
  const packed = gzipSync(readFileSync(WASM), { level: 9 }).toString('base64');
  return [
    "import { createCore as create } from './core/index.js';",
    "import { unpack } from './core/unpack.js';",
    '',
    "export * from './core/index.js';",
    `export const createCore = (options = {}) => create({ ...options, wasm: options.wasm ?? unpack(PACKED) });`,
    '',
    `const PACKED = '${packed}';`,
    '',
  ].join('\n');
}

async function commonJs(entry: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    define: { 'import.meta.url': 'ownUrl' },
    banner: { js: OWN_URL },
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}

/** Its sources are not in the package. */
function withoutMap(text: string): string {
  return text.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
}
