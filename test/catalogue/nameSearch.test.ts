import test from 'ava';
import fc from 'fast-check';
import { type Found, findByName, nameEntries } from '../../src/catalogue/nameSearch.js';
import { atOnce } from '../../src/core/pieces.js';

const NAMES: Readonly<Record<number, string>> = {
  25_544: 'ISS (ZARYA)',
  26_400: 'ISS (ZVEZDA)',
  68_454: 'AISSAT 4',
  44_714: 'STARLINK-1008',
  44_713: 'STARLINK-99',
  58_636: 'STARLINK-31008',
  10_080: 'OBJECT A',
  52_202: 'COSMOS 2554',
  7: 'NAVSTAR 81 (USA 319)',
  9: 'ÉTOILE',
};

const foundIn = (names: ReadonlyMap<number, string>, text: string, limit: number): Found =>
  atOnce(findByName(atOnce(nameEntries(names)), text, limit));
const names = new Map(Object.entries(NAMES).map(([number, name]) => [Number(number), name]));
const find = (text: string, limit = 20): string[] =>
  foundIn(names, text, limit).noradNumbers.map((number) => NAMES[number] ?? '');

test('a text is found in either case, and however its words are separated', (t) => {
  for (const text of ['starlink 1008', 'STARLINK-1008', 'starlink1008', ' Starlink  1008 ', '1008 starlink']) {
    t.deepEqual(find(text), ['STARLINK-1008', 'STARLINK-31008'], text);
  }
  t.deepEqual(find('zarya)'), ['ISS (ZARYA)']);
  t.deepEqual(find('usa navstar'), ['NAVSTAR 81 (USA 319)']);
  t.deepEqual(find('étoile'), ['ÉTOILE']);
});

test('the number itself comes first, then names, then words that begin with the text, names that contain it, and numbers that begin with it', (t) => {
  t.deepEqual(find('7'), ['NAVSTAR 81 (USA 319)']);
  for (const text of ['25544', '00025544', '0255']) t.is(find(text).at(-1), 'ISS (ZARYA)', text);
  t.deepEqual(find('iss'), ['ISS (ZARYA)', 'ISS (ZVEZDA)', 'AISSAT 4']);
  t.deepEqual(find('1008'), ['STARLINK-1008', 'STARLINK-31008', 'OBJECT A']);
  t.deepEqual(find('2554'), ['COSMOS 2554', 'ISS (ZARYA)']);
});

test('a constellation is found by its own name, which is not that of its satellites', (t) => {
  t.deepEqual(find('gps'), ['NAVSTAR 81 (USA 319)']);
});

test('equal matches come by name, with numbers by size', (t) => {
  t.deepEqual(find('starlink'), ['STARLINK-99', 'STARLINK-1008', 'STARLINK-31008']);
});

test('no more matches are returned than asked for, and all are counted', (t) => {
  const { noradNumbers, count } = foundIn(names, 's', 2);
  t.is(noradNumbers.length, 2);
  t.is(count, [...names.values()].filter((name) => name.includes('S')).length);
});

test('texts that name nothing find nothing', (t) => {
  for (const text of ['', '  ', '%', '_', '\\', '\0', "'", '-', 'no such satellite']) t.deepEqual(find(text), [], text);
});

test('property: the best matches are the first of all matches, in whatever order the names come', (t) => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b', '1', '9', '-', ' ') });
  const named = fc.uniqueArray(fc.tuple(fc.nat(), name), { selector: ([number]) => number });
  const check = fc.property(named, name, fc.integer({ min: 1, max: 5 }), (given, text, limit) => {
    const all = foundIn(new Map(given), text, Infinity);
    t.is(all.noradNumbers.length, all.count);
    const some = foundIn(new Map(given.toReversed()), text, limit);
    t.deepEqual(some, { noradNumbers: all.noradNumbers.slice(0, limit), count: all.count });
  });
  fc.assert(check, { seed: 17 });
});
