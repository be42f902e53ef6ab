import { setTimeout as pause } from 'node:timers/promises';
import test from 'ava';
import { PageError } from '../../src/web/data/client.js';
import { readEpochBlock } from '../../src/web/data/epochBlock.js';
import { createEpochSource } from '../../src/web/data/epochSource.js';

type Ask = Parameters<typeof createEpochSource>[0]['ask'];

interface Epoch {
  runs: readonly [ring: number, first: number, cells: number][];
  values: readonly number[];
}

/** Bytes of epochs, as the server packs them. */
function packed(nside: number, from: number, epochs: readonly Epoch[]): ArrayBuffer {
  const bytes: number[] = [];
  const u16 = (value: number) => bytes.push(value & 0xff, value >> 8);
  bytes.push(...new Uint8Array(Uint32Array.of(nside, from, epochs.length).buffer));
  for (const { runs, values } of epochs) {
    u16(runs.length);
    for (const run of runs) run.forEach(u16);
    values.forEach((value, i) => {
      const difference = value - (values[i - 1] ?? 0);
      let rest = difference < 0 ? -2 * difference - 1 : 2 * difference;
      for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
      bytes.push(rest);
    });
  }
  return Uint8Array.from(bytes).buffer;
}

/** A server whose epoch k has one cell with intensity k, and what it was asked. */
function server() {
  const asked: [from: number, count: number, every: number][] = [];
  const ask = async ({ from, count, every }: Parameters<Ask>[0]) => {
    asked.push([from, count, every]);
    const runs = Uint16Array.of(1, 0, 1);
    const epochs = Array.from({ length: count }, (_none, i) => ({
      nside: 64,
      runs,
      values: Uint16Array.of(from + i * every),
    }));
    return { from, epochs };
  };
  return { asked, ask };
}

test('a block of epochs is read: runs of cells, and intensities by their differences', (t) => {
  const given: Epoch[] = [
    { runs: [[3, 5, 2], [4, 15, 3]], values: [300, 2, 65_535, 0, 64] },
    { runs: [], values: [] },
    { runs: [[255, 0, 1]], values: [0] },
  ]; // prettier-ignore
  const block = readEpochBlock(packed(64, 7, given));
  t.is(block.from, 7);
  t.deepEqual(
    block.epochs.map(({ nside, runs, values }) => ({ nside, runs: [...runs], values: [...values] })),
    given.map(({ runs, values }) => ({ nside: 64, runs: runs.flat(), values: [...values] })),
  );
});

test('a block that ends early or late is refused', (t) => {
  const whole = packed(64, 0, [{ runs: [[1, 0, 2]], values: [1, 200] }]);
  t.throws(() => readEpochBlock(whole.slice(0, -1)), { instanceOf: RangeError });
  const longer = new Uint8Array(whole.byteLength + 1);
  longer.set(new Uint8Array(whole));
  t.throws(() => readEpochBlock(longer.buffer), { instanceOf: RangeError, message: /it says/ });
});

/** Events of the browser. */
const events = new EventTarget();
Object.assign(globalThis, {
  addEventListener: events.addEventListener.bind(events),
  removeEventListener: events.removeEventListener.bind(events),
});

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

test('who slides through epochs has one request under way, of the block of the last one, and few in all', async (t) => {
  const { asked, ask } = server();
  let underWay = 0;
  let most = 0;
  const slow: Ask = async (what) => {
    most = Math.max(most, ++underWay);
    await pause(20);
    underWay--;
    return ask(what);
  };
  const { source } = sourceOf(slow, 2_000, 20);
  for (let epoch = 0; epoch < 1_440; epoch += 4) {
    source.want(epoch);
    if (epoch % 40 === 0) await pause(1);
  }
  source.want(1_437);
  await pause(100);
  t.is(most, 1);
  t.deepEqual(asked[0], [0, 1, 1]);
  t.deepEqual(asked.at(-1), [1_430, 10, 1]);
  t.true(asked.length <= 20, `${asked.length} requests`);
  t.truthy(source.peek(1_437));
});

test('what is wanted goes before what was read ahead, which is given up', async (t) => {
  const { asked, ask } = server();
  const given: number[] = [];
  const { source } = sourceOf(async (what, signal) => {
    if (what.count > 1) {
      await new Promise((resolve, reject) => {
        setTimeout(resolve, 500);
        signal.addEventListener('abort', () => reject(signal.reason));
      }).catch((error) => {
        given.push(what.from);
        throw error;
      });
    }
    return ask(what);
  });
  source.readAhead(0, 2);
  source.want(50);
  await settle();
  t.deepEqual(given, [0]);
  t.deepEqual(asked, [[50, 1, 1]]);
  source.close();
});

test('play is served from blocks that were asked for ahead, up to the end of the window; fast play skips epochs', async (t) => {
  const { asked, ask } = server();
  const { source } = sourceOf(ask, 25);
  source.readAhead(13, 2);
  source.readAhead(14, 2);
  await settle();
  source.readAhead(14, 2);
  await settle();
  t.deepEqual(asked, [
    [10, 10, 1],
    [20, 5, 1],
  ]);
  t.deepEqual([...(source.peek(24)?.values ?? [])], [24]);
  const fast = server();
  const { source: sixth } = sourceOf(fast.ask);
  sixth.readAhead(8, 2, 6);
  await settle();
  t.deepEqual(fast.asked, [
    [2, 10, 6],
    [62, 7, 6],
  ]);
  t.deepEqual([...(sixth.peek(98)?.values ?? [])], [98]);
  t.is(sixth.peek(9), undefined);
});

// Alone: what the browser tells reaches every source.
test.serial(
  'an error that passes is told, and the epoch asked for again by itself; one that lasts waits for another wish',
  async (t) => {
    let error: PageError | undefined = new PageError(503, 'UNAVAILABLE', 'away', {}, 0.05);
    const { asked, ask } = server();
    const { source, errors } = sourceOf(async (what) => {
      if (error) throw error;
      return ask(what);
    });
    source.want(1);
    await pause(5);
    t.deepEqual(errors, ['UNAVAILABLE']);
    error = undefined;
    await pause(800);
    t.is(source.error(), undefined);
    t.deepEqual(asked, [[1, 1, 1]]);

    error = new PageError(0, 'UNREACHABLE', 'away');
    source.want(7);
    await pause(400);
    error = undefined;
    events.dispatchEvent(new Event('online'));
    await pause(400);
    t.is(asked.length, 2, 'online again');

    error = new PageError(404, 'NOT_FOUND', 'gone');
    source.want(2);
    await pause(600);
    t.is(source.error()?.code, 'NOT_FOUND');
    t.is(errors.filter((code) => code === 'NOT_FOUND').length, 1);
    error = undefined;
    source.want(30);
    await pause(600);
    t.is(source.error(), undefined);
    t.truthy(source.peek(30));
  },
);
