import test from 'ava';
import fc from 'fast-check';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { readXml, type XmlElement } from '../../../src/catalogue/text/xml.js';

/** An element as [name, text, ...children]. */
const listed = ({ name, text, children }: XmlElement): unknown[] => [name, text, ...children.map(listed)];
const read = (text: string): unknown => listed(readXml(text).children[0] as XmlElement);

test('elements, texts and prefixes are read, and what stands between elements is not', (t) => {
  const text = `\n<?xml version="1.0"?><!-- <a> --><!DOCTYPE a [<!ENTITY e "<b>"> <!-- ' > -->]>
    <n:a xmlns:n='urn:n' one = "1>2"> <b/>\n<c units="deg" >5<!-- > -->6</c><b>x</b></n:a ><?end?>\n`;
  t.deepEqual(read(text), ['a', '', ['b', ''], ['c', '56'], ['b', 'x']]);
});

test('references that XML defines are resolved, others and CDATA are left as they are', (t) => {
  t.deepEqual(read('<a>&lt;&amp;lt;&#65;&#x42;&e;&constructor;&#1114112;</a>'), [
    'a',
    '<&lt;AB&e;&constructor;&#1114112;',
  ]);
  t.deepEqual(read('<a>1<![CDATA[<b> &amp; ]] >]]>2</a>'), ['a', '1<b> &amp; ]] >2']);
});

for (const [text, message] of [
  ['<a>\n<b>\n</a>', 'line 3: </a> closes <b>'],
  ['<a>\n<b>', 'line 2: <b> is not closed'],
  ['<a/></a>', 'line 1: </a> closes nothing'],
  ['<a/>\n<b/>', 'line 2: <b> is a second root element'],
  ['<a/>\nmore', 'line 1: text outside of the root element: more'],
  ['<a b=1/>', 'line 1: no tag: <a b=1/>'],
  ['<a>1 < 2</a>', 'line 1: no tag: < 2</a>'],
  ['<a>A & B</a>', "line 1: a '&' that begins no reference, such as &amp;"],
  ['<a><!-- </a>', 'line 1: a comment does not end'],
  ['<a><![CDATA[</a>', 'line 1: a CDATA section does not end'],
  ['<!DOCTYPE a [<!ENTITY b "c"><a/>', 'line 1: the DOCTYPE does not end'],
] as const) {
  test(`refused: ${JSON.stringify(text)}`, (t) => {
    t.throws(() => readXml(text), { message });
  });
}

/** Trees of elements in which only leaves have text, as in an OMM. */
const { tree } = fc.letrec<{ tree: string }>((tie) => ({
  tree: fc
    .tuple(
      fc.constantFrom('a', 'B_1', 'c-d', 'n:e'),
      fc.constantFrom('', ' u="&amp;"', ' u=\'1\' v = "2"'),
      fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        fc.constantFrom('', '0', ' x y ', '&lt;3', '.5e-3', '<!-- c -->', 'é\n'),
        fc.array(tie('tree'), { maxLength: 4 }).map((children) => children.join('\n')),
      ),
    )
    .map(([name, attributes, content]) => `<${name}${attributes}>${content}</${name}>`),
}));

test('it reads what fast-xml-parser reads, and refuses a document that is cut', (t) => {
  const oracle = new XMLParser({
    preserveOrder: true,
    parseTagValue: false,
    removeNSPrefix: true,
    trimValues: false,
    ignoreAttributes: true,
  });
  type Node = Record<string, unknown>;
  const ofOracle = (node: Node): unknown[] => {
    const name = Object.keys(node)[0] ?? '';
    const inner = node[name] as Node[];
    const text = inner.map((child) => child['#text']).filter((piece) => typeof piece === 'string');
    const kept = text.filter((piece) => piece.trim() !== '').join('');
    return [name, kept, ...inner.filter((child) => !('#text' in child)).map(ofOracle)];
  };
  fc.assert(
    fc.property(tree, fc.nat(), (text, cut) => {
      t.true(XMLValidator.validate(text));
      t.deepEqual(read(text), ofOracle((oracle.parse(text) as Node[])[0] as Node));
      const part = text.slice(0, 1 + (cut % (text.length - 1)));
      if (part.length < text.length) t.throws(() => readXml(part));
    }),
  );
});
