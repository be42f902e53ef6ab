import test from 'ava';
import { readFileSync } from 'node:fs';
import { assignCarriers, parseTransmitters, readCatalogue } from '../../src/catalogue/index.js';
import { shared } from '../helpers/programs.js';
import { bytes, ISS_ELSET, stationary, televisionList, TRANSPONDER } from './fixtures.js';

/** Assigns a carrier at each slot to satellites: `got` lists these with the source, `unmatched` slots without any. */
function reached(slots: [position: number, name: string][], elsets: Parameters<typeof assignCarriers>[1]) {
  const list = televisionList(
    ...slots.map(([position, name]) => [position, name, TRANSPONDER] as [number, string, string]),
  );
  const { transmitters, unmatched } = assignCarriers(parseTransmitters(bytes(list), 'tx').carriers, elsets);
  return { got: transmitters.map(({ noradNumber, source }) => `${noradNumber} ${source}`), unmatched };
}

const NAMES: readonly (readonly [listed: string, named: readonly string[], others: readonly string[]])[] = [
  ['13.0E Hotbird 13F/13G', ['EUTELSAT HOTBIRD 13F', 'EUTELSAT HOTBIRD 13G'], ['COMSATBW-2']],
  ['Eutelsat 9B &amp; Ka-Sat 9A (9.0E)', ['EUTELSAT 9B', 'EUTELSAT KA-SAT 9A'], ['METEOSAT-11 (MSG-4)']],
  ['116.9W C-band Eutelsat 117 West A/B', ['EUTELSAT 117 WEST A', 'EUTELSAT 117 WEST B'], ['EUTELSAT 117']],
  ['30.0W Hispasat 30W-5/30W-6', ['HISPASAT 30W-5', 'HISPASAT 30W-6'], ['SPAINSAT']],
  ['101.0W Ku-band T9S/T16 &amp; SES 1', ['DIRECTV 9S', 'AT&T T-16', 'SES-1'], ['SES-11', 'SKYTERRA 1']],
  ['42.0E T\u00fcrksat 3A/4A', ['TURKSAT 3A', 'TURKSAT 4A'], ['TURKSAT 4B']],
  ['26.0E Badr 7/8', ['BADR-7 (ARABSAT-6B)', 'ARABSAT-7B (BADR-8)'], ["ES'HAIL 2"]],
  ['75.0E ABS 2', ['ABS-2'], ['ABS-2A', 'MUOS-4']],
  ['138.0E Telstar 18 Vantage', ['TELSTAR 18V'], ['TELSTAR 18']],
  ['98.0E C-band ChinaSat 11', ['ZHONGXING-11'], ['ZHONGXING-1', 'ZHONGXING-2A']],
  ['61.0W Amazonas 2/3/5', ['AMAZONAS 5'], ['AMAZONAS NEXUS', 'SKYNET 5']],
];

test('carriers go to the satellites at the slot that its name names, however the two write them', (t) => {
  for (const [listed, named, others] of NAMES) {
    const elsets = [...named, ...others].map((name, i) => stationary(i + 1, name, 20.1));
    t.deepEqual(
      reached([[200, listed]], elsets).got,
      named.map((_, i) => `${i + 1} television`),
      listed,
    );
  }
});

test('where names decide nothing they go to all that stand there, within 0.3 degrees, also across 180', (t) => {
  const elsets = [
    stationary(1, 'FAR EAST', -179.85),
    stationary(2, '', 179.75),
    stationary(3, 'NEXT SLOT', 179.5),
    { ...stationary(4, 'INCLINED', 180), inclinationDeg: 16 },
    { ...stationary(5, 'DRIFTING', 180), meanMotionRevPerDay: 1.0034 },
    { ...ISS_ELSET, noradNumber: 6 },
    stationary(7, 'GONE', 180),
    { ...stationary(7, 'GONE', 90), epochUs: ISS_ELSET.epochUs + 86_400e6 },
  ];
  const { got, unmatched } = reached(
    [
      [1800, 'Intelsat 18'],
      [100, '10.0E Eutelsat 10B'],
    ],
    elsets,
  );
  t.deepEqual(got, ['1 slot', '2 slot']);
  t.deepEqual(unmatched, [
    {
      line: 2,
      record: '10.0E Eutelsat 10B',
      reason:
        'no geostationary satellite of the catalogue stands within 0.3 degrees of 10 E; carriers that go to none: 1',
    },
  ]);
});

test('a real list finds a satellite for every slot in a real catalogue, nearly always by name', async (t) => {
  const list = shared(t, 'data/transmitters/satellites-2026-03.xml');
  const catalogue = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (list === undefined || catalogue === undefined) return;
  const { carriers, rejections, warnings, rowsRead } = parseTransmitters(readFileSync(list), list);
  t.deepEqual([rowsRead, rejections, warnings], [3436, [], []]);
  const { transmitters, unmatched } = assignCarriers(carriers, (await readCatalogue(catalogue)).elsets);
  t.deepEqual(unmatched, []);
  const numbers = (from: string) =>
    new Set(transmitters.filter(({ source }) => source === from).map((one) => one.noradNumber));
  t.log(`${numbers('television').size} satellites by name, ${numbers('slot').size} by slot alone`);
  t.true(numbers('television').size > 180);
  t.true(numbers('slot').size < 20);
});
