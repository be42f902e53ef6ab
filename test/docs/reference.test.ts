import { readFileSync } from 'node:fs';
import test from 'ava';
import { readComment } from '../../scripts/reference/comment.js';
import type { Declaration } from '../../scripts/reference/declarations.js';
import { REFERENCE, referenceText, sections } from '../../scripts/reference/reference.js';

const parts = sections();
const all = parts.flatMap(({ declarations }) => declarations);

/** Names of types that need no export: those of TypeScript and its library, and two lists of nsides. */
const BUILT_IN =
  /^(?:Array(?:Buffer)?Like|Date|Error|Partial|Pick|Promise|Record|Required|RegExp|Nside(?:32|64)|[A-Z]|\w+Array(?:Constructor)?)$/;

test('the reference is generated from the doc comments of the sources', async (t) => {
  t.is(readFileSync(REFERENCE, 'utf8'), await referenceText(parts), 'npm run reference writes it');
});

test('everything that the package exports has a doc comment, and so has every member', (t) => {
  t.true(all.length > 60);
  const mute = all.flatMap(({ name, comment, members }) => [
    ...(comment?.text ? [] : [name]),
    ...members
      .filter((member) => {
        const ofName = members.filter((other) => other.name === member.name);
        return !ofName.some(({ comment: said }) => said?.text);
      })
      .map((member) => `${name}.${member.name}`),
  ]);
  t.deepEqual(mute, []);
});

test('every type that an export names is exported too', (t) => {
  const exported = new Set(all.map(({ name }) => name));
  const namedBy = ({ text, members }: Declaration): string[] => {
    const code = [text, ...members.map((member) => member.text)].join('\n').replaceAll(/'[^']*'|\w+:/g, ' ');
    return [...code.matchAll(/\b[A-Z]\w*\b/g)].map(([name]) => name);
  };
  const unknown = all.flatMap((one) =>
    one.text.startsWith('const ')
      ? []
      : namedBy(one)
          .filter((name) => !exported.has(name) && !BUILT_IN.test(name))
          .map((name) => `${one.name}: ${name}`),
  );
  t.deepEqual(unknown, []);
});

test('a doc comment is read with its paragraphs and tags', (t) => {
  t.deepEqual(
    readComment(
      '/**\n * One\n * line.\n *\n * Another.\n *\n * @param a first; @param b.c second\n * @throws RangeError\n */',
    ),
    {
      text: 'One line.\n\nAnother.',
      params: [
        { name: 'a', text: 'first' },
        { name: 'b.c', text: 'second' },
      ],
      returns: undefined,
      throws: 'RangeError',
    },
  );
  t.like(readComment('/** Number. @returns 1 */'), { text: 'Number.', returns: '1' });
});
