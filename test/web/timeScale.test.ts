import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { passBeside, unionOf } from '../../src/web/passes/passOrder.js';
import { dayText } from '../../src/web/time.js';
import { stepOfKey } from '../../src/web/timeBar/keys.js';
import { barOf, passNear, zoomedTo } from '../../src/web/timeBar/lanes.js';
import { foldedScale, type Move, moved, type Stretch, ticksOf } from '../../src/web/timeBar/timeScale.js';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK: Stretch = [Date.parse('2026-07-10T00:00:00Z'), Date.parse('2026-07-17T00:00:00Z')];
const [START] = WEEK;

/** Up to 300 passes of a week as joined stretches, with an empty stretch at each end of the week. */
const stretches = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 10_060 }), fc.integer({ min: 1, max: 20 })), { maxLength: 300 })
  .map((passes) =>
    unionOf([
      [START, START],
      ...passes.map(([from, length]): Stretch => [START + from * MINUTE, START + (from + length) * MINUTE]),
      [WEEK[1], WEEK[1]],
    ]),
  );
/** Part of the week, at least two minutes of it. */
const shown = fc
  .tuple(fc.integer({ min: 0, max: 10_078 }), fc.integer({ min: 2, max: 10_080 }))
  .map(([from, length]): Stretch => [START + from * MINUTE, Math.min(WEEK[1], START + (from + length) * MINUTE)]);
const width = fc.integer({ min: 200, max: 2_000 });
const near = (a: number, b: number, within: number, what: string) =>
  assert.ok(Math.abs(a - b) <= within, `${what}: ${a}, not ${b}`);

test('a scale ascends, shows its stretch over the whole width, and its inverse leads back', (t) => {
  const instants = fc.array(fc.integer({ min: START, max: WEEK[1] }), { minLength: 2, maxLength: 20 });
  fc.assert(
    fc.property(stretches, shown, width, instants, (passes, [fromMs, toMs], widthPx, some) => {
      const scale = foldedScale(passes, fromMs, toMs, widthPx);
      near(scale.x(fromMs), 0, 1e-3, 'begin');
      near(scale.x(toMs), widthPx, 1e-3, 'end');
      const sorted = [...new Set(some)].sort((a, b) => a - b);
      for (const [index, ms] of sorted.entries()) {
        near(scale.ms(scale.x(ms)), ms, 5, 'instant');
        const before = sorted[index - 1];
        if (before !== undefined) assert.ok(scale.x(before) < scale.x(ms), `${before} is left of ${ms}`);
      }
    }),
  );
  t.pass();
});

test('only gaps of more than half an hour are folded, and none of them is wide', (t) => {
  fc.assert(
    fc.property(stretches, shown, width, (passes, [fromMs, toMs], widthPx) => {
      const scale = foldedScale(passes, fromMs, toMs, widthPx);
      for (const [foldFromMs, foldToMs] of scale.folds) {
        assert.ok(foldToMs - foldFromMs > 30 * MINUTE);
        assert.ok(
          passes.every(([from, to]) => to <= foldFromMs || from >= foldToMs),
          'a pass is folded',
        );
        assert.ok(scale.x(foldToMs) - scale.x(foldFromMs) <= 12.001);
      }
      for (const [from, to] of passes) near(scale.x(to) - scale.x(from), (to - from) * scale.pxPerMs, 1e-3, 'pass');
    }),
  );
  t.pass();
});

test('folding never makes passes narrower', (t) => {
  fc.assert(
    fc.property(stretches, shown, width, (passes, [fromMs, toMs], widthPx) => {
      const plain = widthPx / (toMs - fromMs);
      assert.ok(foldedScale(passes, fromMs, toMs, widthPx).pxPerMs >= plain * (1 - 1e-9));
    }),
  );
  const few: Stretch[] = [WEEK[0], START + 10 * HOUR, START + 60 * HOUR, WEEK[1]].map((ms) => [ms, ms + 8 * MINUTE]);
  const scale = foldedScale(few, ...WEEK, 800);
  t.true(8 * MINUTE * scale.pxPerMs > 200, 'a few passes of 8 minutes have nearly all of the width');
});

test('the point below the pointer stays there while time gets wider or narrower, unless an end is reached', (t) => {
  const factor = fc.double({ min: 0.2, max: 5, noNaN: true });
  fc.assert(
    fc.property(
      stretches,
      shown,
      width,
      factor,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (passes, at, widthPx, by, part) => {
        const scale = foldedScale(passes, at[0], at[1], widthPx);
        const [fromMs, toMs] = moved(scale, { factor: by, atPx: part * widthPx }, WEEK, widthPx);
        assert.ok(fromMs >= WEEK[0] && toMs <= WEEK[1] && fromMs < toMs);
        if (fromMs - WEEK[0] < 1000 || WEEK[1] - toMs < 1000) return;
        const next = foldedScale(passes, fromMs, toMs, widthPx);
        if (next.folds.length === scale.folds.length)
          near(next.x(scale.ms(part * widthPx)), part * widthPx, 0.1, 'pointer');
      },
    ),
  );
  t.pass();
});

test('a drag moves time with the pointer and stops at the ends of the window', (t) => {
  const scale = foldedScale([], START + DAY, START + 2 * DAY, 240);
  const to = (by: Move) => moved(scale, by, WEEK, 240).map(Math.round);
  t.deepEqual(to({ byPx: 10 }), [START + 23 * HOUR, START + 47 * HOUR]);
  t.deepEqual(to({ byPx: 1_000 }), [START, START + DAY]);
  t.deepEqual(to({ byPx: -1e5 }), [WEEK[1] - DAY, WEEK[1]]);
  t.deepEqual(to({ factor: 0.01, atPx: 50 }), [...WEEK]);
});

test('names of times keep apart, days before others, and none stands in a fold but a day', (t) => {
  fc.assert(
    fc.property(stretches, shown, width, (passes, at, widthPx) => {
      const scale = foldedScale(passes, at[0], at[1], widthPx);
      const ticks = ticksOf(scale, at, widthPx).sort((a, b) => a.x - b.x);
      for (const [index, { ms, x, text }] of ticks.entries()) {
        assert.ok(x > -1e-3 && x <= widthPx);
        assert.ok(x - (ticks[index - 1]?.x ?? Number.NEGATIVE_INFINITY) >= 47.99, `${text} is too near`);
        const day = ticks.slice(0, index + 1).findLast((tick) => tick.text.length > 5);
        assert.strictEqual(day?.text, dayText(ms), `the day of ${text} is not named`);
        const isFolded = scale.folds.some(([from, to]) => from < ms && ms < to);
        assert.ok(!isFolded || text.length > 5, `${text} is in a fold`);
      }
    }),
  );
  const day = foldedScale([], START, START + DAY, 480);
  const texts = ticksOf(day, [START, START + DAY], 480).map(({ text }) => text);
  t.deepEqual(texts, ['Fri 10 Jul', '06:00', '09:00', '12:00', '15:00', '18:00', '21:00']);
});

const pass = (aosMs: number, losMs: number) => ({ aosMs, losMs });

test('the passes beside an instant are the next that begins and the last that ended', (t) => {
  const passes = [10, 20, 30].map((ms) => pass(ms, ms + 5));
  t.is(passBeside(passes, 22, 1)?.aosMs, 30, 'from within a pass to the next one');
  t.is(passBeside(passes, 22, -1)?.aosMs, 10, 'and not to its own begin');
  t.is(passBeside(passes, 17, 1)?.aosMs, 20);
  t.is(passBeside(passes, 30, 1), undefined);
  t.is(passBeside(passes, 12, -1), undefined);
});

test('a bar is never a hairline, and the nearest bar is found a few pixels away', (t) => {
  const scale = foldedScale([], ...WEEK, 700);
  const at = (hour: number) => pass(START + hour * HOUR, START + hour * HOUR + MINUTE);
  t.is(barOf(scale, at(24)).widthPx, 3);
  const passes = [at(24), at(25)];
  t.is(passNear(passes, scale, 98), passes[0]);
  t.is(passNear(passes, scale, 106), passes[1]);
  t.is(passNear(passes, scale, 90), undefined);
});

test('buttons show the window, the day of the instant as far as the window has it, or the pass', (t) => {
  const late: Stretch = [START + 16 * HOUR, START + 100 * HOUR];
  const next = pass(START + 30 * HOUR, START + 30.2 * HOUR);
  t.deepEqual(zoomedTo('week', late, START + 20 * HOUR, next), late);
  t.deepEqual(zoomedTo('day', late, START + 20 * HOUR, next), [START + 16 * HOUR, START + DAY]);
  t.deepEqual(zoomedTo('day', late, START + DAY, next), [START + DAY, START + 2 * DAY]);
  t.deepEqual(zoomedTo('pass', late, START + 20 * HOUR, next), [next.aosMs, next.losMs]);
  t.deepEqual(zoomedTo('pass', late, START + DAY, undefined), [START + DAY, START + 2 * DAY]);
});

test('keys step by a minute, an hour and a day; other keys are left alone', (t) => {
  const step = (key: string, shiftKey = false) => stepOfKey({ key, shiftKey });
  t.deepEqual([step('ArrowRight'), step('ArrowLeft')], [MINUTE, -MINUTE]);
  t.deepEqual([step('ArrowUp', true), step('ArrowLeft', true)], [HOUR, -HOUR]);
  t.deepEqual([step('PageUp'), step('PageDown')], [DAY, -DAY]);
  t.deepEqual([step('Home'), step('Tab'), step('x')], [undefined, undefined, undefined]);
});
