import { readdirSync, readFileSync } from 'node:fs';
import { QUIET } from '../helpers/metrics.js';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import test from 'ava';
import { describeSettings } from '../../src/config.js';
import { createMetrics } from '../../src/http/metrics.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const operations = read('docs/operations.md');

/** Files that pass their messages on by a name or to a callback, instead of to the log. */
const NAMED = ['src/db/analysis/blockQueue.ts', 'src/http/middleware/begin.ts'];

/** Message template with each variable part replaced by the same sign. */
function normalized(message: string): string {
  return message.replaceAll(/\$\{[^}]*\}/g, '…').replaceAll(/\s+/g, ' ');
}

/** Message of each call in src/ that logs a warning or an error; undefined if the call gets its message as a value. */
function messages(): { file: string; message: string | undefined }[] {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('web/'))
    .map((file) => join('src', file));
  return files.flatMap((file) =>
    [...read(file).matchAll(/\blog(?:\.child\([^)]*\))?\.(?:warn|error|fatal)\(([\s\S]*?)\)(?:;|,\n|\n)/g)].map(
      ([, given = '']) => {
        const texts = [...given.matchAll(/'([^'\n]*)'|`([^`]*)`/g)].map(
          ([, plain, template]) => plain ?? template ?? '',
        );
        return { file, message: texts.length === 0 ? undefined : normalized(texts.at(-1) ?? '') };
      },
    ),
  );
}

/** First column of the table below a heading. */
function listed(heading: string): string[] {
  const text = operations.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...text.matchAll(/^\| `([^`]+)`(?:, `([^`]+)`)*[^|]*\|/gm)].flatMap(([row]) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
}

test('every message above info is listed with what to do, and no other', (t) => {
  const written = messages();
  t.true(written.length > 20, `${written.length} messages`);
  const known = new Set(listed('Messages'));
  const said = new Set(written.flatMap(({ message }) => message ?? []));
  const named = NAMED.map(read)
    .join('\n')
    .replaceAll(/' \+\n\s*'/g, '');
  t.deepEqual(
    written
      .filter(({ message }) => message !== undefined && !known.has(message))
      .map(({ file, message }) => `${file}: ${message}`),
    [],
    'add it to the table of docs/operations.md',
  );
  t.deepEqual(
    [...known].filter((message) => !said.has(message) && !named.includes(message.replace(/ …$/, ''))),
    [],
    'no code writes it',
  );
});

test('every rule of alerts has its line, and asks for metrics that there are', async (t) => {
  const rules = read('docs/deploy/alerts.yaml');
  const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);
  t.deepEqual(listed('Alerts'), names);
  const metrics = createMetrics(QUIET);
  const served = await metrics.text();
  const asked = `${rules}\n${read('docs/deploy/grafana.json')}\n${operations}`;
  const used = [...asked.matchAll(/\b(?:sidelobe|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name);
  const missing = used.filter(
    (name) =>
      !served.includes(`# TYPE ${name.replace(/_(?:bucket|count|sum)$/, '')} `) && !served.includes(`# TYPE ${name} `),
  );
  t.deepEqual([...new Set(missing)], []);
  const own = [...served.matchAll(/^# TYPE (sidelobe_\w+)/gm)].map(([, name = '']) => name);
  t.deepEqual(
    own.filter((name) => !listed('Metrics').some((row) => row.startsWith(name))),
    [],
  );
  const board = JSON.parse(read('docs/deploy/grafana.json')) as { panels: object[] };
  t.true(board.panels.length > 10);
});

test('deployment files set only existing settings', (t) => {
  const settings = new Set(describeSettings({}).map(({ name }) => name));
  for (const file of readdirSync(join(ROOT, 'docs/deploy'))) {
    const names = [...read(join('docs/deploy', file)).matchAll(/(?<![\w$])([A-Z]+(?:_[A-Z]+)+)(?==|: )/g)].map(
      ([, name = '']) => name,
    );
    const foreign = /^(?:NODE_ENV|POSTGRES_\w+|SIDELOBE_HOST|NET_BIND_SERVICE)$/;
    for (const name of names.filter((one) => !foreign.test(one))) t.true(settings.has(name), `${file}: ${name}`);
  }
});
