import test from 'ava';
import fc from 'fast-check';
import { jsonFault } from '../../../src/http/request/jsonFault.js';

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

test('a text has a fault exactly where JSON.parse throws', (t) => {
  const pieces = fc.constantFrom(
    ...'{}[]:,"\\ \n\t\r\u0000eE+-.01u'.split(''),
    'true',
    'null',
    'false',
    '"a"',
    '\\u00e9',
    '\ufeff',
    '{"a":',
  );
  const soup = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''));
  const spoilt = fc
    .tuple(fc.json(), fc.nat(200), fc.nat(3), fc.string({ maxLength: 2 }))
    .map(([text, at, less, more]) => text.slice(0, at) + more + text.slice(at + less));
  fc.assert(
    fc.property(fc.oneof(soup, spoilt, fc.json()), (text) => (jsonFault(text) === undefined) === parses(text)),
    { numRuns: 2_000 },
  );
  t.pass();
});

test('the text before a fault can be completed to valid JSON', (t) => {
  const fault = (text: string) => {
    const { line = 0, column = 0, found = '' } = jsonFault(text) ?? {};
    return `${line}:${column} ${found}`;
  };
  t.is(fault('{"name": "Berlin"\n "latitude": 1}'), '2:2 "\\""');
  t.is(fault('{"a": 1,}'), '1:9 "}"');
  t.is(fault('[1,\r\n2,\r\n]'), '3:1 "]"');
  t.is(fault("{'a': 1}"), '1:2 "\'"');
  t.is(fault('{a: 1}'), '1:2 "a"');
  t.is(fault('{"a": None}'), '1:7 "N"');
  t.is(fault('{"a": 012}'), '1:7 "0"');
  t.is(fault('{"a": 1} x'), '1:10 "x"');
  t.is(fault('{"é😀": tru}'), '1:8 "t"');
  t.is(fault('{"a": "b\n"}'), '1:9 the end of the line');
  t.is(fault('{"a": "b\\x"}'), '1:9 "\\\\"');
  t.is(fault('{"a": "b'), '1:9 the end of the body');
  t.is(fault('{"a"'), '1:5 the end of the body');
  t.is(fault('{"a": 1}'), '0:0 ');
});

test('a fault names what is expected in its place', (t) => {
  const expected = (text: string) => jsonFault(text)?.expected;
  t.is(expected('{"a": 1 "b": 2}'), 'a comma or }');
  t.is(expected('[1 2]'), 'a comma or ]');
  t.is(expected('{"a" 1}'), 'a colon after the name');
  t.is(expected('{,}'), 'a name in double quotes or }');
  t.is(expected('{"a": 1,}'), 'a name in double quotes');
  t.is(expected('{"a": "\t"}'), 'the closing " of a text');
  t.is(expected('{} {}'), 'the end of the body');
  t.regex(expected('{"a":}') ?? '', /^a value/);
});
