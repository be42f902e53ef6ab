import { readFileSync } from 'node:fs';
import test from 'ava';
import { describeSettings } from '../../src/config.js';
import { describedRoutes } from '../../src/http/routes/index.js';
import { requiredParameters } from '../helpers/requests.js';

const guide = readFileSync(new URL('../../docs/guide.md', import.meta.url), 'utf8');

/** Text between a heading of level 2 and the next one. */
function section(heading: string): string {
  const [, text] = new RegExp(`\\n## ${heading}\\n([\\s\\S]*?)(?=\\n## |$)`).exec(guide) ?? [];
  if (text === undefined) throw new Error(`docs/guide.md has no section ${heading}`);
  return text;
}

test('every setting is described, and every described setting exists', (t) => {
  const settings = describeSettings({}).map(({ name }) => name);
  const described = [...section('Settings').matchAll(/`([A-Z][A-Z_]+)`/g)].map(([, name]) => name);
  const byName = (a = '', b = ''): number => a.localeCompare(b);
  t.deepEqual([...new Set(described)].toSorted(byName), settings.toSorted(byName));
});

interface DescribedCall {
  text: string;
  route: string;
  parameters: string[];
  body: string | undefined;
}

/** Calls in the guide's table; a call without a method has the method of the call before it. */
function describedCalls(): DescribedCall[] {
  const cells = [...section('The calls').matchAll(/^\| (`.*?`) +\|/gm)].map(([, cell = '']) => cell);
  let method = '';
  return cells.flatMap((cell) =>
    [...cell.matchAll(/`(?:([A-Z]+) )?(\/[^ ?`]*)(?:\?([^ `]*))?(?: (\{[^`]*\}))?`/g)].map((call) => {
      const [text, own, path = '', query = '', body] = call;
      method = own ?? method;
      const parameters = query.split('&').filter((pair) => pair !== '');
      return { text, route: `${method} ${path}`, parameters: parameters.map((pair) => pair.replace(/=$/, '')), body };
    }),
  );
}

test('the table of calls has every call that there is, with the parameters and bodies that it takes', (t) => {
  const calls = describedCalls();
  const all = new Map(describedRoutes.map((route) => [`${route.method} ${route.path}`, route]));
  t.deepEqual(calls.map(({ route }) => route).toSorted(), [...all.keys()].toSorted());
  for (const { text, route: name, parameters, body } of calls) {
    const route = all.get(name);
    if (!route) continue;
    for (const parameter of parameters) t.true(parameter in route.query.shape, `${text}: ${parameter}`);
    for (const parameter of requiredParameters(route)) t.true(parameters.includes(parameter), `${text}: ${parameter}`);
    if (body !== undefined) t.true(route.body?.safeParse(JSON.parse(body)).success, text);
  }
});
