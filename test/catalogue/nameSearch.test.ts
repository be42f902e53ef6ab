import test from 'ava';
import fc from 'fast-check';
import { findByName, inOrder, nameEntries } from '../../src/catalogue/nameSearch.js';

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

const satellites = Object.entries(NAMES).map(([number, name]) => ({ noradNumber: Number(number), name }));
const entries = inOrder(nameEntries(satellites));
const find = (text: string, limit = 20): string[] =>
  findByName(entries, text, limit).satellites.map(({ name }) => name);

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
  t.deepEqual(find('25544'), ['ISS (ZARYA)']);
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
  const { satellites: some, count } = findByName(entries, 's', 2);
  t.is(some.length, 2);
  t.is(count, satellites.filter(({ name }) => name.includes('S')).length);
});

test('texts that name nothing find nothing', (t) => {
  for (const text of ['', '  ', '%', '_', '\\', '\0', "'", '-', 'no such satellite']) t.deepEqual(find(text), [], text);
});

test('entries that arrive in pieces are ordered as if they had arrived at once', (t) => {
  const satellite = fc.record({
    noradNumber: fc.nat(),
    name: fc.string({ unit: fc.constantFrom('a', 'b', '1', '9', '-', ' ') }),
  });
  fc.assert(
    fc.property(fc.array(satellite), fc.array(satellite), (a, b) => {
      const pieces = inOrder([...inOrder(nameEntries(a)), ...nameEntries(b)]);
      t.deepEqual(pieces, inOrder(nameEntries([...a, ...b])));
    }),
    { seed: 17 },
  );
});
