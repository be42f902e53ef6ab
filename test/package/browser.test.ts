import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { build } from 'esbuild';
import { launchBrowser, PROGRAM } from '../helpers/browser.js';
import { has } from '../helpers/programs.js';
import { project } from './project.js';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm', '.html': 'text/html' };
const POLICY = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const ISOLATION = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

/** Script of a page that logs the cell of Berlin, or the error. */
const page = (name: string): string => `
  import { createCore } from '${name}';
  createCore({ maxMegabytes: 16 }).then(
    (core) => console.log('cell ' + core.healpix(64).lonLat2pix(13.405, 52.52) + ', isolated ' + crossOriginIsolated),
    (error) => console.log(String(error)),
  );`;

const THREADS = `
  import { createCore } from '/core/dist/core/index.js';
  const core = await createCore({ maxMegabytes: 16, shared: true });
  const points = core.allocate(Float64Array, 2);
  points.set([13.405, 52.52]);
  const worker = new Worker('/worker.js', { type: 'module' });
  worker.onmessage = ({ data }) => { console.log('cell ' + data); };
  worker.onerror = ({ message }) => { console.log(message); };
  const { module, memory } = core;
  worker.postMessage({ module, memory, points, room: core.allocate(Uint8Array, 2 ** 20) });`;

const WORKER = `
  import { attachCore } from '/core/dist/core/index.js';
  onmessage = ({ data: { module, memory, points, room } }) => {
    postMessage(attachCore(module, memory, room).healpix(64).lonLat2pix(points)[0]);
  };`;

const MODULES = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** Bundles, by esbuild, a script that contains the core's WebAssembly program itself. */
async function byEsbuild(): Promise<void> {
  const entryPoints = [project.write('esbuild.js', page('sidelobe-core/inline'))];
  await build({ entryPoints, outfile: join(project.directory, 'esbuild/page.js'), bundle: true, format: 'esm' });
}

/** Bundles a script by Vite; the core's WebAssembly program becomes a file beside it. */
async function byVite(): Promise<void> {
  project.write('page.js', page('sidelobe-core'));
  project.write('page.html', '<script type="module" src="/page.js"></script>');
  project.write(
    'vite.config.mjs',
    "export default { base: './', build: { outDir: 'vite', rolldownOptions: { input: 'page.html' } } };",
  );
  await project.node(`${MODULES}.bin/vite`, 'build', '--logLevel', 'warn');
}

/** Bundles a script by webpack, through its API, as it has no command line of its own. */
async function byWebpack(): Promise<void> {
  project.write('webpacked.js', page('sidelobe-core'));
  project.write(
    'webpack.cjs',
    `require(${JSON.stringify(`${MODULES}webpack`)})(
      { mode: 'none', context: __dirname, entry: { page: './webpacked.js' }, output: { path: __dirname + '/webpack' } },
      (error, stats) => { if (error ?? stats.hasErrors()) throw error ?? new Error(stats.toString()); },
    );`,
  );
  await project.node('webpack.cjs');
}

/**
 * Serves the files of the project, the installed package below /core, and the same files below /isolated with the
 * headers that isolate a page from other origins.
 */
async function serve(): Promise<{ server: Server; url: string }> {
  const server = createServer(({ url = '' }, response) => {
    const path = url.replace('/isolated', '').replace('/core/', '/node_modules/sidelobe-core/');
    const script = path.replace('.html', '.js');
    const isPage = extname(path) === '.html';
    try {
      const file = join(project.directory, path);
      const body = isPage && !existsSync(file) ? `<script type="module" src="${script}"></script>` : readFileSync(file);
      const headers = { 'content-type': TYPES[extname(path)] ?? 'text/plain', 'content-security-policy': POLICY };
      // All scripts get the isolating headers, as scripts and workers of isolated pages need them.
      response.writeHead(200, url.includes('/isolated') || !isPage ? { ...headers, ...ISOLATION } : headers).end(body);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('Chromium runs the package as it is, bundled by esbuild, vite and webpack, isolated or not, and in a thread', async (t) => {
  if (!has(t, PROGRAM)) return;
  project.write('plain.js', page('/core/dist/core/index.js'));
  project.write('threads.js', THREADS);
  project.write('worker.js', WORKER);
  await Promise.all([byEsbuild(), byVite(), byWebpack()]);
  const { server, url } = await serve();
  t.teardown(() => server.close());
  const browser = await launchBrowser();
  t.teardown(() => browser.close());
  const open = async (path: string): Promise<string> => {
    const opened = await browser.newPage();
    const line = opened.waitForEvent('console', (message) => message.type() === 'log');
    await opened.goto(url + path);
    return (await line).text();
  };
  const pages = ['plain', 'isolated/plain', 'esbuild/page', 'vite/page', 'webpack/page', 'isolated/threads'];
  t.deepEqual(await Promise.all(pages.map((name) => open(`/${name}.html`))), [
    'cell 2961, isolated false',
    'cell 2961, isolated true',
    'cell 2961, isolated false',
    'cell 2961, isolated false',
    'cell 2961, isolated false',
    'cell 2961',
  ]);
});
