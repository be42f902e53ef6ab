import test from 'ava';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { parseCatalogue, parseTransmitters } from '../../src/catalogue/index.js';
import { UserError } from '../../src/errors.js';
import { bytes, csv, ISS, ISS_ELSET, ISS_TLE, json, xml } from './fixtures.js';
import { linesOf } from '../../src/catalogue/text/text.js';

const TEXTS = [
  ['omm-csv', csv(ISS)],
  ['omm-json', json(ISS)],
  ['omm-xml', xml(ISS)],
  ['3le', `ISS (ZARYA)\n${ISS_TLE.join('\n')}\n`],
] as const;

for (const [format, text] of TEXTS) {
  test(`${format} is known by its content: plain, gzipped, with a byte order mark, in UTF-16`, (t) => {
    const variants = [
      bytes(text),
      gzipSync(text),
      bytes(`\ufeff${text}`),
      gzipSync(`\ufeff${text}`),
      bytes(`\n\n${text.replaceAll('\n', '\r\n')}`),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
    ];
    for (const variant of variants) {
      const parsed = parseCatalogue(variant, 'gp');
      t.is(parsed.format, format);
      t.is(parsed.source, 'gp');
      t.deepEqual(parsed.elsets, [ISS_ELSET]);
    }
  });
}

test('two lines without a name are a TLE', (t) => {
  t.is(parseCatalogue(bytes(ISS_TLE.join('\n')), 'gp').format, 'tle');
});

const ACCEPTED = 'Accepted are OMM as JSON, CSV or XML, TLE and 3LE, each also gzipped.';
const REFUSED: readonly (readonly [string, Uint8Array, string])[] = [
  ['an empty file', bytes(''), `gp: the file is empty. ${ACCEPTED}`],
  ['blank lines', bytes('\ufeff\r\n \n'), `gp: the file is empty. ${ACCEPTED}`],
  ['gzipped nothing', gzipSync(''), `gp: the file is empty. ${ACCEPTED}`],
  ['a JPEG', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16), `gp: the file is a JPEG image. ${ACCEPTED}`],
  ['a ZIP archive', bytes('PK\u0003\u0004....'), `gp: the file is a ZIP archive. ${ACCEPTED}`],
  ['gzip within gzip', gzipSync(gzipSync('x')), `gp: the file is gzip within gzip. ${ACCEPTED}`],
  ['binary data', Uint8Array.of(0, 1, 2, 3), `gp: the file holds binary data. ${ACCEPTED}`],
  [
    'other encodings',
    Uint8Array.of(0x41, 0xe9, 0x41),
    `gp: the file is binary, or text that is neither UTF-8 nor UTF-16. ${ACCEPTED}`,
  ],
  [
    'an HTML page',
    bytes('<!DOCTYPE html>\n<html><head><title>404 Not Found</title></head></html>'),
    `gp: the file is an HTML page, titled "404 Not Found". ${ACCEPTED}`,
  ],
  [
    'an answer without data',
    bytes('No GP data found\r\n'),
    `gp: the file holds no elements but an answer: "No GP data found". ${ACCEPTED}`,
  ],
  [
    'an answer to a wrong query',
    bytes('Invalid query: "GROUP=actve&FORMAT=csv"'),
    `gp: the file holds no elements but an answer: "Invalid query: "GROUP=actve&FORMAT=csv"". ${ACCEPTED}`,
  ],
  [
    'keyword notation',
    bytes('CCSDS_OMM_VERS = 2.0\n'),
    `gp: the file is an OMM in keyword notation (KVN). ${ACCEPTED}`,
  ],
  [
    'prose',
    bytes('Dear all,\nhello'),
    `gp: the file begins with "Dear all,", which is neither an OMM nor a TLE. ${ACCEPTED}`,
  ],
  ['an empty array', bytes('[]'), `gp: the file holds no records. ${ACCEPTED}`],
  ['a header alone', bytes(csv(ISS).split('\n', 1)[0] ?? ''), `gp: the file holds no records. ${ACCEPTED}`],
  [
    'other XML',
    bytes('<rss version="2"/>'),
    'gp: this XML holds no OMM: expected <ndm><omm><body><segment>, found <rss>',
  ],
];

for (const [what, content, message] of REFUSED) {
  test(`${what} is refused, saying what was found and what is accepted`, (t) => {
    t.throws(() => parseCatalogue(content, 'gp'), { instanceOf: UserError, message });
  });
}

test('JSON that is no OMM is refused with its keys', (t) => {
  t.throws(() => parseCatalogue(bytes('[{"uuid":"x","downlink_low":1}]'), 'gp'), {
    instanceOf: UserError,
    message: /^gp: this JSON begins with an object of "uuid, downlink_low", and none of its records has a keyword/,
  });
});

const CUT = [
  ['JSON', bytes(json(ISS).slice(0, -9)), /^gp: not valid JSON \(is the file complete\?\): /],
  ['XML', bytes(xml(ISS).slice(0, -9)), /^gp: not valid XML \(is the file complete\?\): line \d+: /],
  [
    'gzip',
    gzipSync(csv(ISS)).subarray(0, 60),
    /^gp: the file begins as gzip but does not unpack \(is it complete\?\): /,
  ],
] as const;

for (const [what, content, message] of CUT) {
  test(`${what} that is cut off is refused`, (t) => {
    t.throws(() => parseCatalogue(content, 'gp'), { instanceOf: UserError, message });
  });
}

test('gzip that unpacks to more than the limit is refused', (t) => {
  t.throws(() => parseCatalogue(gzipSync(Buffer.alloc(2_000_001, ' ')), 'gp', 2_000_000), {
    instanceOf: UserError,
    message: 'gp: the file unpacks to more than 2 MB, the most that is read',
  });
});

const transmitterJson = JSON.stringify([
  { uuid: 'a', alive: true, status: 'active', downlink_low: 1e9, norad_cat_id: 5 },
]);
const starts = ['', '[', '{"EPOCH":', '<', '<ndm><omm>', 'EPOCH,BSTAR\n', '1 25544U ', '\u001f\u008b'].map((start) =>
  bytes(start),
);
const valid = [
  ...TEXTS.map(([, text]) => text),
  transmitterJson,
  'norad_cat_id,downlink_low_hz,downlink_high_hz\n5,1e9,\n',
].map(bytes);

const anyBytes = fc
  .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 200 }))
  .map((parts) => Buffer.concat(parts));
const damaged = fc
  .tuple(fc.constantFrom(...valid), fc.nat(), fc.nat({ max: 20 }), fc.uint8Array({ maxLength: 6 }))
  .map(([content, at, removed, added]) => {
    const from = at % content.length;
    return Buffer.concat([content.subarray(0, from), added, content.subarray(from + removed)]);
  });

test('of any bytes, each record is an elset or a rejection, or the whole is refused for people to read', (t) => {
  fc.assert(
    fc.property(fc.oneof(anyBytes, damaged), fc.boolean(), (content, gzipped) => {
      const input = gzipped ? gzipSync(content) : content;
      try {
        const { elsets, rejections, rowsRead } = parseCatalogue(input, 'gp');
        t.is(elsets.length + rejections.length, rowsRead);
      } catch (error) {
        t.true(error instanceof UserError, String(error));
      }
      try {
        const { transmitters, rejections, skipped, rowsRead } = parseTransmitters(input, 'tx');
        const left = Object.values(skipped).reduce((sum, count) => sum + count, 0);
        t.is(transmitters.length + rejections.length + left, rowsRead);
      } catch (error) {
        t.true(error instanceof UserError, String(error));
      }
    }),
    { numRuns: 1500 },
  );
});

test('lines are those that a split finds, without the blank ones', (t) => {
  const pieces = fc.constantFrom('a', ' b ', '\n', '\r', '\r\n', ' ', '\t', '\u00a0', '\u2028', 'é');
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.array(pieces), (parts) => {
        const text = parts.join('');
        const expected = text
          .split(/\r\n|\n|\r/)
          .map((content, index) => ({ line: index + 1, text: content }))
          .filter((line) => line.text.trim() !== '');
        return JSON.stringify([...linesOf(text)]) === JSON.stringify(expected);
      }),
    ),
  );
});
