import test from 'ava';
import { constellationOf } from '../../src/catalogue/constellations.js';
import { node } from '../../src/catalogue/reference/orbits.js';
import { list, number, optional, readTable, text, whole } from '../../src/catalogue/tables/table.js';

const COLUMNS = { names: list(text), planes: whole(1, 99), heightKm: optional(number(200, 40_000)), node };
const HEADER = 'names,planes,heightKm,node,remark';
const rowsOf = (...lines: string[]) => readTable('own.csv', COLUMNS, [HEADER, ...lines, ''].join('\n'));

test('a table gives lists, numbers, nothing where a field is empty, and nodes; remarks are left out', (t) => {
  t.deepEqual(rowsOf('"A, B; C",2,,9.5 h,', 'D,3,550.5,0 deg,"one, of three"'), [
    { names: ['A, B', 'C'], planes: 2, heightKm: null, node: { localHours: 9.5 } },
    { names: ['D'], planes: 3, heightKm: 550.5, node: { raanDeg: 0 } },
  ]);
});

test('a field that is not allowed is named with its file, line and column, and what is allowed', (t) => {
  const cases: [line: string, message: string][] = [
    [',2,,0 deg,', 'names is ""; allowed: any text; several separated by "; "'],
    ['A; ,2,,0 deg,', 'names is "A; "; allowed: any text; several separated by "; "'],
    ['A,2.5,,0 deg,', 'planes is "2.5"; allowed: whole numbers, 1 to 99'],
    ['A,100,,0 deg,', 'planes is "100"; allowed: whole numbers, 1 to 99'],
    ['A,2,150,0 deg,', 'heightKm is "150"; allowed: nothing, or 200 to 40000'],
    ['A,2,high,0 deg,', 'heightKm is "high"; allowed: nothing, or 200 to 40000'],
    [
      'A,2,,9.5,',
      'node is "9.5"; allowed: degrees, as 22.5 deg, or the local time of a sun-synchronous orbit, as 9.5 h',
    ],
    ['A,2,,0 deg', 'the row has 4 fields; allowed: 5, as in the header'],
  ];
  for (const [line, message] of cases) {
    t.throws(() => rowsOf('A,1,,0 deg,', line), { message: `own.csv, line 3: ${message}` });
  }
  t.throws(() => readTable('own.csv', COLUMNS, 'names,planes,node\n'), { message: /lacks the column heightKm/ });
});

test('downlinks have their ends in hertz, how they are known, and their purpose', (t) => {
  t.deepEqual(constellationOf('ICEYE-X1')?.downlinks, [
    { lowHz: 2_263_000_000, highHz: 2_276_500_000, known: 'read', use: '' },
    { lowHz: 8_025_000_000, highHz: 8_400_000_000, known: 'general', use: '' },
    { lowHz: 9_300_000_000, highHz: 9_900_000_000, known: 'general', use: 'SAR' },
  ]);
});
