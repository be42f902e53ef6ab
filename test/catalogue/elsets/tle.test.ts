import test from 'ava';
import fc from 'fast-check';
import { meanPerigeeKm } from '../../../src/catalogue/describe.js';
import { parseTle } from '../../../src/catalogue/elsets/tle.js';
import { ISS_ELSET, ISS_TLE, withChecksum } from '../fixtures.js';

const [ONE, TWO] = ISS_TLE;
const OTHER = [
  'VANGUARD DEB            ',
  '1 69999U 58002D   26189.70990935 -.00000023  00000+0 -70517-5 0  9996',
  '2 69999  34.2417 341.8745 1487004  19.9191 345.3718 11.62373363189308',
];

/** Parses an element set between two good ones, to see that the parser goes on after a fault. */
function among(...lines: string[]): ReturnType<typeof parseTle> {
  return parseTle([...OTHER, 'ISS (ZARYA)             ', ...lines, ...OTHER].join('\n'));
}

function changed(line: string, column: number, text: string): string {
  return withChecksum(line.slice(0, column - 1) + text + line.slice(column - 1 + text.length));
}

test('a set is read with its implied decimal points, with and without name lines', (t) => {
  t.deepEqual(parseTle(`ISS (ZARYA)             \r\n${ONE}\r\n${TWO}\r\n`).elsets, [ISS_ELSET]);
  t.deepEqual(parseTle(`0 ISS (ZARYA)\n${ONE}\n${TWO}`).elsets, [ISS_ELSET]);
  t.deepEqual(parseTle(`\n${ONE}\n\n${TWO}\n`).elsets, [{ ...ISS_ELSET, name: '' }]);
});

test('a negative drag term and a large eccentricity keep their value', (t) => {
  const [elset] = parseTle(OTHER.join('\n')).elsets;
  t.like(elset, { bstar: -0.0000070517, eccentricity: 0.1487004, meanMotionDot: -2.3e-7, objectId: '1958-002D' });
});

const ALPHA_5 = [
  ['A0000', 100000],
  ['H9999', 179999],
  ['J0000', 180000],
  ['N0001', 220001],
  ['P0000', 230000],
  ['T0449', 270449],
  ['Z9999', 339999],
  ['    5', 5],
  ['00005', 5],
] as const;

for (const [text, number] of ALPHA_5) {
  test(`catalogue number "${text}" is ${number}`, (t) => {
    const { elsets, rejections } = parseTle(`${changed(ONE, 3, text)}\n${changed(TWO, 3, text)}`);
    t.deepEqual(rejections, []);
    t.is(elsets[0]?.noradNumber, number);
  });
}

for (const text of ['I0000', 'O0000', '00000', 'a0000', 'AA000', '2554 ']) {
  test(`catalogue number "${text}" is refused`, (t) => {
    const { elsets, rejections } = among(changed(ONE, 3, text), changed(TWO, 3, text));
    t.is(elsets.length, 2);
    t.is(rejections.length, 1);
    t.is(rejections[0]?.line, 5);
    t.regex(rejections[0]?.reason ?? '', /\(columns 3-7\) is ".*"; allowed: 00001 to 99999, or Alpha-5/);
  });
}

const FAULTS: readonly (readonly [string, readonly string[], number, RegExp])[] = [
  ['a wrong checksum in line 1', [`${ONE.slice(0, 68)}7`, TWO], 5, /checksum of line 1 .* is "7"; computed: 2/],
  ['a wrong checksum in line 2', [ONE, `${TWO.slice(0, 68)}7`], 6, /checksum of line 2 .* is "7"; computed: 1/],
  ['a changed digit', [ONE.replace('27777', '27778'), TWO], 5, /checksum of line 1 .* is "2"; computed: 3/],
  ['a short line 2', [ONE, TWO.replace('0003466', '000346')], 6, /line 2 of the set has 68 characters; allowed: 69/],
  ['a long line 1', [`${ONE} 9`, TWO], 5, /line 1 of the set has 71 characters; allowed: 69/],
  ['no line 2', [ONE], 5, /line 2 of the set is missing: line 6 of the file is "VANGUARD DEB"/],
  ['no line 1', [TWO], 5, /line 1 of the set is missing before line 5 of the file/],
  ['no lines', [], 4, /both lines of the set are missing: line 5 of the file is "VANGUARD DEB"/],
  ['numbers that differ', [ONE, changed(TWO, 3, '25545')], 6, /line 1 is of catalogue number 25544, line 2 of 25545/],
  ['a shifted field', [ONE, changed(TWO, 8, '5')], 6, /column 8 of line 2 of the set is "5"; allowed: a blank/],
  ['an epoch in no year', [changed(ONE, 19, '24367.00000000'), TWO], 5, /epoch .* is "24367.00000000"; allowed/],
  [
    'a letter in the drag term',
    [changed(ONE, 54, ' 2777x-3'), TWO],
    5,
    /BSTAR \(columns 54-61\) is " 2777x-3"; allowed/,
  ],
  ['a point in the eccentricity', [ONE, changed(TWO, 27, '.003466')], 6, /ECCENTRICITY \(columns 27-33\)/],
  ['an inclination past 180', [ONE, changed(TWO, 9, '181.0000')], 5, /INCLINATION is "181.0000"; allowed: 0 to 180/],
  ['no motion', [ONE, changed(TWO, 53, ' 0.00000000')], 5, /MEAN_MOTION is " 0.00000000"; allowed: 0\.05 to 20 rev/],
  ['a letter in the mean anomaly', [ONE, changed(TWO, 44, '338.55O2')], 5, /MEAN_ANOMALY is "338.55O2"; allowed/],
  ['elements of SGP4-XP', [changed(ONE, 63, '4'), TWO], 5, /EPHEMERIS_TYPE is "4"; allowed: 0, 1 or 2/],
];

for (const [what, lines, line, reason] of FAULTS) {
  test(`a set with ${what} is named, and the sets around it are kept`, (t) => {
    const { elsets, rejections, rowsRead } = among(...lines);
    t.deepEqual(
      elsets.map(({ noradNumber }) => noradNumber),
      [69999, 69999],
    );
    t.is(rejections.length, 1);
    t.is(rejections[0]?.line, line);
    t.regex(rejections[0]?.record ?? '', /ISS \(ZARYA\)$/);
    t.regex(rejections[0]?.reason ?? '', reason);
    t.is(rowsRead, 3);
  });
}

test('a file that ends within a set says so', (t) => {
  const { rejections } = parseTle(`${OTHER.join('\n')}\nISS (ZARYA)\n${ONE}\n`);
  t.deepEqual(rejections, [
    { line: 5, record: '25544 ISS (ZARYA)', reason: 'line 2 of the set is missing: the file ends' },
  ]);
});

const digits = (length: number): fc.Arbitrary<string> =>
  fc.integer({ min: 0, max: 10 ** length - 1 }).map((value) => String(value).padStart(length, '0'));
/** Decimals, right-aligned in `length` columns. */
const decimal = (max: number, decimals: number, length: number): fc.Arbitrary<string> =>
  fc
    .integer({ min: 0, max: max * 10 ** decimals })
    .map((value) => (value / 10 ** decimals).toFixed(decimals).padStart(length));

const randomTle = fc.record({
  number: fc.integer({ min: 1, max: 99_999 }),
  day: fc.tuple(digits(2), fc.integer({ min: 1, max: 365 }), digits(8)),
  dot: fc.tuple(fc.constantFrom(' ', '-'), digits(8)),
  bstar: fc.tuple(fc.constantFrom(' ', '-', '+'), digits(5), fc.constantFrom('-', '+'), fc.integer({ min: 0, max: 9 })),
  elementSetNo: fc.integer({ min: 0, max: 9999 }),
  inclination: decimal(180, 4, 8),
  raan: decimal(360, 4, 8),
  argPerigee: decimal(360, 4, 8),
  meanAnomaly: decimal(360, 4, 8),
  orbit: fc
    .record({
      meanMotion: fc
        .integer({ min: 5_000_000, max: 1_700_000_000 })
        .map((value) => (value / 1e8).toFixed(8).padStart(11)),
      eccentricity: digits(7),
    })
    .filter(
      ({ meanMotion: n, eccentricity: e }) =>
        meanPerigeeKm({ meanMotionRevPerDay: Number(n), eccentricity: Number(`0.${e}`) }) >= 0,
    ),
  revolutions: fc.integer({ min: 0, max: 99_999 }),
});

test('a set that is written out is read back with every value', (t) => {
  fc.assert(
    fc.property(randomTle, (set) => {
      const number = String(set.number).padStart(5, '0');
      const epoch = `${set.day[0]}${String(set.day[1]).padStart(3, '0')}.${set.day[2]}`;
      const elementSetNo = String(set.elementSetNo).padStart(4);
      const one = `1 ${number}U 98067A   ${epoch} ${set.dot[0]}.${set.dot[1]}  00000+0 ${set.bstar.join('')} 0 ${elementSetNo}`;
      const two =
        `2 ${number} ${set.inclination} ${set.raan} ${set.orbit.eccentricity} ${set.argPerigee} ${set.meanAnomaly} ` +
        `${set.orbit.meanMotion}${String(set.revolutions).padStart(5)}`;
      const { elsets, rejections } = parseTle(`${withChecksum(one)}\n${withChecksum(two)}`);
      t.deepEqual(rejections, []);
      const [sign, mantissa, exponentSign, exponent] = set.bstar;
      t.like(elsets[0], {
        noradNumber: set.number,
        inclinationDeg: Number(set.inclination),
        raanDeg: Number(set.raan),
        eccentricity: Number(`0.${set.orbit.eccentricity}`),
        argPerigeeDeg: Number(set.argPerigee),
        meanAnomalyDeg: Number(set.meanAnomaly),
        meanMotionRevPerDay: Number(set.orbit.meanMotion),
        revAtEpoch: set.revolutions,
        elementSetNo: set.elementSetNo,
        bstar: Number(`${sign.trim()}0.${mantissa}e${exponentSign}${exponent}`) + 0,
        meanMotionDot: Number(`${set.dot[0].trim()}0.${set.dot[1]}`) + 0,
      });
    }),
  );
});
