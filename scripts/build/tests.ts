import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT = join(ROOT, 'build');

/**
 * Compiles tests, scripts and the page's sources to build/, file by file, in half a second; a loader would take a
 * second in each process of the tests, and in each of their threads. Imports of files of src/, except src/web, become
 * imports of dist/, which `npm run build` wrote: tests run the code that is shipped. Deletes all other files from
 * build/test, build/scripts and build/src.
 */
export async function compileTests(): Promise<void> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ['test/**/*.ts', 'scripts/**/*.ts', 'src/web/**/*.ts', 'src/web/**/*.tsx'],
    outdir: OUTPUT,
    outbase: '.',
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    sourcesContent: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    plugins: [apart],
    metafile: true,
    logLevel: 'warning',
  });
  const written = new Set(Object.keys(metafile.outputs).map((file) => join(ROOT, file)));
  const files = ['test', 'scripts', 'src']
    .flatMap((part) => readdirSync(join(OUTPUT, part), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile());
  for (const file of files.map(({ parentPath, name }) => join(parentPath, name))) {
    if (!written.has(file)) rmSync(file, { force: true });
  }
}

/** Folder of the files that AVA runs. */
const ROOMS = 'build/rooms';
/** Module that test files import in place of AVA. */
const ROOM = 'test/helpers/room.ts';

/**
 * Writes one file for each room, the tests that AVA runs in one process: those of a folder of `test` and all below it.
 * Starting a process, loading the server and opening a database take longer than the tests of most files.
 *
 * @param files test files to run, from the root
 */
export function writeRooms(files: readonly string[]): void {
  const rooms = new Map<string, string[]>();
  for (const file of files) rooms.set(roomOf(file), [...(rooms.get(roomOf(file)) ?? []), file]);
  rmSync(join(ROOT, ROOMS), { recursive: true, force: true });
  for (const [room, tests] of rooms) {
    const entry = join(ROOT, ROOMS, `${room}.js`);
    const path = (file: string): string => JSON.stringify(relative(dirname(entry), join(ROOT, compiledOf(file))));
    const loads = tests.map((file) => `  ${JSON.stringify(titleOf(file))}: () => import(${path(file)}),\n`);
    mkdirSync(dirname(entry), { recursive: true });
    writeFileSync(entry, `import { runRoom } from ${path(ROOM)};\n\nawait runRoom({\n${loads.join('')}});\n`);
  }
}

/**
 * Folders in which each folder is a room. Their files hold much memory or a browser, or abandon requests: in a process
 * that lives longer, timers of such requests make the fetch of Node 20 end it.
 */
const DIVIDED = /^(?:assembly|jobs|web)\/[^/]+/;

/** Name of a test file's room: its topmost folder in `test`, or the one below if DIVIDED; `sidelobe` without any. */
function roomOf(file: string): string {
  const folder = relative('test', dirname(file));
  return DIVIDED.exec(folder)?.[0] ?? (folder.split('/')[0] || 'sidelobe');
}

/** Name of a test file within its room. */
function titleOf(file: string): string {
  return relative(join('test', roomOf(file)), file).replace(/^(?:\.\.\/)*|\.test\.ts$/g, '');
}

/** Path of the compiled form of a source file; both from the root. */
function compiledOf(source: string): string {
  const compiled = source.replace(/\.tsx?$/, '.js');
  return /^src\/(?!web\/)/.test(compiled) ? compiled.replace('src', 'dist') : join('build', compiled);
}

/**
 * Keeps every file a module of its own. In tests, `import.meta.url` stays the address of the source: tests find the
 * files beside it.
 */
const apart: Plugin = {
  name: 'apart',
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (importer === '' || path.endsWith('.json')) return undefined;
      const source = relative(ROOT, importer);
      const isAva = path === 'ava' && source !== ROOM;
      if (!path.startsWith('.') && !isAva) return { path, external: true };
      const to = relative(
        dirname(compiledOf(source)),
        compiledOf(isAva ? ROOM : relative(ROOT, resolve(resolveDir, path))),
      );
      return { path: to.startsWith('.') ? to : `./${to}`, external: true };
    });
    bundler.onLoad({ filter: /\/test\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
