import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OUTPUT = join(ROOT, 'build');

/**
 * Compiles tests, scripts and the page's sources to build/, file by file, which takes half a second; a loader in each
 * process of the tests took a second, and in each of their threads another. What they import of src/ is what `npm run
 * build` has written to dist/: the code that is shipped.
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

/** Path of the compiled form of a source, both from the root. */
export function compiledOf(source: string): string {
  const compiled = source.replace(/\.tsx?$/, '.js');
  return /^src\/(?!web\/)/.test(compiled) ? compiled.replace('src', 'dist') : join('build', compiled);
}

/** Every file stays one of its own, and a test finds what lies beside its source. */
const apart: Plugin = {
  name: 'apart',
  setup(bundler) {
    bundler.onResolve({ filter: /./ }, ({ path, importer, resolveDir }) => {
      if (importer === '' || path.endsWith('.json')) return undefined;
      if (!path.startsWith('.')) return { path, external: true };
      const from = dirname(compiledOf(relative(ROOT, importer)));
      const to = relative(from, compiledOf(relative(ROOT, resolve(resolveDir, path))));
      return { path: to.startsWith('.') ? to : `./${to}`, external: true };
    });
    bundler.onLoad({ filter: /\/test\/.*\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, 'utf8').replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href)),
      loader: 'ts',
    }));
  },
};
