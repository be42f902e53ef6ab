import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { PageError } from '../../src/web/data/client.js';
import { readEpochBlock, type EpochCells } from '../../src/web/data/epochBlock.js';
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

/** What the browser tells the page. */
const events = new EventTarget();
Object.assign(globalThis, {
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
});

type Ask = Parameters<typeof createEpochSource>[0]['ask'];

function sourceOf(ask: Ask, epochCount = 100, pauseMs = 0) {
  const errors: (string | undefined)[] = [];
  const source = createEpochSource({
    ask,
    epochCount,
    pauseMs,
    onChange: () => errors.push(source.error()?.code),
  });
  return { source, errors };
}

/** Lets what is under way end. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 50; turns++) await pause(1);
}

test('one epoch is asked for alone, and only once', async (t) => {
  const { asked, ask } = server();
  const { source } = sourceOf(ask);
  t.is(source.peek(42), undefined);
  source.want(42);
  await settle();
  const cells = source.peek(42);
  t.deepEqual([...(cells?.cells ?? [])], [42]);
  source.want(42);
  t.is(await source.load(42), cells as EpochCells);
  t.deepEqual(asked, [[42, 1]]);
});

test('who slides through epochs has one request under way, of the block of the last one, and few in all', async (t) => {
  const { asked, ask } = server();
  let underWay = 0;
  let most = 0;
  const slow: Ask = async (from, count) => {
    most = Math.max(most, ++underWay);
    await pause(20);
    underWay--;
    return ask(from, count);
  };
  const { source } = sourceOf(slow, 2_000, 20);
  for (let epoch = 0; epoch < 1_440; epoch += 4) {
    source.want(epoch);
    if (epoch % 40 === 0) await pause(1);
  }
  source.want(1_437);
  await pause(100);
  t.is(most, 1);
  t.deepEqual(asked[0], [0, 1]);
  t.deepEqual(asked.at(-1), [1_430, 10]);
  t.true(asked.length <= 20, `${asked.length} requests`);
  t.truthy(source.peek(1_437));
});

test('what is wanted goes before what was read ahead, which is given up', async (t) => {
  const { asked, ask } = server();
  const given: number[] = [];
  const { source } = sourceOf(async (from, count, signal) => {
    if (count > 1) {
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 500);
        signal.addEventListener('abort', () => reject(signal.reason));
      }).catch((error) => {
        given.push(from);
        throw error;
      });
    }
    return ask(from, count);
  });
  source.readAhead(0, 2);
  source.want(50);
  await settle();
  t.deepEqual(given, [0]);
  t.deepEqual(asked, [[50, 1]]);
  source.close();
});

test('play is served from blocks that were asked for ahead, one after the other, up to the end of the window', async (t) => {
  const { asked, ask } = server();
  const { source } = sourceOf(ask, 25);
  source.readAhead(13, 2);
  source.readAhead(14, 2);
  await settle();
  source.readAhead(14, 2);
  await settle();
  t.deepEqual(asked, [
    [10, 10],
    [20, 5],
  ]);
  t.deepEqual([...(source.peek(24)?.cells ?? [])], [24]);
});

test('an epoch that nobody waits for is asked for last', async (t) => {
  const { asked, ask } = server();
  const { source } = sourceOf(ask, 100, 1);
  const sampled = Promise.all([source.load(70), source.load(80)]);
  source.readAhead(10, 1);
  source.want(42);
  t.deepEqual(
    (await sampled).map(({ cells }) => [...cells]),
    [[70], [80]],
  );
  t.deepEqual(asked.slice(1), [
    [42, 1],
    [10, 10],
    [80, 1],
  ]);
});

// Alone: what the browser tells reaches every source.
test.serial('what the network kept away is asked for as soon as the browser is online again', async (t) => {
  let isAway = true;
  const { asked, ask } = server();
  const { source } = sourceOf(async (from, count) => {
    if (isAway) throw new PageError(0, 'UNREACHABLE', 'away');
    return ask(from, count);
  });
  source.want(1);
  await pause(5);
  isAway = false;
  t.deepEqual(asked, []);
  events.dispatchEvent(new Event('online'));
  await pause(5);
  t.deepEqual(asked, [[1, 1]]);
});

test('an error that passes is told, and the epoch asked for again by itself; one that lasts waits for another wish', async (t) => {
  let error: PageError | undefined = new PageError(503, 'UNAVAILABLE', 'away', {}, 0.05);
  const { asked, ask } = server();
  const { source, errors } = sourceOf(async (from, count) => {
    if (error) throw error;
    return ask(from, count);
  });
  source.want(1);
  await pause(5);
  t.deepEqual(errors, ['UNAVAILABLE']);
  error = undefined;
  await pause(100);
  t.is(source.error(), undefined);
  t.deepEqual(asked, [[1, 1]]);

  error = new PageError(404, 'NOT_FOUND', 'gone');
  source.want(2);
  await pause(50);
  t.is(source.error()?.code, 'NOT_FOUND');
  t.is(errors.filter((code) => code === 'NOT_FOUND').length, 1);
  error = undefined;
  source.want(30);
  await pause(50);
  t.is(source.error(), undefined);
  t.truthy(source.peek(30));
});
