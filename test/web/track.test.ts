import test from 'ava';
import { epochAt, readTrack } from '../../src/web/data/track.js';

function trackBytes(epochs: number, startS: number, numbers: number[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(8 + 4 * numbers.length));
  view.setUint32(0, epochs, true);
  view.setUint32(4, startS, true);
  for (const [index, value] of numbers.entries()) view.setFloat32(8 + 4 * index, value, true);
  return view.buffer;
}

test('a track is read: its start, and latitude, longitude and altitude per epoch', (t) => {
  const track = readTrack(trackBytes(2, 1_780_000_020, [12, -71.5, 420, Number.NaN, Number.NaN, Number.NaN]), 'w');
  t.is(track.startMs, 1_780_000_020_000);
  t.is(track.epochCount, 2);
  t.deepEqual([...track.positions], [12, -71.5, 420, Number.NaN, Number.NaN, Number.NaN]);
});

test('a track of another length than its head says is refused', (t) => {
  t.throws(() => readTrack(trackBytes(2, 0, [1, 2, 3]), 'w'), {
    instanceOf: RangeError,
    message: /20 bytes; it must have 32/,
  });
});

test('an instant belongs to the minute it falls in, outside the window to the nearest', (t) => {
  const window = { startMs: 600_000, epochCount: 3 };
  t.deepEqual(
    [0, 600_000, 659_999, 660_000, 779_999, 900_000].map((ms) => epochAt(window, ms)),
    [0, 0, 0, 1, 2, 2],
  );
});
