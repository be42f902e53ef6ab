import { gzipSync } from 'node:zlib';
import test from 'ava';
import { parseTransmitters } from '../../src/catalogue/index.js';
import { UserError } from '../../src/errors.js';
import { bytes } from './fixtures.js';

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
    rejections: [],
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
] as const;

for (const [what, text, message] of REFUSED) {
  test(`${what} is refused as a whole`, (t) => {
    t.throws(() => parseTransmitters(bytes(text), 'tx'), { instanceOf: UserError, message });
  });
}
