import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { launchBrowser } from '../../test/helpers/browser.js';
import { median } from '../bench/measure.js';

const TYPES: Record<string, string> = { '.js': 'text/javascript', '.wasm': 'application/wasm' };
const MODULES = { 'sidelobe-core': 'dist/core/index.js', 'sidelobe-core/inline': 'dist/inline.js' };

/** Starts in pages without a cache, from a server beside them. */
export async function startsInChromium(directory: string, starts: number): Promise<[string, string][]> {
  const installed = join(directory, 'node_modules/sidelobe-core');
  const server = createServer(({ url = '/' }, response) => {
    const type = TYPES[extname(url)];
    if (type === undefined) return response.setHeader('content-type', 'text/html').end('<!doctype html>');
    response.writeHead(200, { 'content-type': type, 'cache-control': 'no-store' });
    return createReadStream(join(installed, normalize(url))).pipe(response);
  });
  await new Promise<void>((listening) => {
    server.listen(0, '127.0.0.1', listening);
  });
  const browser = await launchBrowser();
  try {
    const times = Object.fromEntries(Object.keys(MODULES).map((name) => [name, [] as number[]]));
    for (let k = 0; k < starts; k++) {
      for (const [name, path] of Object.entries(MODULES)) {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
        const ms = await page.evaluate<number>(`(async () => {
          const from = performance.now();
          const { createCore } = await import('/${path}');
          (await createCore()).healpix(64).lonLat2pix(13.405, 52.52);
          return performance.now() - from;
        })()`);
        times[name]?.push(ms);
        await context.close();
      }
    }
    return Object.entries(times).map(([name, each]) => [
      `Chromium ${browser.version()}: ${name}`,
      `${median(each).toFixed(1)} ms`,
    ]);
  } finally {
    await browser.close();
    server.close();
  }
}
