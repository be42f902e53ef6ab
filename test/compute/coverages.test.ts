import test from 'ava';
import { createCoverages } from '../../src/compute/coverages.js';

const pair = (satellite: number, ipix = 7, windowId = 1) => ({ windowId, ipix, satellite });
const bits = (value: number): Uint8Array => new Uint8Array(16).fill(value);

test('what is kept of a pair is found under that pair alone, and is a copy', (t) => {
  const coverages = createCoverages();
  const coverage = bits(1);
  coverages.keep(pair(3), 1, coverage);
  coverage.fill(9);
  t.deepEqual(coverages.find(pair(3), 1), bits(1));
  for (const other of [pair(4), pair(3, 8), pair(3, 7, 2)]) t.is(coverages.find(other, 1), undefined);
});

test('the pair that was asked about longest ago makes room', (t) => {
  const coverages = createCoverages(2);
  coverages.keep(pair(1), 1, bits(1));
  coverages.keep(pair(2), 1, bits(2));
  coverages.find(pair(1), 1);
  coverages.keep(pair(3), 1, bits(3));
  t.is(coverages.find(pair(2), 1), undefined);
  t.deepEqual(coverages.find(pair(1), 1), bits(1));
  t.deepEqual(coverages.find(pair(3), 1), bits(3));
});

test('uses since a time are listed by window, the latest first, with the bands of all questions', (t) => {
  let now = 0;
  const coverages = createCoverages(9, () => now);
  for (const satellite of [1, 2, 3]) {
    now = satellite;
    coverages.keep(pair(satellite), 0b001, bits(satellite));
  }
  coverages.keep(pair(1, 7, 2), 1, bits(1));
  now = 4;
  coverages.find(pair(2), 0b100);
  const listed = coverages.usedSince(1, 2).map(({ satellite, bands, lastMs }) => [satellite, bands, lastMs]);
  t.deepEqual(listed, [
    [2, 0b101, 4],
    [3, 0b001, 3],
  ]);
  t.deepEqual(coverages.usedSince(3, 0), []);
});
