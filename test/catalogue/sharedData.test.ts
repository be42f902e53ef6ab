import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import test from 'ava';
import { parseCatalogue, readCatalogue, readTransmitters } from '../../src/catalogue/index.js';
import { shared } from '../helpers/shared.js';

test('the whole active catalogue is read, without a rejection, plain and gzipped', async (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const plain = await readCatalogue(path);
  t.is(plain.rowsRead, 15_985);
  t.deepEqual(plain.rejections, []);
  t.is(new Set(plain.elsets.map(({ noradNumber }) => noradNumber)).size, 15_985);
  t.like(plain.elsets[0], {
    noradNumber: 900,
    name: 'CALSPHERE 1',
    epochUs: Date.UTC(2026, 6, 10, 3, 44, 0) * 1000 + 383_136,
    bstar: 0.00040393571,
  });
  t.deepEqual(parseCatalogue(gzipSync(await readFile(path), { level: 1 }), path), plain);
});

test('27 objects of the stations group are equal in CSV, JSON and 3LE', async (t) => {
  const paths = ['csv', 'json'].map((ending) => shared(t, `data/edge/stations.omm.${ending}`));
  const [csv, json, tle] = [...paths, shared(t, 'data/edge/stations.3le.txt')];
  if (csv === undefined || json === undefined || tle === undefined) return;
  const { elsets, rejections } = await readCatalogue(csv);
  t.is(elsets.length, 27);
  t.deepEqual(rejections, []);
  t.deepEqual((await readCatalogue(json)).elsets, elsets);
  t.deepEqual((await readCatalogue(tle)).elsets, elsets);
});

test('one object is equal in CSV and XML', async (t) => {
  const csv = shared(t, 'data/edge/sample_omm.csv');
  const xml = shared(t, 'data/edge/sample_omm.xml');
  if (csv === undefined || xml === undefined) return;
  const { elsets } = await readCatalogue(csv);
  t.is(elsets.length, 1);
  t.deepEqual((await readCatalogue(xml)).elsets, elsets);
});

const CORRUPT = [
  ['good', 3, []],
  ['c1-checksum-digit', 2, [[5, 'the checksum of line 1 of the set (column 69) is "1"; computed: 6']]],
  ['c2-line-2-short', 2, [[6, 'line 2 of the set has 68 characters; allowed: 69']]],
  ['c4-line-2-missing', 2, [[5, 'line 2 of the set is missing: line 6 of the file is "DELTA 2 R/B(1)"']]],
] as const;

for (const [name, kept, faults] of CORRUPT) {
  test(`corrupt-${name}: ${kept} sets are kept, ${faults.length} named with line and reason`, async (t) => {
    const path = shared(t, `data/edge/corrupt-${name}.3le.txt`);
    if (path === undefined) return;
    const { elsets, rejections } = await readCatalogue(path);
    t.is(elsets.length, kept);
    t.deepEqual(
      rejections,
      faults.map(([line, reason]) => ({ line, record: '69999 VANGUARD DEB', reason })),
    );
  });
}

test('the Alpha-5 sets and the records with six digits name the same objects', async (t) => {
  const tle = shared(t, 'data/edge/alpha5.3le.txt');
  const json = shared(t, 'data/edge/six-digit.omm.json');
  if (tle === undefined || json === undefined) return;
  const { elsets } = await readCatalogue(tle);
  t.deepEqual(
    elsets.map(({ noradNumber }) => noradNumber),
    [100_000, 100_080, 100_534, 270_449],
  );
  const omm = await readCatalogue(json);
  t.is(omm.elsets.length, 10);
  t.deepEqual(omm.rejections, []);
  const { noradNumber, epochUs, inclinationDeg, meanAnomalyDeg } = elsets[0] ?? {};
  t.like(omm.elsets[0], { noradNumber, epochUs, inclinationDeg, meanAnomalyDeg });
});

test('the transmitters of SatNOGS DB are read, without a rejection', async (t) => {
  const path = shared(t, 'data/transmitters/satnogs-transmitters-2026-08-08.json');
  if (path === undefined) return;
  const { transmitters, rejections, skipped, rowsRead } = await readTransmitters(path);
  t.is(rowsRead, 2910);
  t.is(transmitters.length, 2908);
  t.deepEqual(rejections, []);
  t.deepEqual(skipped, { 'no downlink': 2 });
});
