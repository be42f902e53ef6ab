import { gzipSync } from 'node:zlib';
import test from 'ava';
import { parseTransmitters } from '../../src/catalogue/index.js';
import { UserError } from '../../src/errors.js';
import { bytes, televisionList, TRANSPONDER } from './fixtures.js';

const BEACON = {
  uuid: 'UzPz4gcsNBPKPKAFPmer7g',
  description: 'Beacon',
  alive: true,
  status: 'active',
  downlink_low: 136_658_500,
  downlink_high: null,
  norad_cat_id: 965,
  norad_follow_id: 7,
};
const satnogs = (...records: unknown[]): ReturnType<typeof parseTransmitters> =>
  parseTransmitters(bytes(JSON.stringify(records)), 'tx');
const HEADER = 'norad_cat_id,downlink_low_hz,downlink_high_hz,min_elevation_deg,description';
const table = (...rows: string[]): ReturnType<typeof parseTransmitters> =>
  parseTransmitters(bytes([HEADER, ...rows].join('\n')), 'tx');

test('a transmitter of SatNOGS DB is read', (t) => {
  t.deepEqual(satnogs({ ...BEACON, baud: 1200, mode: 'AFSK' }), {
    format: 'satnogs',
    transmitters: [
      {
        noradNumber: 965,
        source: 'satnogs',
        externalId: 'UzPz4gcsNBPKPKAFPmer7g',
        description: 'Beacon',
        downlinkLowHz: 136_658_500,
        downlinkHighHz: null,
        bandwidthHz: null,
        baud: 1200,
        mode: 'AFSK',
        eirpDbw: null,
        minElevationDeg: null,
      },
    ],
    carriers: [],
    rejections: [],
    warnings: [],
    skipped: {},
    rowsRead: 1,
  });
  const wide = satnogs({ ...BEACON, downlink_high: 136_700_000, baud: 0, mode: null }).transmitters[0];
  t.like(wide, { downlinkHighHz: 136_700_000, baud: null, mode: '' });
});

test('transmitters without a downlink are counted by reason, and are no error', (t) => {
  const { transmitters, rejections, skipped } = satnogs(
    BEACON,
    BEACON,
    { ...BEACON, alive: false },
    { ...BEACON, status: 'inactive' },
    { ...BEACON, status: 'invalid' },
    { ...BEACON, downlink_low: null },
    { ...BEACON, norad_cat_id: null },
  );
  t.is(transmitters.length, 1);
  t.deepEqual(rejections, []);
  t.deepEqual(skipped, { 'not alive': 1, 'not active': 2, 'no downlink': 1, 'no catalogue number': 1, repeated: 1 });
});

const WRONG: readonly (readonly [string, unknown, RegExp])[] = [
  ['downlink_low', 0, /^downlink_low is 0; allowed: whole hertz, above 0, up to 300000000000 \(300 GHz\)$/],
  ['downlink_low', 'S band', /^downlink_low is "S band"; allowed/],
  ['downlink_low', 1.5, /^downlink_low is 1.5; allowed/],
  ['downlink_high', 100, /^downlink_high is 100; allowed: from downlink_low, 136658500, on$/],
  ['norad_cat_id', 0, /^norad_cat_id is 0; allowed: 1 to 999999999$/],
  ['baud', -1, /^baud is -1; allowed: above 0, up to 100000000000$/],
  ['mode', 'x'.repeat(65), /^mode has 65 characters; allowed: up to 64$/],
  ['uuid', '', /^uuid is missing; allowed: text$/],
];

test('a SatNOGS record with a value out of range is named, and the others are kept', (t) => {
  for (const [keyword, value, reason] of WRONG) {
    const { transmitters, rejections } = satnogs(BEACON, { ...BEACON, uuid: 'b', [keyword]: value });
    t.is(transmitters.length, 1);
    t.is(rejections.length, 1);
    t.is(rejections[0]?.line, 2);
    t.true(rejections[0]?.record.endsWith('Beacon'));
    t.regex(rejections[0]?.reason ?? '', reason);
  }
});

test('a CSV is read, with and without its optional columns, gzipped too', (t) => {
  const full = table('44713,10.7e9,12700000000,25,"user, down"', '44713,137000000,,,');
  t.deepEqual(full.rejections, []);
  t.like(full.transmitters[0], {
    noradNumber: 44713,
    source: 'csv',
    description: 'user, down',
    downlinkLowHz: 10_700_000_000,
    downlinkHighHz: 12_700_000_000,
    minElevationDeg: 25,
  });
  t.like(full.transmitters[1], { description: '', downlinkHighHz: null, minElevationDeg: null });
  const short = parseTransmitters(gzipSync('Norad_Cat_Id,downlink_low_hz,downlink_high_hz\r\n5,108000000,\r\n'), 'tx');
  t.is(short.format, 'csv');
  t.like(short.transmitters[0], { noradNumber: 5, downlinkLowHz: 108_000_000, minElevationDeg: null });
});

const WIDE_HEADER = 'norad_cat_id,downlink_low_hz,downlink_high_hz,bandwidth_hz,baud,mode,eirp_dbw';
const wide = (...rows: string[]): ReturnType<typeof parseTransmitters> =>
  parseTransmitters(bytes([WIDE_HEADER, ...rows].join('\n')), 'tx');

test('a CSV may tell width, symbol rate, mode and power of a downlink', (t) => {
  const { transmitters, rejections } = wide('5,8.2e9,,375000000,4.4e8,OQPSK,-12.5', '6,137e6,,,,,');
  t.deepEqual(rejections, []);
  t.like(transmitters[0], { bandwidthHz: 375_000_000, baud: 440e6, mode: 'OQPSK', eirpDbw: -12.5 });
  t.like(transmitters[1], { bandwidthHz: null, baud: null, mode: '', eirpDbw: null });
});

test('a CSV row that tells more of the same downlink has the same key', (t) => {
  const [bare] = wide('5,8.2e9,,,,,').transmitters;
  const [full] = wide('5,8.2e9,,1000,800,BPSK,3').transmitters;
  t.is(full?.externalId, bare?.externalId);
  t.is(bare?.externalId, table('5,8200000000,,,').transmitters[0]?.externalId);
});

test('widths, symbol rates, modes and powers out of range are named', (t) => {
  const { transmitters, rejections } = wide(
    '5,8.2e9,,0,,,',
    '5,8.2e9,,,0,,',
    `5,8.2e9,,,,${'x'.repeat(65)},`,
    '5,8.2e9,,,,,151',
  );
  t.is(transmitters.length, 0);
  t.deepEqual(
    rejections.map(({ reason }) => reason),
    [
      'bandwidth_hz is "0"; allowed: whole hertz, above 0, up to 300000000000 (300 GHz)',
      'baud is "0"; allowed: above 0, up to 100000000000',
      'mode has 65 characters; allowed: up to 64',
      'eirp_dbw is "151"; allowed: -150 to 150 dBW',
    ],
  );
});

test('CSV rows that cannot be used are named with their line, and the others are kept', (t) => {
  const { transmitters, rejections, rowsRead } = table(
    '5,108000000,,0,',
    '5,108000000,107000000,,down',
    '5,,,,none',
    '5,108000000,,90,steep',
    '5,108000000,,-1,low',
    '0,108000000,,,zero',
    '5,108000000',
    '6,108000000,108000000,89.9,',
  );
  t.is(rowsRead, 8);
  t.deepEqual(
    transmitters.map(({ noradNumber }) => noradNumber),
    [5, 6],
  );
  t.deepEqual(
    rejections.map(({ line, record, reason }) => `${line}: ${record}: ${reason}`),
    [
      '3: 5 down: downlink_high_hz is 107000000; allowed: from downlink_low_hz, 108000000, on',
      '4: 5 none: downlink_low_hz is missing; allowed: whole hertz, above 0, up to 300000000000 (300 GHz)',
      '5: 5 steep: min_elevation_deg is "90"; allowed: 0 to below 90 degrees',
      '6: 5 low: min_elevation_deg is "-1"; allowed: 0 to below 90 degrees',
      '7: 0 zero: norad_cat_id is "0"; allowed: 1 to 999999999',
      '8: 5: the row has 2 fields; allowed: 5, as in the header',
    ],
  );
});

test('values in the wrong unit are warned of, with what is more likely meant, and are kept', (t) => {
  const doubts = (
    { transmitters, warnings }: ReturnType<typeof parseTransmitters>,
    read = warnings.length,
  ): string[] => {
    t.is(transmitters.length, read);
    return warnings.map(({ line, record, reason }) => `${line}: ${record}: ${reason}`);
  };
  const outside = 'is doubtful: satellites send between 13 MHz and 110 GHz';
  t.deepEqual(
    doubts(
      wide('5,2200,,,,,', '5,145825,,,,,', '5,1.4e11,,,,,', '5,8.2e9,,375,,,', '5,8.3e9,,36,,,', '5,29.4e6,,,,,'),
      6,
    ),
    [
      `2: 5: a downlink at 2200 Hz ${outside}; 2200000000 Hz (2200 MHz) is more likely`,
      `3: 5: a downlink at 145825 Hz ${outside}; 145825000 Hz (145.825 MHz) is more likely`,
      `4: 5: a downlink at 140000000000 Hz ${outside}; 140000000 Hz (140 MHz) is more likely`,
      '6: 5: a width of 36 Hz is doubtful; 36000000 Hz (36 MHz) is more likely',
    ],
  );
  t.deepEqual(doubts(satnogs({ ...BEACON, downlink_high: 437_000_000 })), [
    '1: 965 Beacon: a downlink from 136658500 to 437000000 Hz is doubtful: it is wider than an octave',
  ]);
  const megahertz = televisionList([130, 'X', TRANSPONDER.replace('11700000', '11700')]);
  t.like(parseTransmitters(bytes(megahertz), 'tx').warnings, [
    {
      line: 1,
      record: 'X 11700',
      reason: `a downlink at 11700000 Hz ${outside}; 11700000000 Hz (11700 MHz) is more likely`,
    },
  ]);
});

test('a television list is read by orbital slot, and what cannot be used is named', (t) => {
  const second = 'frequency="12500000" symbol_rate="22000000" polarization="2"';
  const text = televisionList(
    [-1771, '177.0W A &amp; B', TRANSPONDER, TRANSPONDER, second, TRANSPONDER.replace('27500000', '0')],
    [3700, 'C', TRANSPONDER],
    [1801, 'D', TRANSPONDER.replace('polarization="0"', 'polarization="4"'), second.replace('12500000', '1.5')],
  );
  const { carriers, ...rest } = parseTransmitters(gzipSync(text), 'tx');
  t.like(rest, { format: 'television', transmitters: [], warnings: [], skipped: { repeated: 1 }, rowsRead: 7 });
  t.deepEqual(
    rest.rejections.map(({ line, record, reason }) => `${line}: ${record}: ${reason}`),
    [
      '4: 177.0W A & B 11700000: symbol_rate is "0"; allowed: above 0, up to 100000000000',
      '5: C 11700000: position is "3700"; allowed: whole tenths of a degree east, -1800 to 3600',
      '6: D 11700000: polarization is "4"; allowed: 0 (horizontal), 1 (vertical), 2 (left-hand circular), 3 (right-hand circular)',
      '7: D 1.5: frequency is "1.5"; allowed: whole kilohertz, above 0, up to 300000000 (300 GHz)',
    ],
  );
  t.like(carriers[0], { slot: '177.0W A & B', downlinkLowHz: 11.7e9, baud: 27.5e6, mode: 'DVB-S2', line: 1 });
  t.like(carriers[1], { description: '177.0W A & B, left-hand circular', mode: 'DVB-S', longitudeDeg: -177.1 });
  t.is(carriers.length, 2);
});

const REFUSED = [
  [
    'a missing column',
    'norad_cat_id,downlink_low_hz\n5,1\n',
    /lacks the column downlink_high_hz\. Needed are norad_cat_id, /,
  ],
  ['a repeated column', `${HEADER},description\n`, /names the column description more than once/],
  [
    'a catalogue',
    '[{"NORAD_CAT_ID":5}]',
    /no record of this JSON has a downlink_low\. Accepted are the transmitters of Sat/,
  ],
  ['prose', 'hello\n', /the file begins with "hello"\. Accepted are/],
  ['an empty file', '', /the file is empty\. Accepted are/],
  ['a cut file', '[{"downlink_low":5', /not valid JSON/],
  ['a cut list', '<satellites><sat name="A" position="1">', /not valid XML \(is the file complete\?\): line 1: /],
  ['other XML', '<ndm><omm/></ndm>', /no television list: expected <satellites><sat><transponder>, found <ndm>/],
] as const;

for (const [what, text, message] of REFUSED) {
  test(`${what} is refused as a whole`, (t) => {
    t.throws(() => parseTransmitters(bytes(text), 'tx'), { instanceOf: UserError, message });
  });
}
