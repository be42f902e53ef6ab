import { readFileSync } from 'node:fs';

/** Contents of the package.json of `sidelobe-core`, which has the service's version and licence. */
export function coreManifest(): object {
  const own = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>;
  const core = forms('core/index');
  const inline = forms('inline');
  const catalogue = forms('catalogue/index');
  const everywhere = forms('catalogue/everywhere').module;
  return {
    name: 'sidelobe-core',
    version: own['version'],
    description: 'HEALPix, SGP4 and the interference of satellites in WebAssembly, for Node and browsers',
    keywords: ['healpix', 'sgp4', 'satellite', 'orbit', 'tle', 'interference', 'wasm', 'webassembly', 'simd'],
    license: own['license'],
    repository: own['repository'],
    type: 'module',
    sideEffects: false,
    engines: own['engines'],
    main: core.required.default,
    types: core.required.types,
    exports: {
      '.': {
        browser: core.module,
        node: { import: core.module, require: core.required },
        require: core.required,
        default: core.module,
      },
      './inline': {
        browser: inline.module,
        node: { import: inline.module, require: inline.required },
        require: inline.required,
        default: inline.module,
      },
      './wasm': './dist/core.wasm',
      './catalogue': {
        browser: everywhere,
        node: { import: catalogue.module, require: catalogue.required },
        default: everywhere,
      },
      './package.json': './package.json',
    },
  };
}

/** Paths of an ES module, and of its CommonJS form for `require`. */
function forms(name: string): Record<'module' | 'required', { types: string; default: string }> {
  return {
    module: { types: `./dist/${name}.d.ts`, default: `./dist/${name}.js` },
    required: { types: `./cjs/${name}.d.ts`, default: `./cjs/${name}.js` },
  };
}
