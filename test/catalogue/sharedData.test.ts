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

test('the transmitters of SatNOGS DB are read, without a rejection', async (t) => {
  const path = shared(t, 'data/transmitters/satnogs-transmitters-2026-08-08.json');
  if (path === undefined) return;
  const { transmitters, rejections, skipped, rowsRead } = await readTransmitters(path);
  t.is(rowsRead, 2910);
  t.is(transmitters.length, 2908);
  t.deepEqual(rejections, []);
  t.deepEqual(skipped, { 'no downlink': 2 });
});
