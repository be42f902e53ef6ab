import test from 'ava';
import { PageError } from '../../src/web/data/client.js';
import { readEpochBlock } from '../../src/web/data/epochBlock.js';
import { createEpochSource } from '../../src/web/data/epochSource.js';
import { until } from '../helpers/until.js';

type Ask = Parameters<typeof createEpochSource>[0]['ask'];

interface Epoch {
  runs: readonly [ring: number, first: number, cells: number][];
  values: readonly number[];
}

/** Packs epochs as the server sends them. */
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

/** Creates a fake server that records its requests; its epoch k has one cell, with intensity k. */
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

/** Target for events of the browser. */
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

test('sliding through epochs has one request under way; the next one, after its pause, is for the block of the last wish', async (t) => {
  const pauseMs = 30;
  const { asked, ask } = server();
  const begunMs: number[] = [];
  const ends: (() => void)[] = [];
  const held: Ask = async (what) => {
    begunMs.push(performance.now());
    const block = await ask(what);
    await new Promise<void>((resolve) => ends.push(resolve));
    return block;
  };
  const { source } = sourceOf(held, 2_000, pauseMs);
  for (let epoch = 0; epoch < 1_440; epoch += 4) source.want(epoch);
  source.want(1_437);
  t.deepEqual(asked, [[0, 1, 1]]);
  await until(() => ends.length === 1, 'the first request');
  ends[0]?.();
  await until(() => ends.length === 2, 'the second request');
  ends[1]?.();
  await until(() => source.peek(1_437) !== undefined, 'the last wish');
  t.deepEqual(asked.slice(1), [[1_430, 10, 1]]);
  // A timer may fire a millisecond early.
  t.true((begunMs[1] ?? 0) - (begunMs[0] ?? 0) >= pauseMs - 1);
});

test('a wish goes before a request that reads ahead, which is given up', async (t) => {
  const { asked, ask } = server();
  const given: number[] = [];
  const { source } = sourceOf(async (what, signal) => {
    if (what.count === 1) return ask(what);
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        given.push(what.from);
        reject(new Error('aborted'));
      });
    });
  });
  source.readAhead(0, 2);
  source.want(50);
  await until(() => source.peek(50) !== undefined, 'the wish');
  t.deepEqual(given, [0]);
  t.deepEqual(asked, [[50, 1, 1]]);
  source.close();
});

test('reading ahead asks for blocks once, up to the end of the window; for fast play it leaves epochs out', async (t) => {
  const { asked, ask } = server();
  const { source } = sourceOf(ask, 25);
  source.readAhead(13, 2);
  source.readAhead(14, 2);
  await until(() => source.peek(24) !== undefined, 'the last epoch');
  source.readAhead(14, 2);
  t.deepEqual(asked, [
    [10, 10, 1],
    [20, 5, 1],
  ]);
  t.deepEqual([...(source.peek(24)?.values ?? [])], [24]);
  const fast = server();
  const { source: sixth } = sourceOf(fast.ask);
  sixth.readAhead(8, 2, 6);
  await until(() => sixth.peek(98) !== undefined, 'every sixth epoch');
  t.deepEqual(fast.asked, [
    [2, 10, 6],
    [62, 7, 6],
  ]);
  t.deepEqual([...(sixth.peek(98)?.values ?? [])], [98]);
  t.is(sixth.peek(9), undefined);
});

test('after a passing error there is another try; a lasting one is reported until the next wish', async (t) => {
  let error: PageError | undefined;
  const { asked, ask } = server();
  const { source, errors } = sourceOf(async (what) => {
    if (error) throw error;
    return ask(what);
  });
  const meet = async (next: PageError, epoch: number): Promise<void> => {
    error = next;
    source.want(epoch);
    await until(() => errors.at(-1) === next.code, next.code);
    error = undefined;
  };
  const arrives = (epoch: number) => until(() => source.peek(epoch) !== undefined, `epoch ${epoch}`);

  await meet(new PageError(503, 'UNAVAILABLE', 'away', {}, 0.05), 1);
  await arrives(1);
  t.is(source.error(), undefined);
  await meet(new PageError(0, 'UNREACHABLE', 'away'), 27);
  events.dispatchEvent(new Event('online'));
  t.is(asked.length, 2, 'asked for at once');
  await arrives(27);

  await meet(new PageError(404, 'NOT_FOUND', 'gone'), 52);
  t.is(source.error()?.code, 'NOT_FOUND');
  source.want(80);
  await arrives(80);
  t.is(source.error(), undefined);
  t.is(source.peek(52), undefined);
});
