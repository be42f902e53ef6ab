import test from 'ava';
import { atOnce, inTurns, type Pieces } from '../../src/core/pieces.js';

const PIECES = 5;
/** Milliseconds that each piece takes: long enough for `inTurns` to pause after each. */
const PIECE_MS = 4;

function* work(done: number[]): Pieces<string> {
  for (let i = 0; i < PIECES; i++) {
    const until = performance.now() + PIECE_MS;
    while (performance.now() < until);
    done.push(i);
    yield;
  }
  return 'done';
}

test('work done in turns frees the event loop between its pieces, and work done at once does not', async (t) => {
  const done: number[] = [];
  const seen = new Set<number>();
  const looking = setInterval(() => seen.add(done.length), 0);
  t.is(await inTurns(work(done)), 'done');
  clearInterval(looking);
  t.is(done.length, PIECES);
  t.true(seen.size >= PIECES - 1, [...seen].join());
  const fresh: number[] = [];
  t.is(atOnce(work(fresh)), 'done');
  t.is(fresh.length, PIECES);
});
