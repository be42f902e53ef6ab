import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';
import { ERROR_STATUS } from '../src/http/response/serviceError.js';

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url));

/** Layers from the lowest to the highest. A file imports only files of its own layer or a lower one. */
const LAYERS = [
  ['errors', 'spec', 'settings', 'config'],
  ['core', 'fairness'],
  ['codec'],
  ['catalogue'],
  ['db'],
  ['memory'],
  ['compute'],
  ['jobs'],
  ['http'],
  ['service', 'main', 'cli'],
];

/** Order of the folders and single files within a layer, from the lowest to the highest. */
const WITHIN: Readonly<Record<string, readonly (readonly string[])[]>> = {
  http: [
    ['schemas'],
    ['context'],
    ['response'],
    ['limits'],
    ['request'],
    ['draining', 'metrics', 'networks'],
    ['dependencies'],
    ['route'],
    ['middleware', 'openapi'],
    ['docs'],
    ['routes'],
    ['page'],
    ['routing'],
    ['app', 'server'],
  ],
};

const sources = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
/** Sources of the page, which runs in browsers and is a layer of its own. */
const ofPage = sources.filter((file) => file.startsWith('web/'));
const files = sources.filter((file) => !file.startsWith('web/'));

function layerOf(file: string): number {
  const top = file.split('/')[0]?.replace(/\.(ts|js)$/, '') ?? '';
  return LAYERS.findIndex((names) => names.includes(top));
}

function isSchema(imported: string): boolean {
  return imported.startsWith('http/schemas/');
}

function sourceOf(imported: string): string {
  return imported.replace(/\.js$/, '.ts');
}

function importsOf(file: string, folder = SOURCE): string[] {
  const text = readFileSync(join(folder, file), 'utf8');
  const specifiers = [...text.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, specifier]) => specifier ?? '');
  return specifiers.map((specifier) => normalize(join(dirname(file), specifier)));
}

test('every source file belongs to a layer', (t) => {
  t.deepEqual(
    files.filter((file) => layerOf(file) === -1),
    [],
  );
  t.true(files.length > 50);
});

test('imports point to the own layer or a lower one, type imports included', (t) => {
  const upward = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => layerOf(imported) > layerOf(file) || layerOf(imported) === -1)
      .map((imported) => `${file} imports ${imported}`),
  );
  t.deepEqual(upward, []);
});

test('within a layer imports point to the own part or a lower one, type imports included', (t) => {
  for (const [layer, parts] of Object.entries(WITHIN)) {
    const partOf = (file: string): number => {
      const name = file.split('/')[1]?.replace(/\.(ts|js)$/, '') ?? '';
      return parts.findIndex((names) => names.includes(name));
    };
    const own = files.filter((file) => file.startsWith(`${layer}/`));
    t.deepEqual(
      own.filter((file) => partOf(file) === -1),
      [],
      `each file of ${layer} has its part`,
    );
    const upward = own.flatMap((file) =>
      importsOf(file)
        .filter((imported) => imported.startsWith(`${layer}/`) && partOf(imported) > partOf(file))
        .map((imported) => `${file} imports ${imported}`),
    );
    t.deepEqual(upward, []);
  }
});

test('the page imports its own sources and the constants of the specification, and the server nothing of the page', (t) => {
  const outside = ofPage.flatMap((file) =>
    importsOf(file).filter((imported) => !imported.startsWith('web/') && !isSchema(imported) && imported !== 'spec.js'),
  );
  t.deepEqual(outside, []);
  t.deepEqual(importsOf('spec.ts'), []);
  t.true(ofPage.length > 50);
});

test('the page takes types of answers from their schemas, and of those nothing that runs', (t) => {
  const reached = new Set(ofPage.flatMap((file) => importsOf(file).filter(isSchema)));
  for (const imported of reached) for (const next of importsOf(sourceOf(imported))) reached.add(next);
  const beside = [...reached].filter((imported) => !isSchema(imported) && imported !== 'spec.js');
  t.deepEqual(beside, [], 'schemas that the page reads need nothing of the server');
  t.true(reached.size > 5);
  const running = ofPage.filter((file) =>
    /\bimport (?!type )[^;]*'[^']*\/http\/schemas\/[^']*'/.test(readFileSync(join(SOURCE, file), 'utf8')),
  );
  t.deepEqual(running, []);
});

test('only http knows the answers to clients: nothing below it names its errors, their codes or a status', (t) => {
  const named = new RegExp(`\\b(ServiceError|ErrorCode|ERROR_STATUS|${Object.keys(ERROR_STATUS).join('|')})\\b`);
  const status = /\bstatus(Code)?\b\W+[45]\d\d\b/;
  const http = LAYERS.findIndex((names) => names.includes('http'));
  const offenders = files.filter((file) => {
    if (layerOf(file) >= http) return false;
    const text = readFileSync(join(SOURCE, file), 'utf8');
    return named.test(text) || status.test(text);
  });
  t.deepEqual(offenders, []);
});

test('no route fetches an address: nothing of http fetches, or imports a file that does', (t) => {
  const fetching = files
    .filter((file) => file.startsWith('http/'))
    .filter((file) => {
      const imports = importsOf(file).some((imported) => /^(?:catalogue\/sources|jobs\/import)/.test(imported));
      return imports || /\bfetch\(/.test(readFileSync(join(SOURCE, file), 'utf8'));
    });
  t.deepEqual(fetching, []);
});

test('the host imports code of its threads as types only', (t) => {
  const imports = /import (?!type)[^;]*?from '(\.[^']+)'/g;
  const ofThreads = (file: string): boolean => file.startsWith('compute/thread/');
  const loaded = files
    .filter((file) => !ofThreads(file))
    .flatMap((file) =>
      [...readFileSync(join(SOURCE, file), 'utf8').matchAll(imports)]
        .filter(([statement]) => !/^import \{( type \w+,?)+ \}/.test(statement.replaceAll(/\s+/g, ' ')))
        .map(([, specifier]) => normalize(join(dirname(file), specifier ?? '')))
        .filter(ofThreads),
    );
  t.deepEqual(loaded, []);
  t.true(files.some((file) => importsOf(file).some(ofThreads)));
});

test('only main and the command line construct long-lived things', (t) => {
  const constructors = /\b(createPool|openDatabase|createOwnedCore|createServer|createWindowKeeper|createBlockQueue)\(/;
  const definitions =
    /function (createPool|openDatabase|createOwnedCore|createServer|createWindowKeeper|createBlockQueue)\(/;
  const offenders = files.filter((file) => {
    if (layerOf(file) === LAYERS.length - 1 || ['core/index.ts', 'core/instance.ts'].includes(file)) return false;
    const text = readFileSync(join(SOURCE, file), 'utf8');
    return text.split('\n').some((line) => constructors.test(line) && !definitions.test(line));
  });
  t.deepEqual(offenders, []);
});

test('the host never imports the sources of the core', (t) => {
  const outside = files.flatMap((file) => importsOf(file).filter((imported) => imported.startsWith('..')));
  t.deepEqual(outside, []);
});

/**
 * Maps the TypeScript files of a folder to the files that they import, for types too; all paths are from the folder.
 */
function graphOf(folder: string): Map<string, string[]> {
  const all = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const known = new Set(all);
  return new Map(
    all.map((file) => {
      const paths = importsOf(file, folder).map((imported) => imported.replace(/\.js$/, ''));
      return [file, paths.flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((one) => known.has(one)))];
    }),
  );
}

/** Finds circular imports; a circle is listed at the file where the search closes it. */
function importCircles(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) circles.push([...path.slice(at), file].join(' -> '));
    if (at >= 0 || done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...path, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return circles;
}

test('no imports lead in a circle, type imports included', (t) => {
  for (const folder of [SOURCE, fileURLToPath(new URL('../assembly/', import.meta.url))]) {
    const graph = graphOf(folder);
    t.deepEqual(importCircles(graph), []);
    t.true([...graph.values()].flat().length > 200);
  }
});

test('a circle of imports is found, and told file by file', (t) => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['d', 'a']],
    ['d', ['e']],
    ['e', ['b', 'outside']],
    ['f', ['f']],
  ]);
  t.deepEqual(importCircles(graph), ['b -> d -> e -> b', 'a -> c -> a', 'f -> f']);
});
