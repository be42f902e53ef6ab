import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { createStationSplitter } from '../../src/web/week/splitStations.js';

const station = fc.record({ name: fc.string(), passes: fc.array(fc.record({ peak: fc.integer() })), note: fc.json() });

/** The text in pieces that end where the cuts say. */
function pieces(text: string, cuts: readonly number[]): string[] {
  const ends = [...cuts.map((cut) => cut % (text.length + 1)), text.length].sort((a, b) => a - b);
  return ends.map((end, index) => text.slice(ends[index - 1] ?? 0, end));
}

test('stations come out whole, however the answer is cut', (t) => {
  fc.assert(
    fc.property(fc.array(station), fc.array(fc.nat()), (stations, cuts) => {
      const answer = { data: { start_time: 'x', ground_stations: stations }, meta: { request_id: '{}' } };
      const split = createStationSplitter();
      const found = pieces(JSON.stringify(answer), cuts).flatMap((piece) => split(piece));
      assert.deepEqual(
        found.map((text) => JSON.parse(text)),
        stations.map((value) => JSON.parse(JSON.stringify(value))),
      );
    }),
  );
  t.pass();
});

test('a station is handed on with the piece that ends it', (t) => {
  const split = createStationSplitter();
  t.deepEqual(split('{"data":{"ground_stations":[{"a":1'), []);
  t.deepEqual(split('},{"b":'), ['{"a":1}']);
  t.deepEqual(split('"}"}'), ['{"b":"}"}']);
  t.deepEqual(split(']},"meta":{"c":1}}'), []);
});
