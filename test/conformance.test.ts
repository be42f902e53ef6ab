import { existsSync, readFileSync } from 'node:fs';
import test from 'ava';
import { shared } from './helpers/programs.js';

const conformance = readFileSync(new URL('../docs/conformance.md', import.meta.url), 'utf8');

interface Row {
  /** The number of the specification's section. */
  section: string;
  table: string;
  row: string;
  file: string;
  title: string;
}

function rowsOf(text: string): Row[] {
  let [section, table] = ['', ''];
  return text.split('\n').flatMap((line) => {
    section = /^## (\d)\./.exec(line)?.[1] ?? section;
    table = /^### (.*)/.exec(line)?.[1] ?? table;
    const [, row, file, title] = /^\| (.+?) +\| `(test\/[^`]+)`: (.+?) +\|$/.exec(line) ?? [];
    if (row === undefined || file === undefined || title === undefined) return [];
    return [{ section, table, row, file, title }];
  });
}

const rows = rowsOf(conformance);

test('every test that the table names exists', (t) => {
  t.true(rows.length > 100);
  t.is(conformance.split('\n').filter((line) => /^\| (?!row|-)/.test(line)).length, rows.length, 'each row has a test');
  for (const { file, title, row } of rows) {
    t.true(existsSync(file), `${row}: ${file}`);
    const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
    const declared = ["'", '"', '`'].some((quote) => {
      const at = text.indexOf(quote + title + quote);
      return at >= 0 && /\btest(?:\.serial)?\(\s*$/.test(text.slice(0, at));
    });
    t.true(declared, `${file} has no test “${title}”`);
  }
});

/** The first cells of the tables under each heading of a section of the specification. */
function specified(text: string, section: string): Map<string, string[]> {
  const from = text.indexOf(`## ${section}. `);
  const end = text.indexOf('\n## ', from + 1);
  const tables = new Map<string, string[]>();
  let heading = '';
  for (const line of text.slice(from, end < 0 ? undefined : end).split('\n')) {
    heading = /^### (.*)/.exec(line)?.[1] ?? heading;
    const cells = /^\| *(.*?) *\|$/.exec(line)?.[1]?.split(/ *\| */);
    if (!cells || /^-+$/.test(cells[0] ?? '')) continue;
    tables.set(heading, [
      ...(tables.get(heading) ?? []),
      section === '4' ? `${cells[0]} ${cells[1]}` : (cells[0] ?? ''),
    ]);
  }
  return tables;
}

const HEADINGS = new Set(['Field', 'Level', 'Band', 'nside', 'Status', 'Code', 'Limit', 'Method Path']);

test('no row of the specification’s tables of fields, endpoints, errors and limits is missing', (t) => {
  const path = shared(t, 'spec/api-specification.md');
  if (path === undefined) return;
  const text = readFileSync(path, 'utf8');
  let looked = 0;
  for (const section of ['2', '4', '7', '8']) {
    for (const [heading, names] of specified(text, section)) {
      for (const name of names) {
        // Tables of query parameters are covered by the endpoint that they belong to.
        if (HEADINGS.has(name) || (section === '4' && !/^(?:GET|POST|PATCH|DELETE) \//.test(name))) continue;
        // One table of the document may stand for several without a heading of their own.
        const listed = rows.filter((row) => row.section === section && (section !== '2' || row.table === heading));
        t.true(
          listed.some(({ row }) => row === name),
          `section ${section}, ${heading}: ${name}`,
        );
        looked++;
      }
    }
  }
  for (const [endpoint] of text.matchAll(/GET \/interference\/[a-z_]+/g))
    t.true(
      rows.some(({ row }) => row === endpoint),
      endpoint,
    );
  t.true(looked > 80, `${looked} rows`);
});
