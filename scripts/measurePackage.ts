/**
 * Measures the package `sidelobe-core` as it is published: its sizes, and how long a core takes from its import to its first
 * cell, in Node and in Chromium. Medians, beside a bare start of the same.
 *
 *     tsx scripts/measurePackage.ts [STARTS]
 */
import { readFileSync, rmSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { join } from 'node:path';
import { build } from 'esbuild';
import { installCore, type Project } from '../test/helpers/installed.js';
import { median } from './bench/measure.js';
import { startsInChromium } from './measurePackage/chromium.js';

const starts = Number(process.argv[2] ?? 15);
if (!Number.isInteger(starts) || starts < 1) throw new Error('usage: tsx scripts/measurePackage.ts [STARTS]');

const project = await installCore();
try {
  const installed = join(project.directory, 'node_modules/sidelobe-core');
  const rows: [string, string][] = [
    ['packed', kilobytes(project.packedBytes)],
    ['program', sizes(readFileSync(join(installed, 'dist/core.wasm')))],
    ['bundle, core', sizes(await bundled(project, "export { createCore } from 'sidelobe-core';"))],
    [
      'bundle, core with its program',
      sizes(await bundled(project, "export { createCore } from 'sidelobe-core/inline';")),
    ],
    ['bundle, catalogue', sizes(await bundled(project, "export { parseCatalogue } from 'sidelobe-core/catalogue';"))],
    ...(await startsInNode(project)),
    ...(await startsInChromium(project.directory, starts)),
  ];
  for (const [what, figure] of rows) process.stdout.write(`| ${what} | ${figure} |\n`);
} finally {
  rmSync(project.directory, { recursive: true });
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

function sizes(content: Uint8Array): string {
  const packed = [gzipSync(content, { level: 9 }), brotliCompressSync(content)].map(({ length }) => kilobytes(length));
  return `${kilobytes(content.length)}, gzip ${packed[0]}, brotli ${packed[1]}`;
}

/** What an app ships that does not fetch the program but with its first core. */
async function bundled(within: Project, source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    entryPoints: [within.write('bundled.mjs', source)],
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

/** A process of its own for each start, in turns with one that starts nothing. */
async function startsInNode(within: Project): Promise<[string, string][]> {
  const told = `const { user, system } = process.cpuUsage(spent);
    process.stdout.write(JSON.stringify([performance.now() - from, (user + system) / 1e3, process.memoryUsage.rss() / 1e6]));`;
  const programs = Object.entries({
    nothing: '',
    'sidelobe-core': coreOf('sidelobe-core'),
    'sidelobe-core/inline': coreOf('sidelobe-core/inline'),
  }).map(([name, code], k) => {
    const file = `start${k}.mjs`;
    within.write(file, `const [from, spent] = [performance.now(), process.cpuUsage()]; ${code} ${told}`);
    return { name, file, told: [[], [], []] as number[][] };
  });
  for (let k = 0; k < starts; k++) {
    for (const { file, told: figures } of programs) {
      (JSON.parse(await within.node(file)) as number[]).forEach((figure, i) => figures[i]?.push(figure));
    }
  }
  return programs.map(({ name, told: figures }) => {
    const [ms = '', cpuMs = '', megabytes = ''] = figures.map((each) => median(each).toFixed(1));
    return [`Node ${process.version}: ${name}`, `${ms} ms, ${cpuMs} ms of processor time, resident ${megabytes} MB`];
  });
}

function coreOf(name: string): string {
  return `const { createCore } = await import('${name}'); (await createCore()).healpix(64).lonLat2pix(13.405, 52.52);`;
}
