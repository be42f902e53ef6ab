import test from 'ava';
import fc from 'fast-check';
import { meanPerigeeKm } from '../../../src/catalogue/describe.js';
import { parseCatalogue } from '../../../src/catalogue/index.js';
import { bytes, csv, ISS, ISS_ELSET, json, xml, type Keywords } from '../fixtures.js';

const read = (text: string): ReturnType<typeof parseCatalogue> => parseCatalogue(bytes(text), 'gp.txt');
const without = (keyword: string, record: Keywords = ISS): Keywords =>
  Object.fromEntries(Object.entries(record).filter(([key]) => key !== keyword));

const ENCODINGS = [
  ['omm-csv', csv],
  ['omm-json', json],
  ['omm-xml', xml],
] as const;

test('JSON may be one object, and its values numbers', (t) => {
  const numeric = Object.fromEntries(
    Object.entries(ISS).map(([key, value]) => [key, Number.isNaN(Number(value)) ? value : Number(value)]),
  );
  t.deepEqual(read(JSON.stringify(numeric)).elsets, [ISS_ELSET]);
});

test('XML may be one omm, with a namespace, with units', (t) => {
  const one = xml(ISS)
    .replace(/<\/?ndm>/g, '')
    .replaceAll('<omm ', '<x:omm xmlns:x="urn:x" ')
    .replace('</omm>', '</x:omm>')
    .replace('<INCLINATION>', '<INCLINATION units="deg">');
  t.deepEqual(read(one).elsets, [ISS_ELSET]);
});

test('XML resolves references that the standard defines, and a DOCTYPE, which defines others, is refused', (t) => {
  const named = xml(ISS).replace('ISS (ZARYA)', '<![CDATA[<A>]]>&lt;&amp;&#66;&#x43;&e;&constructor;');
  t.is(read(named).elsets[0]?.name, '<A><&BC&e;&constructor;');
  const bomb = '<!DOCTYPE ndm [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><ndm>';
  t.throws(() => read(xml(ISS).replace('<ndm>', bomb)), {
    name: 'UserError',
    message: 'gp.txt: this XML has a DOCTYPE, which no accepted format has',
  });
});

for (const [what, text, message] of [
  ['crossed', '<ndm>\n<omm>\n</ndm></omm>', /line 3: Expected closing tag 'omm' \(opened in line 2.*'ndm'/],
  ['cut', '<ndm>\n<omm>', /line 1: Invalid .*"ndm", "omm".* found/],
  ['not closed', '<ndm>\n<omm', /line \d: /],
  ['a bare &', '<ndm>\n<omm>A & B</omm></ndm>', /line 2: char '&' is not expected/],
  ['a bare <', '<ndm>\n<omm>1 < 2</omm></ndm>', /line 2: Invalid space after '<'/],
  ['a comment without end', '<ndm>\n<!-- </ndm>', /line 1: /],
  ['a name of JavaScript', '<ndm><__proto__/></ndm>', /"__proto__" is a reserved/],
  ['depth', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}`, /Maximum nested tags exceeded/],
  ['depth without end', '<a>'.repeat(100_000), /^.{0,500}$/],
] as const) {
  test(`XML is refused with line and reason: ${what}`, (t) => {
    const error = t.throws(() => read(text), { name: 'UserError', message });
    t.true(error.message.startsWith('gp.txt: not valid XML (is the file complete?): '));
  });
}

test('CSV columns stand in any order, extra ones are ignored, quotes are taken off', (t) => {
  const reversed: Keywords = { EXTRA: '1,2', ...Object.fromEntries(Object.entries(ISS).reverse()) };
  t.deepEqual(read(csv(reversed)).elsets, [ISS_ELSET]);
  t.is(read(csv({ ...ISS, OBJECT_NAME: 'THE "BIG", ONE' })).elsets[0]?.name, 'THE "BIG", ONE');
});

for (const [format, write] of ENCODINGS) {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    ['ECCENTRICITY', '1', /^ECCENTRICITY is "1"; allowed: from 0 to below 1$/],
    ['ECCENTRICITY', '-.1', /^ECCENTRICITY is "-.1"; allowed/],
    ['INCLINATION', '180.1', /^INCLINATION is "180.1"; allowed: 0 to 180 degrees$/],
    ['MEAN_MOTION', '0', /^MEAN_MOTION is "0"; allowed: 0\.05 to 20 rev\/day$/],
    ['MEAN_MOTION', '0.049', /^MEAN_MOTION is "0.049"; allowed/],
    ['MEAN_MOTION', '20.1', /^MEAN_MOTION is "20.1"; allowed/],
    [
      'ECCENTRICITY',
      '.9',
      /^MEAN_MOTION 15\.\d+ and ECCENTRICITY 0\.9 put the perigee at a height of -5\d{3} km; allowed: 0/,
    ],
    ['RA_OF_ASC_NODE', 'NaN', /^RA_OF_ASC_NODE is "NaN"; allowed: -360 to 360 degrees$/],
    ['MEAN_ANOMALY', '1e999', /^MEAN_ANOMALY is "1e999"; allowed/],
    ['ARG_OF_PERICENTER', '0x10', /^ARG_OF_PERICENTER is "0x10"; allowed/],
    ['BSTAR', '', /^BSTAR is missing; allowed: a finite number$/],
    ['EPOCH', '2026-02-30T00:00:00', /^EPOCH is "2026-02-30T00:00:00"; allowed/],
    ['NORAD_CAT_ID', '0', /^NORAD_CAT_ID is "0"; allowed: 1 to 999999999$/],
    ['NORAD_CAT_ID', '1234567890', /^NORAD_CAT_ID is "1234567890"; allowed/],
    ['NORAD_CAT_ID', '25544.5', /^NORAD_CAT_ID is "25544.5"; allowed/],
    ['EPHEMERIS_TYPE', '4', /^EPHEMERIS_TYPE is "4"; allowed: 0, 1 or 2, .*SGP4-XP/],
    ['REV_AT_EPOCH', '1.5', /^REV_AT_EPOCH is "1.5"; allowed: a whole number/],
    ['MEAN_ELEMENT_THEORY', 'SGP4-XP', /^MEAN_ELEMENT_THEORY is "SGP4-XP"; allowed: SGP4/],
    ['TIME_SYSTEM', 'TAI', /^TIME_SYSTEM is "TAI"; allowed: UTC$/],
    ['REF_FRAME', 'EME2000', /^REF_FRAME is "EME2000"; allowed: TEME$/],
    ['CENTER_NAME', 'MARS', /^CENTER_NAME is "MARS"; allowed: EARTH$/],
  ];
  test(`${format}: a record with a value out of range is named, and the others are kept`, (t) => {
    const good = { ...ISS, TIME_SYSTEM: 'UTC', REF_FRAME: 'TEME', CENTER_NAME: 'EARTH', MEAN_ELEMENT_THEORY: 'SGP4' };
    for (const [keyword, value, reason] of cases) {
      const { elsets, rejections, rowsRead } = read(write(good, { ...good, [keyword]: value }, good));
      t.deepEqual(elsets, [ISS_ELSET, ISS_ELSET]);
      t.is(rowsRead, 3);
      t.is(rejections.length, 1);
      t.is(rejections[0]?.line, format === 'omm-csv' ? 3 : 2);
      t.true(rejections[0]?.record.includes('ISS (ZARYA)'));
      t.regex(rejections[0]?.reason ?? '', reason);
    }
  });

  test(`${format}: catalogue numbers to nine digits and all names of SGP4's theory are read`, (t) => {
    for (const number of ['5', '00005', '270449', '999999999']) {
      t.is(read(write({ ...ISS, NORAD_CAT_ID: number })).elsets[0]?.noradNumber, Number(number));
    }
    for (const theory of ['SGP', 'SGP4', 'SGP/SGP4', 'SDP4', '']) {
      t.deepEqual(read(write({ ...ISS, MEAN_ELEMENT_THEORY: theory })).elsets, [ISS_ELSET]);
    }
  });
}

test('a semi-major axis does not stand in for the mean motion, and the reason says so', (t) => {
  const axis = { ...ISS, MEAN_MOTION: '', SEMI_MAJOR_AXIS: '6796' };
  for (const [, write] of ENCODINGS) {
    t.regex(
      read(write(axis)).rejections[0]?.reason ?? '',
      /^MEAN_MOTION is missing, and SEMI_MAJOR_AXIS does not replace/,
    );
  }
  const header = csv(without('MEAN_MOTION', axis));
  t.throws(() => read(header), {
    name: 'UserError',
    message: /lacks the column MEAN_MOTION \(SEMI_MAJOR_AXIS does not/,
  });
});

test('fields that SGP4 does not need may be absent', (t) => {
  const needed = 'NORAD_CAT_ID EPOCH MEAN_MOTION ECCENTRICITY INCLINATION RA_OF_ASC_NODE ARG_OF_PERICENTER';
  const record = Object.fromEntries(
    [...needed.split(' '), 'MEAN_ANOMALY', 'BSTAR'].map((key) => [key, ISS[key] ?? '']),
  );
  for (const [, write] of ENCODINGS) {
    const { elsets } = read(write(record));
    t.like(elsets[0], { noradNumber: 25544, name: '', objectId: '', elementSetNo: 0, classification: 'U' });
  }
});

test('a CSV without a mandatory column, or with one twice, is refused with the name of the column', (t) => {
  t.throws(() => read(csv(without('INCLINATION'))), {
    name: 'UserError',
    message: /^gp.txt: the header \(line 1\) lacks the column INCLINATION\. Needed are NORAD_CAT_ID, EPOCH, /,
  });
  t.throws(() => read(csv(ISS).replace('ELEMENT_SET_NO', 'EPOCH')), {
    name: 'UserError',
    message: 'gp.txt: the header (line 1) names the column EPOCH more than once',
  });
});

test('a CSV row that is cut, or whose quotation marks do not pair, costs itself only', (t) => {
  const [header = '', row = ''] = csv(ISS).split('\n');
  const rows = [row, row.slice(0, 40), row.replace('ISS', '"ISS'), row.replace('ISS', 'I"S"S'), '', row];
  const { elsets, rejections, rowsRead } = read([header, ...rows].join('\r\n'));
  t.is(elsets.length, 2);
  t.is(rowsRead, 5);
  t.deepEqual(
    rejections.map(({ line, reason }) => [line, reason]),
    [
      [3, 'the row has 3 fields; allowed: 17, as in the header'],
      [4, 'the line has a quotation mark that opens or closes no field'],
      [5, 'the line has a quotation mark that opens or closes no field'],
    ],
  );
});

test('a JSON record that is no object, and a value that is no text or number, are named', (t) => {
  const { elsets, rejections } = read(
    JSON.stringify([ISS, null, { ...ISS, BSTAR: [1] }, { ...ISS, OBJECT_NAME: {} }, []]),
  );
  t.is(elsets.length, 1);
  t.deepEqual(
    rejections.map(({ line, reason }) => [line, reason]),
    [
      [2, 'the record is null; allowed: an object'],
      [3, 'BSTAR is an array; allowed: a finite number'],
      [4, 'OBJECT_NAME is an object; allowed: text'],
      [5, 'the record is an array; allowed: an object'],
    ],
  );
});

test('an empty omm in XML is named', (t) => {
  const { elsets, rejections } = read(xml(ISS).replace('</ndm>', '<omm/></ndm>'));
  t.is(elsets.length, 1);
  t.deepEqual(rejections, [
    { line: 2, record: 'without number and name', reason: 'NORAD_CAT_ID is missing; allowed: 1 to 999999999' },
  ]);
});

test('control characters of a name do not pass', (t) => {
  t.is(read(json({ ...ISS, OBJECT_NAME: 'A\u0000B\u001b[31m' })).elsets[0]?.name, 'A B [31m');
});

const finite = (min: number, max: number): fc.Arbitrary<number> =>
  fc.double({ min, max, noNaN: true, maxExcluded: true }).map((value) => value + 0);

const randomElements = fc
  .record({
    noradNumber: fc.integer({ min: 1, max: 999_999_999 }),
    epochUs: fc.integer({ min: Date.UTC(1957, 0) * 1000, max: Date.UTC(2200, 0) * 1000 }),
    meanMotionRevPerDay: finite(0.05, 17),
    eccentricity: finite(0, 1),
    inclinationDeg: finite(0, 180),
    raanDeg: finite(0, 360),
    argPerigeeDeg: finite(0, 360),
    meanAnomalyDeg: finite(-360, 360),
    bstar: finite(-1, 1),
  })
  .filter((elements) => meanPerigeeKm(elements) >= 0);

test('elements that are written out are read back bit for bit, in every encoding', (t) => {
  fc.assert(
    fc.property(randomElements, (elements) => {
      const seconds = new Date(Math.floor(elements.epochUs / 1e6) * 1000).toISOString().slice(0, 19);
      const micros = String(((elements.epochUs % 1e6) + 1e6) % 1e6).padStart(6, '0');
      const record = {
        ...ISS,
        NORAD_CAT_ID: String(elements.noradNumber),
        EPOCH: `${seconds}.${micros}`,
        MEAN_MOTION: String(elements.meanMotionRevPerDay),
        ECCENTRICITY: String(elements.eccentricity),
        INCLINATION: String(elements.inclinationDeg),
        RA_OF_ASC_NODE: String(elements.raanDeg),
        ARG_OF_PERICENTER: String(elements.argPerigeeDeg),
        MEAN_ANOMALY: String(elements.meanAnomalyDeg),
        BSTAR: String(elements.bstar),
      };
      for (const [, write] of ENCODINGS) {
        t.deepEqual(read(write(record)).elsets, [{ ...ISS_ELSET, ...elements }]);
      }
    }),
  );
});
