import { setImmediate as turn } from 'node:timers/promises';
import test from 'ava';
import { readEpochBlock } from '../../src/web/data/epochBlock.js';
import { createEpochSource } from '../../src/web/data/epochSource.js';

/** Bytes of [ipix, value] pairs per epoch, as the server packs them. */
function packed(nside: number, from: number, epochs: [number, number][][]): ArrayBuffer {
  const bytes: number[] = [];
  const u32 = (value: number) => bytes.push(...new Uint8Array(Uint32Array.of(value).buffer));
  for (const word of [nside, from, epochs.length]) u32(word);
  for (const cells of epochs) {
    u32(cells.length);
    for (const [ipix] of cells) u32(ipix);
    for (const [, value] of cells) bytes.push(...new Uint8Array(Uint16Array.of(value).buffer));
    while (bytes.length % 4 !== 0) bytes.push(0);
  }
  return Uint8Array.from(bytes).buffer;
}

/** A server whose epoch k has the one cell k with value 1, and what it was asked. */
function server() {
  const asked: [number, number][] = [];
  const ask = async (from: number, count: number) => {
    asked.push([from, count]);
    const epochs = Array.from({ length: count }, (_none, index): [number, number][] => [[from + index, 1]]);
    return readEpochBlock(packed(64, from, epochs));
  };
  return { asked, ask };
}

const { signal } = new AbortController();

test('a block of epochs is read: cells, values, padding', (t) => {
  const block = readEpochBlock(
    packed(64, 7, [
      [
        [1, 300],
        [9, 2],
        [10, 65_535],
      ],
      [],
      [
        [5, 1],
        [6, 2],
      ],
    ]),
  );
  t.is(block.from, 7);
  t.deepEqual(
    block.epochs.map(({ nside, cells, values }) => [nside, [...cells], [...values]]),
    [
      [64, [1, 9, 10], [300, 2, 65_535]],
      [64, [], []],
      [64, [5, 6], [1, 2]],
    ],
  );
});

test('a block that ends early or late is refused', (t) => {
  const whole = packed(64, 0, [
    [
      [1, 1],
      [2, 2],
    ],
  ]);
  t.throws(() => readEpochBlock(whole.slice(0, -4)), { instanceOf: RangeError });
  t.throws(() => readEpochBlock(packed(64, 0, [[], []]).slice(0, 16)), { instanceOf: RangeError });
  const longer = new Uint8Array(whole.byteLength + 4);
  longer.set(new Uint8Array(whole));
  t.throws(() => readEpochBlock(longer.buffer), { instanceOf: RangeError, message: /its heads say/ });
});

test('one epoch is asked for alone, and only once', async (t) => {
  const { asked, ask } = server();
  const source = createEpochSource(ask, 100);
  t.is(source.peek(42), undefined);
  const cells = await source.load(42, signal);
  t.deepEqual([...cells.cells], [42]);
  t.is(source.peek(42), cells);
  t.is(await source.load(42, signal), cells);
  t.deepEqual(asked, [[42, 1]]);
});

test('play is served from blocks that were asked for ahead, once each, up to the end of the window', async (t) => {
  const { asked, ask } = server();
  const source = createEpochSource(ask, 25);
  source.readAhead(13, 2);
  source.readAhead(14, 2);
  await turn();
  source.readAhead(14, 2);
  t.deepEqual(asked, [
    [10, 10],
    [20, 5],
  ]);
  t.deepEqual([...(source.peek(24)?.cells ?? [])], [24]);
});

test('a failure to read ahead is told until reading ahead succeeds', async (t) => {
  let broken = true;
  const { ask } = server();
  const source = createEpochSource(async (from, count) => {
    if (broken) throw new Error('away');
    return ask(from, count);
  }, 100);
  source.readAhead(0, 1);
  await turn();
  t.like(source.failure(), { message: 'away' });
  broken = false;
  source.readAhead(0, 1);
  await turn();
  t.is(source.failure(), undefined);
});
