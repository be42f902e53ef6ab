import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'ava';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SOURCES = ['assembly', 'scripts', 'src', 'test'];

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

function filesBelow(folder: string, name: RegExp): string[] {
  const found = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' });
  return found.filter((file) => name.test(file)).map((file) => join(folder, file));
}

const documents = [
  ...readdirSync(ROOT).filter((file) => file.endsWith('.md')),
  ...filesBelow('docs', /\.md$/),
  ...filesBelow('test/golden', /\.md$/),
];
const sources = SOURCES.flatMap((folder) => filesBelow(folder, /\.tsx?$/));

/** All comments of a source, without web addresses. */
function commentsOf(text: string): string {
  const pattern = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|(\/\*[\s\S]*?\*\/|(?<=^|[\s;{}])\/\/[^\n]*)/gm;
  const comments = [...text.matchAll(pattern)].flatMap(([, comment]) => comment ?? []);
  return comments.join('\n').replaceAll(/https?:\/\/\S+/g, '');
}

/** Paths of the files and folders that comments may name, from the root. */
const entries = [...SOURCES, 'docs'].flatMap((folder) => [
  folder,
  ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
]);
/** Every text that may name one of `entries`: its path from any folder above it, with or without the ending. */
const known = new Set(
  entries.flatMap((entry) => {
    const names = entry.split('/');
    return names.map((_, first) => names.slice(first).join('/')).flatMap((path) => [path, path.replace(/\.\w+$/, '')]);
  }),
);
const folders = new Set(entries.map((entry) => entry.split('/').at(-2)));

/** Pattern of texts that may name a file: words joined by slashes or dots. */
const NAME = /(?<![\w./@$:-])(?:\.{1,2}\/)*[\w-]+(?:[/.][\w-]+)+/g;
/** Texts that look like names of our files and are none: folders of output, and rules of the linter. */
const FOREIGN = /^(?:build|dist|import)\//;

function namedIn(text: string): string[] {
  const names = [...text.matchAll(NAME)].map(([name]) => name).filter((name) => !FOREIGN.test(name));
  return names.filter((name) =>
    name.includes('/') ? name.startsWith('.') || folders.has(name.split('/')[0]) : /\.tsx?$/.test(name),
  );
}

function exists(name: string, from: string): boolean {
  const besides = normalize(join(dirname(from), name));
  // Data beside the checkout need not be there.
  if (besides.startsWith('..') || existsSync(join(ROOT, besides)) || known.has(besides)) return true;
  // A name without a folder is that of a file beside the text, in the root, in src/ or in assembly/.
  return name.includes('/')
    ? known.has(name)
    : ['', 'src', 'assembly'].some((top) => existsSync(join(ROOT, top, name)));
}

test('every file and folder that a comment names exists', (t) => {
  const named = sources.flatMap((file) => namedIn(commentsOf(read(file))).map((name) => ({ file, name })));
  t.deepEqual(
    named.filter(({ file, name }) => !exists(name, file)).map(({ file, name }) => `${file}: ${name}`),
    [],
  );
  t.true(named.length > 30, `${named.length} names`);
});

test('every file and folder that a document names exists', (t) => {
  const prose = (text: string): string => text.replaceAll(/```(?:js|json|python)\n[\s\S]*?```|https?:\/\/\S+/g, '');
  const named = documents.flatMap((file) => namedIn(prose(read(file))).map((name) => ({ file, name })));
  t.deepEqual(
    named.filter(({ file, name }) => !exists(name, file)).map(({ file, name }) => `${file}: ${name}`),
    [],
  );
  t.true(named.length > 100, `${named.length} names`);
});

test('every doc comment stands alone on hover: it begins with its subject', (t) => {
  const dangling = sources.flatMap((file) =>
    [...commentsOf(read(file)).matchAll(/^\/\*\*[\s*]*(?:Of|The same|As)\b[^\n]*/gm)].map(
      ([line]) => `${file}: ${line}`,
    ),
  );
  t.deepEqual(dangling, []);
});

test('a comment that names a missing file is found, also without the file’s ending', (t) => {
  const text =
    "const a = 'src/none.ts'; // see src/gone.ts and series/none\n/** See https://example.org/x.ts, km/h, and at compute/gone. */";
  t.deepEqual(namedIn(commentsOf(text)), ['src/gone.ts', 'series/none', 'compute/gone']);
  for (const name of ['src/gone.ts', 'compute/gone', 'thread/spec', 'gone.ts'])
    t.false(exists(name, 'src/spec.ts'), name);
  for (const name of ['spec.ts', 'src/spec', 'compute/thread', 'http/routes'])
    t.true(exists(name, 'assembly/index.ts'), name);
});

/** Anchors that GitHub gives a document's headings; from the second on, equal ones are numbered. */
function anchorsOf(text: string): string[] {
  const headings = [...text.replaceAll(/```[\s\S]*?```/g, '').matchAll(/^#+ (.*)$/gm)];
  const before = new Map<string, number>();
  return headings.map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-');
    const count = before.get(anchor) ?? 0;
    before.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

test('every link of a document leads to a file, and to a heading of it', (t) => {
  const broken = documents.flatMap((file) =>
    [...read(file).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
      .filter(([, path = '', anchor]) => {
        const target = path === '' ? file : normalize(join(dirname(file), path));
        if (!existsSync(join(ROOT, target))) return true;
        return anchor !== undefined && !anchorsOf(read(target)).includes(anchor);
      })
      .map(([link]) => `${file}: ${link}`),
  );
  t.deepEqual(broken, []);
});

test('every section of the specification that a comment names exists', (t) => {
  const sections = [...read('docs/specification.md').matchAll(/^## (\d+)\. /gm)].map(([, number]) => number);
  t.deepEqual(
    sections,
    Array.from({ length: sections.length }, (_, i) => String(i + 1)),
  );
  const named = sources.flatMap((file) =>
    [...commentsOf(read(file)).matchAll(/docs\/specification\.md, sections? (\d+)(?: and (\d+))?/g)].flatMap(
      ([, ...numbers]) => numbers.flatMap((number) => (number === undefined ? [] : [{ file, number }])),
    ),
  );
  t.true(named.length > 3);
  t.deepEqual(
    named.filter(({ number }) => !sections.includes(number)),
    [],
  );
  // Comments name docs/specification.md by its path: a reader has no other specification to look a section up in.
  t.deepEqual(
    sources.filter((file) => /specification,? section|section \d+ of the specification/i.test(commentsOf(read(file)))),
    [],
  );
});

test('every script that a document runs by npm exists', (t) => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const run = documents.flatMap((file) => [...read(file).matchAll(/npm run ([\w:-]+)/g)].map(([, name = '']) => name));
  t.deepEqual(
    run.filter((name) => !(name in scripts)),
    [],
  );
  t.true(run.length > 3);
});

test('every program that a document runs by npx is there after npm ci', (t) => {
  const { bin, devDependencies } = JSON.parse(read('package.json')) as Record<string, Record<string, string>>;
  const run = documents.flatMap((file) => [...read(file).matchAll(/\bnpx ([\w-]+)/g)].map(([, name = '']) => name));
  t.deepEqual(
    run.filter((name) => !(name in { ...bin, ...devDependencies })),
    [],
  );
  t.true(run.includes('tsx') && run.includes('sidelobe'));
});

test('architecture.md names every folder of the core and of the service', (t) => {
  const tree = /## Folders and layers\n\n```\n([\s\S]*?)```/.exec(read('docs/architecture.md'))?.[1] ?? '';
  const missing = ['assembly', 'src'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !tree.includes(`${entry.name}/`))
      .map((entry) => join(folder, entry.name)),
  );
  t.deepEqual(missing, []);
});

test('the README takes one or two screens, and the changelog begins with the version of the package', (t) => {
  t.true(read('README.md').split('\n').length <= 90);
  const { version } = JSON.parse(read('package.json')) as { version: string };
  t.is(/^## (\S+)/m.exec(read('CHANGELOG.md'))?.[1], version);
});

/**
 * Says what is wrong with a line of a diagram: an open bracket or quote, or a semicolon, which would end the statement.
 */
function faultOf(line: string): string | undefined {
  if ((line.match(/"/g) ?? []).length % 2 === 1) return 'a quote is not closed';
  const bare = line.replaceAll(/"[^"]*"/g, '');
  for (const [open, close] of ['()', '[]', '{}']) {
    if (bare.split(open ?? '').length !== bare.split(close ?? '').length) return `${open} without ${close}`;
  }
  return bare.includes(';') ? 'a semicolon ends the statement' : undefined;
}

test('diagrams are of a known kind, and close what they open', (t) => {
  const diagrams = documents.flatMap((file) =>
    [...read(file).matchAll(/```mermaid\n([\s\S]*?)```/g)].map(([, code = '']) => ({
      file,
      lines: code.trim().split('\n'),
    })),
  );
  t.true(diagrams.length > 3);
  for (const { file, lines } of diagrams) {
    t.regex(lines[0] ?? '', /^(?:flowchart (?:TB|TD|LR)|sequenceDiagram)$/, file);
    for (const line of lines) t.is(faultOf(line), undefined, `${relative(ROOT, file)}: ${line}`);
    const opened = lines.filter((line) => /^\s*(?:subgraph|loop|rect|alt|opt|par)\b/.test(line)).length;
    t.is(lines.filter((line) => /^\s*end$/.test(line)).length, opened, `${file}: ${lines[0]}`);
  }
});
