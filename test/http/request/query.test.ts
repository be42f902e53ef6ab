import test from 'ava';
import fc from 'fast-check';
import { parseQuery } from '../../../src/http/request/validation.js';

test('values come through form encoding unchanged', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (lat, lon) => {
      const { values } = parseQuery(new URLSearchParams({ lat, lon }).toString(), ['lat', 'lon']);
      return values.get('lat') === lat && values.get('lon') === lon;
    }),
  );
  t.pass();
});

test('empty pairs are ignored, and a name alone has the empty value', (t) => {
  t.deepEqual(
    [...parseQuery('&lat=1&&lon', ['lat', 'lon']).values],
    [
      ['lat', '1'],
      ['lon', ''],
    ],
  );
  t.deepEqual([...parseQuery('', ['lat']).values], []);
});

for (const [query, name, rule] of [
  ['lat=1&lat=2', 'lat', /repeated/],
  ['lat=1&l%61t=1', 'lat', /repeated/],
  ['foo=1', 'foo', /unknown; parameters of this route: lat, lon/],
  ['Lat=1', 'Lat', /unknown/],
  ['=1', '', /unknown/],
  ['__proto__=1', '__proto__', /unknown/],
  ['lat[]=1', 'lat[]', /array; give lat once/],
  ['lat%5B0%5D=1', 'lat[0]', /array; give lat once/],
  ['lat=%zz', 'lat', /percent-encoded/],
  ['lat=%ff', 'lat', /percent-encoded/],
  ['%ff=1', '%ff', /percent-encoded/],
] as const) {
  test(`?${query} is refused, naming the parameter`, (t) => {
    const { broken } = parseQuery(query, ['lat', 'lon']);
    t.deepEqual([...broken.keys()], [name]);
    t.regex(broken.get(name) ?? '', rule);
  });
}

test('every fault of a query is told, and a wrong value does not count as missing too', (t) => {
  const { values, broken } = parseQuery('lat[]=1&lon=%zz&foo=1&foo=2', ['lat', 'lon']);
  t.deepEqual([...broken.keys()], ['lat[]', 'lon', 'foo']);
  t.deepEqual([...values.keys()], ['lat', 'lon']);
});
