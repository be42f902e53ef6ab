import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { build } from 'esbuild';
import { createCore } from '../../src/core/index.js';
import { bytes, csv, ISS, ISS_ELSET, xml } from '../catalogue/fixtures.js';
import { has } from '../helpers/programs.js';
import { project } from './project.js';

const PLACES = [13.405, 52.52, -78.47, -0.18];
const CELLS = `[${(await createCore({ maxMegabytes: 2 })).healpix(64).lonLat2pix(PLACES).join(',')}]`;
const ANSWER = `console.log(JSON.stringify([...core.healpix(64).lonLat2pix([${PLACES.join()}])]))`;

test('the package has no dependencies, and nothing in it refers to a missing file', (t) => {
  const manifest = ['package.json', 'README.md', 'LICENSE', 'dist/core.wasm', 'dist/inline.js', 'cjs/core/index.js'];
  t.deepEqual(
    manifest.filter((file) => !project.files.includes(file)),
    [],
  );
  t.deepEqual(
    project.files.filter((file) => file.endsWith('.map') || file.endsWith('.ts') !== file.endsWith('.d.ts')),
    [],
  );
  for (const file of ['README.md', 'docs/guide.md']) {
    const text = readFileSync(join(project.directory, 'node_modules/sidelobe-core', file), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map(([, to = '']) => join(file, '..', to));
    t.deepEqual(
      links.filter((link) => !project.files.includes(link)),
      [],
      file,
    );
  }
  t.true(project.packedBytes < 210_000, `${project.packedBytes} bytes`);
});

test('Node loads the package as a module, by require, and with its program inline, without a warning', async (t) => {
  for (const name of ['sidelobe-core', 'sidelobe-core/inline']) {
    project.write('module.mjs', `import { createCore } from '${name}'; const core = await createCore(); ${ANSWER};`);
    t.is(await project.node('module.mjs'), CELLS);
  }
  for (const name of ['sidelobe-core', 'sidelobe-core/inline']) {
    const script = `const { createCore } = require('${name}'); createCore().then((core) => ${ANSWER});`;
    project.write('script.cjs', script);
    t.is(await project.node('script.cjs'), CELLS);
  }
});

for (const [runtime, ...flags] of [['bun'], ['deno', 'run', '--allow-read']] as const) {
  test(`${runtime} loads the package as a module and by require`, async (t) => {
    if (!has(t, runtime)) return;
    const parts = ['', '/inline', '/catalogue'].map((part) => `sidelobe-core${part}`);
    const ask = `for (const { createCore } of [plain, inline]) { const core = await createCore({ maxMegabytes: 2 }); ${ANSWER}; }
      console.log(catalogue.parseCatalogue(new TextEncoder().encode(${JSON.stringify(csv(ISS))}), 'iss.csv').elsets[0].name);`;
    const imports = ['plain', 'inline', 'catalogue'].map((name, k) => `import * as ${name} from '${parts[k]}';`);
    const requires = ['plain', 'inline', 'catalogue'].map((name, k) => `const ${name} = require('${parts[k]}');`);
    project.write(`${runtime}.mjs`, `${imports.join('\n')} ${ask}`);
    project.write(`${runtime}.cjs`, `${requires.join('\n')} (async () => { ${ask} })();`);
    for (const file of [`${runtime}.mjs`, `${runtime}.cjs`]) {
      t.is(await project.run(runtime, ...flags, file), [CELLS, CELLS, 'ISS (ZARYA)'].join('\n'));
    }
  });
}

test('publint and arethetypeswrong find nothing wrong', async (t) => {
  const tool = (name: string): string => fileURLToPath(new URL(`../../node_modules/.bin/${name}`, import.meta.url));
  const published = await project.node(tool('publint'), 'node_modules/sidelobe-core', '--strict', '--pack', 'false');
  t.regex(published, /All good!/);
  // Leaves out the resolution mode node10, which ignores `exports`, and the WebAssembly file, which has no types.
  const flags = ['--profile', 'node16', '--exclude-entrypoints', 'wasm', '--quiet'];
  t.is(await project.node(tool('attw'), ...flags, project.tarball), '');
});

test('the program is taken as an address, a path, bytes, a response or a module', async (t) => {
  project.write(
    'sources.mjs',
    `import { readFile } from 'node:fs/promises';
     import { createCore } from 'sidelobe-core';
     const url = new URL(import.meta.resolve('sidelobe-core/wasm'));
     const bytes = await readFile(url);
     const sources = [url, url.href, url.pathname, bytes, new Uint8Array(bytes).buffer, new Response(bytes), new Blob([bytes]),
       WebAssembly.compile(bytes), readFile(url)];
     for (const wasm of sources) { const core = await createCore({ wasm, maxMegabytes: 2 }); ${ANSWER}; }
     for (const wasm of [7, {}, new Response('', { status: 404 }), new Response('<html>')]) {
       await createCore({ wasm, maxMegabytes: 2 }).catch((error) => console.log(error.name + ': ' + error.message));
     }`,
  );
  const allowed =
    'allowed: a WebAssembly.Module, its bytes, a Response or Blob with them, an address, or in Node a path';
  t.deepEqual((await project.node('sources.mjs')).split('\n'), [
    ...Array<string>(9).fill(CELLS),
    `TypeError: wasm 7: ${allowed}`,
    `TypeError: wasm [object Object]: ${allowed}`,
    'Error: wasm of its answer: the answer has status 404',
    'Error: wasm of its answer: no WebAssembly program is there; createCore({ wasm }) takes the address of core.wasm',
  ]);
});

test('a thread attaches to the core of another, and shares its arrays', async (t) => {
  project.write(
    'threads.mjs',
    `import { attachCore, createCore } from 'sidelobe-core';
     import { isMainThread, Worker, workerData } from 'node:worker_threads';
     if (isMainThread) {
       const core = await createCore({ memory: new WebAssembly.Memory({ initial: 64, maximum: 64, shared: true }) });
       const points = core.allocate(Float64Array, 4);
       points.set([${PLACES.join()}]);
       const cells = core.allocate(Int32Array, 2);
       const { module, memory } = core;
       const workerData = { module, memory, points, cells, room: core.allocate(Uint8Array, 2 ** 20) };
       new Worker(process.argv[1], { workerData }).on('exit', () => console.log(JSON.stringify([...cells])));
     } else {
       const { module, memory, points, cells, room } = workerData;
       attachCore(module, memory, room).healpix(64).lonLat2pix(points, cells);
     }`,
  );
  t.is(await project.node('threads.mjs'), CELLS);
});

test('catalogues are read by module and by require, and parsed in a bundle for browsers', async (t) => {
  project.write('iss.xml', xml(ISS));
  project.write('iss.csv.gz', gzipSync(csv(ISS)));
  const read = `Promise.all(['iss.xml', 'iss.csv.gz'].map((file) => readCatalogue(file)))
    .then((read) => console.log(JSON.stringify(read.map(({ elsets }) => elsets[0]))));`;
  project.write('read.mjs', `import { readCatalogue } from 'sidelobe-core/catalogue'; ${read}`);
  project.write('read.cjs', `const { readCatalogue } = require('sidelobe-core/catalogue'); ${read}`);
  for (const file of ['read.mjs', 'read.cjs']) {
    t.deepEqual(JSON.parse(await project.node(file)), [ISS_ELSET, ISS_ELSET]);
  }
  const parse = `import { parseCatalogue, parseTransmitters } from 'sidelobe-core/catalogue';
    process.getBuiltinModule = undefined; // As in a browser.
    console.log(JSON.stringify(parseCatalogue(Uint8Array.from([${bytes(xml(ISS)).join()}]), 'iss').elsets[0]));
    try { parseCatalogue(Uint8Array.from([0x1f, 0x8b]), 'iss.gz'); } catch (error) { console.log(error.message); }`;
  const outfile = join(project.directory, 'parse.bundle.mjs');
  const entryPoints = [project.write('parse.mjs', parse)];
  const built = await build({ entryPoints, outfile, platform: 'browser', bundle: true, format: 'esm' });
  t.deepEqual(built.warnings, []);
  const [elset = '', refusal] = (await project.node(outfile)).split('\n');
  t.deepEqual(JSON.parse(elset), ISS_ELSET);
  t.regex(refusal ?? '', /^iss\.gz: the file is gzipped, .*DecompressionStream/);
});

test('errors of the catalogue keep the names of their classes', async (t) => {
  project.write(
    'errors.mjs',
    `import { createServer } from 'node:http';
     import { readCatalogue } from 'sidelobe-core/catalogue';
     const server = createServer((_, response) => response.writeHead(404).end()).listen(0, '127.0.0.1', async () => {
       for (const source of ['none.csv', 'http://127.0.0.1:' + server.address().port]) {
         await readCatalogue(source).catch((error) => console.log(error.constructor.name));
       }
       server.close();
     });`,
  );
  t.is(await project.node('errors.mjs'), 'UserError\nRefusedError');
});

test('types check strictly without those of the DOM and of Node, for modules and for require', async (t) => {
  const source = `
    import { attachCore, createCore, type Core, type CoreWindow } from 'sidelobe-core';
    import { createCore as inlined } from 'sidelobe-core/inline';
    import { parseCatalogue, type ParsedCatalogue } from 'sidelobe-core/catalogue';
    export const core: Promise<Core> = inlined();
    export const parse = (text: Uint8Array): ParsedCatalogue => parseCatalogue(text, 'text');
    export async function run(window: CoreWindow): Promise<Int32Array> {
      const core: Core = await createCore({ wasm: new Uint8Array(8) });
      attachCore(core.module, core.memory, core.allocate(Uint8Array, 2 ** 20));
      return core.healpix(64).lonLat2pix(window.ephemeris(0));
    }
    // @ts-expect-error -- a text is no size
    void createCore({ maxMegabytes: '4' });`;
  for (const file of ['own.ts', 'own.mts', 'own.cts']) project.write(file, source);
  const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url));
  const strict = [
    '--noEmit',
    '--strict',
    '--exactOptionalPropertyTypes',
    '--skipLibCheck',
    'false',
    '--target',
    'es2022',
  ];
  const compile = (...flags: string[]): Promise<string> =>
    project.node(compiler, ...strict, '--lib', 'es2022', '--types', '', ...flags);
  const compiled = await Promise.all([
    compile('--module', 'esnext', '--moduleResolution', 'bundler', 'own.ts'),
    compile('--module', 'node16', 'own.mts', 'own.cts'),
    compile('--module', 'nodenext', 'own.mts', 'own.cts'),
  ]);
  t.deepEqual(compiled, ['', '', '']);
});

test('esbuild bundles the package into one file, which runs without the package', async (t) => {
  const source = `import { createCore } from 'sidelobe-core/inline'; const core = await createCore(); ${ANSWER};`;
  for (const platform of ['node', 'browser', 'neutral'] as const) {
    const outfile = join(project.directory, `${platform}.bundle.mjs`);
    const entryPoints = [project.write('bundled.mjs', source)];
    const built = await build({ entryPoints, outfile, platform, bundle: true, minify: true, format: 'esm' });
    t.deepEqual(built.warnings, []);
    t.is(await project.node(outfile), CELLS);
  }
});
