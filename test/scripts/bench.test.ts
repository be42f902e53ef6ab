import test from 'ava';
import { compare, type Results, tableOf } from '../../scripts/bench/compare.js';
import type { Row } from '../../scripts/bench/measure.js';

function row(workload: string, paceMs: number, spread = 0.1): Row {
  const [minMs, maxMs] = [paceMs * (1 - spread / 2), paceMs * (1 + spread / 2)];
  return { workload, medianMs: paceMs, minMs, maxMs, medianCpuMs: paceMs, paceMs, repetitions: 7, rates: [] };
}

function results(referencePositionsPerSecond: number, ...rows: Row[]): Results {
  const machine = { date: '2026-11-22', node: 'v20.20.2', processor: 'one', threads: 2 };
  return { ...machine, catalogue: 'bundled', satellites: 6381, emitterGroups: 30, referencePositionsPerSecond, rows };
}

test('on a machine half as fast, a row that takes twice as long has not changed', (t) => {
  const [change] = compare(results(5e5, row('sweep', 20)), results(1e6, row('sweep', 10)));
  t.deepEqual(change, { factor: 1, isClear: false });
});

test('a change is clear where it exceeds the spread of the repetitions of both runs', (t) => {
  const saved = results(1e6, row('a', 10), row('b', 10), row('c', 10, 0.5), row('d', 10));
  const now = results(1e6, row('a', 12), row('b', 8), row('c', 12), row('d', 12, 0.5));
  t.deepEqual(
    compare(now, saved).map((change) => [change?.factor, change?.isClear]),
    [
      [1.2, true],
      [0.8, true],
      [1.2, false],
      [1.2, false],
    ],
  );
  const [, ...lines] = tableOf(now.rows, compare(now, saved));
  t.deepEqual(
    lines.map((line) => /x \d\.\d\d( slower| faster)?/.exec(line)?.[0]),
    ['x 1.20 slower', 'x 0.80 faster', 'x 1.20', 'x 1.20'],
  );
});

test('a row is compared with that of its name below the same head, and one that was not saved is new', (t) => {
  const saved = results(1e6, row('SGP4', 1), row('  twin', 2), row('SDP4', 3), row('  twin', 4));
  const now = results(1e6, row('SDP4', 3), row('  twin', 4), row('  other', 5));
  t.deepEqual(
    compare(now, saved).map((change) => change?.factor),
    [1, 1, undefined],
  );
  t.regex(tableOf(now.rows, compare(now, saved)).at(-1) ?? '', /other .* new$/);
});

test('runs over different catalogues are not compared', (t) => {
  const now = { ...results(1e6), satellites: 15_978, catalogue: 'catalogue.csv' };
  t.throws(() => compare(now, results(1e6)), {
    message: /6381 satellites \(bundled\), this one over 15978 \(catalogue\.csv\)/,
  });
});
