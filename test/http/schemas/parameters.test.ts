import test from 'ava';
import fc from 'fast-check';
import { document } from '../../helpers/openapi.js';
import { formatDecimal } from '../../../src/http/schemas/groundStation.js';
import { boolean, canonicalPlace, id, latitude, longitude, nside } from '../../../src/http/schemas/parameters.js';

test('every float is read back from the text that JavaScript writes', (t) => {
  fc.assert(
    fc.property(fc.double({ min: -90, max: 90, noNaN: true }), (value) => latitude.parse(String(value)) === value + 0),
  );
  t.pass();
});

test('coordinates take decimals and exponents, and nothing else that Number() would', (t) => {
  t.is(latitude.parse('1e-05'), 0.00001);
  t.is(latitude.parse('9E1'), 90);
  t.is(latitude.parse('-90.000'), -90);
  t.is(longitude.parse('180'), 180);
  t.is(longitude.parse('007.5'), 7.5, 'a number may begin with zeros, and the document says so');
  t.is(id.parse('007'), 7);
  t.is(nside.parse('064'), 64);
  t.false(nside.safeParse('64.0').success);
  t.regex(document.info['description'] as string, /Numbers in paths and queries may begin with zeros\./);
  // test/http/everyRoute.test.ts tries more texts, on latitudes and longitudes alike.
  const refused = ['0b1', '1_0', '5e', '-90.1', '--5'];
  for (const text of refused) t.false(latitude.safeParse(text).success, text);
  t.false(longitude.safeParse('-180.5').success);
});

test('minus zero is zero', (t) => {
  t.is(latitude.parse('-0'), 0);
  t.is(longitude.parse('-0.0e5'), 0);
  t.is(longitude.parse('-1e-999'), 0);
});

test('the antimeridian is one place, and so is a pole', (t) => {
  t.deepEqual(canonicalPlace(10, 180), canonicalPlace(10, -180));
  t.deepEqual(canonicalPlace(90, 123), { latDeg: 90, lonDeg: 0 });
  t.deepEqual(canonicalPlace(-90, 180), { latDeg: -90, lonDeg: 0 });
  t.deepEqual(canonicalPlace(89.9, 123), { latDeg: 89.9, lonDeg: 123 });
});

test('booleans are true and false, as JSON or Python write them', (t) => {
  t.deepEqual(
    ['true', 'True', 'false', 'False'].map((text) => boolean.parse(text)),
    [true, true, false, false],
  );
  for (const text of ['', '1', '0', 'yes', 'TRUE', 'constructor']) t.false(boolean.safeParse(text).success, text);
});

test('a number is written as a plain decimal and reads back the same', (t) => {
  fc.assert(
    fc.property(fc.double({ min: -180, max: 180, noNaN: true }), (value) => {
      const text = formatDecimal(value);
      return /^-?\d+(\.\d+)?$/.test(text) && Number(text) === value;
    }),
    { examples: [[5e-324], [-2.2250738585072014e-308], [Number.EPSILON]] },
  );
  t.pass();
});
