/**
 * Hunts for gzip of the core's that stands for another text than the core's own, or for other values, in random series of any
 * values, lengths, starts and ranges:
 *
 *   tsx scripts/huntGzip.ts SERIES [SEED]
 *
 * Node's zlib reads each; Python's, and `gzip -t`, one of a thousand. Exit code 1 when one differs.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createGzipStream } from '../src/codec/gzip.js';
import { writeCellSeries, writeTimeseries, type Written } from '../src/compute/series/writeText.js';
import { createOwnedCore } from '../src/core/instance.js';
import { createSlots, deflateOffset } from '../src/memory/slots.js';
import { EPOCH_MS, RISK_LEVELS } from '../src/spec.js';
import { randomSeries, type RandomSeries } from './huntGzip/randomSeries.js';
import { randomFrom } from './random.js';

const [count = '', seed = '1'] = process.argv.slice(2);
if (!/^\d+$/.test(count) || !/^[1-9]\d*$/.test(seed)) throw new Error('usage: tsx scripts/huntGzip.ts SERIES [SEED]');

const READ_BY_OTHERS_EVERY = 1000;
const REPORTED = 20;
/** Entries from which on there is a DEFLATE. */
const WORTH_ENTRIES = 16;
const HEAD = '{"data":{"what":"été","timeseries":';
const TAIL = '}}';
const PYTHON = `
import gzip, sys
for name in sys.argv[1:]:
    with open(name, 'rb') as packed, open(name[:-3], 'rb') as plain:
        if gzip.decompress(packed.read()) != plain.read():
            sys.exit(name + ' differs')
`;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const core = await createOwnedCore(16);
const { bytes, layout, memory } = core;
const { host: slot } = createSlots(core, 0);
const slotValues = new Uint16Array(memory.buffer, slot + layout.SLOT_VALUES, layout.MAX_EPOCHS);
const startUsOf = ({ startMs }: RandomSeries): number => 1000 * startMs;
const timeOf = ({ startMs }: RandomSeries, epoch: number): string =>
  new Date(startMs + epoch * EPOCH_MS).toISOString().replace('.000Z', 'Z');

/** Texts of a series: how each is written, and what it says. */
const shapes = [
  {
    name: 'timeseries and stations',
    write: (series: RandomSeries, gzip: boolean) =>
      writeTimeseries(core, { slot, startUs: startUsOf(series), gzip }, series.ranges),
    entries: (series: RandomSeries): object[] =>
      series.ranges.flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, i) => {
          const intensity = series.values[from + i] as number;
          const level = RISK_LEVELS.findLast((one) => intensity >= one.from)?.name;
          return { timestamp: timeOf(series, from + i), intensity, risk_level: level };
        }),
      ),
  },
  {
    name: 'series of cells',
    write: (series: RandomSeries, gzip: boolean) =>
      writeCellSeries(core, { slot, startUs: startUsOf(series), gzip }, series.from, series.to),
    entries: (series: RandomSeries): object[] =>
      Array.from({ length: series.to - series.from }, (_, i) => {
        const epoch = series.from + i;
        return { epoch_index: epoch, value: series.values[epoch] as number, timestamp: timeOf(series, epoch) };
      }),
  },
];

/** The core's gzip of what it has written, between a head and a tail. */
function zipped({ deflatedBytes, ...deflated }: Written): Buffer {
  const from = slot + deflateOffset(core) + layout.DEFLATE_OUT;
  const stream = createGzipStream();
  const begun = stream.begin(HEAD);
  stream.blocks(deflated);
  return Buffer.concat([begun, bytes.subarray(from, from + deflatedBytes), stream.end(TAIL)]);
}

const directory = mkdtempSync(join(tmpdir(), 'sidelobe-gzip-'));
const next = randomFrom(Number(seed));
const startedMs = performance.now();
const sampled: string[] = [];
const totals = { points: 0, textBytes: 0, gzipBytes: 0, differing: 0, withoutRoom: 0, short: 0 };
try {
  for (let i = 0; i < Number(count); i++) {
    const series = randomSeries(next);
    const { name, write, entries } = shapes[i % shapes.length]!;
    slotValues.set(series.values);
    const { textBytes } = write(series, false);
    const text = bytes.slice(slot + layout.SLOT_TEXT, slot + layout.SLOT_TEXT + textBytes);
    const written = write(series, true);
    const plain = Buffer.concat([Buffer.from(HEAD), text, Buffer.from(TAIL)]);
    totals.points += series.to - series.from;
    totals.textBytes += plain.length;
    const expected = JSON.stringify(entries(series));
    if (written.deflatedBytes === 0 && (JSON.parse(expected) as object[]).length < WORTH_ENTRIES) {
      totals.short++;
      if (Buffer.from(text).toString() !== expected && totals.differing++ < REPORTED)
        print(`${name} ${i}: text differs`);
      continue;
    }
    if (written.deflatedBytes === 0) {
      totals.withoutRoom++;
      print(`${name} ${i}: no room`);
      continue;
    }
    const packed = zipped(written);
    totals.gzipBytes += packed.length;
    const body = gunzipSync(packed);
    const isRight = body.equals(plain) && Buffer.from(text).equals(Buffer.from(expected)) && isSame(body, expected);
    if (!isRight && totals.differing++ < REPORTED) print(`${name} ${i}: ${series.to - series.from} points differ`);
    if (i % READ_BY_OTHERS_EVERY > 1) continue;
    const file = join(directory, `${i}.json.gz`);
    writeFileSync(file, packed);
    writeFileSync(file.slice(0, -3), plain);
    sampled.push(file);
  }
  execFileSync('python3', ['-c', PYTHON, ...sampled], { stdio: 'inherit' });
  execFileSync('gzip', ['-t', ...sampled], { stdio: 'inherit' });
} finally {
  rmSync(directory, { recursive: true });
}
const seconds = (performance.now() - startedMs) / 1000;
const { points, textBytes, gzipBytes, differing, withoutRoom, short } = totals;
print(`${count} series of ${(points / 1e6).toFixed(1)} million points, seed ${seed}: ${seconds.toFixed(0)} s`);
print(`  ${(textBytes / 1e9).toFixed(2)} GB of text as ${(gzipBytes / 1e9).toFixed(2)} GB of gzip`);
print(
  `  read by zlib: ${Number(count) - short} (${short} too short for gzip); by Python and gzip -t, too: ${sampled.length}`,
);
print(`  differing: ${differing}; without room: ${withoutRoom}`);
process.exitCode = differing + withoutRoom === 0 ? 0 : 1;

/** Whether the body parses to those entries. */
function isSame(body: Buffer, expected: string): boolean {
  const parsed = JSON.parse(body.toString()) as { data: { timeseries: object[] } };
  return JSON.stringify(parsed.data.timeseries) === expected;
}
