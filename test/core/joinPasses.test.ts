import test from 'ava';
import fc from 'fast-check';
import { createPassJoiner } from '../../src/core/joinPasses.js';

interface Pass {
  aos: number;
  los: number;
  complete: boolean;
  maxElevationDeg: number;
  /** Number of parts that were joined. */
  parts: number;
}

const joiner = () => createPassJoiner<Pass>('aos', 'los', (before, after) => ({ parts: before.parts + after.parts }));

/** Cuts passes to [from, to), as a search of that range tells them. */
function within(passes: readonly Pass[], from: number, to: number): Pass[] {
  return passes
    .filter(({ aos, los }) => aos < to && los > from)
    .map(({ aos, los, complete }) => ({
      aos: Math.max(aos, from),
      los: Math.min(los, to),
      complete: complete && aos >= from && los <= to,
      parts: 1,
      maxElevationDeg: 9,
    }));
}

test('passes that the ends of days cut are told as they are without the cuts, each as soon as it has ended', (t) => {
  const gaps = fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 1, max: 45 })), { maxLength: 20 });
  fc.assert(
    fc.property(gaps, fc.uniqueArray(fc.integer({ min: 1, max: 399 }), { maxLength: 6 }), (lengths, inner) => {
      let at = 0.5;
      const passes = lengths.map(([gap, length]) => {
        const aos = (at += gap);
        at += length;
        return { aos, los: at, complete: true, parts: 1, maxElevationDeg: 9 };
      });
      const cuts = [0, ...inner.sort((a, b) => a - b), 400];
      const { add, end } = joiner();
      const found: Pass[] = [];
      for (const [i, to] of cuts.entries()) {
        const from = cuts[i - 1];
        if (from === undefined) continue;
        const told = add(within(passes, from, to), from, to);
        t.true(told.every(({ los }) => los < to || los === from));
        found.push(...told);
      }
      found.push(...end());
      const whole = within(passes, 0, 400).map((pass) => {
        const parts = 1 + inner.filter((cut) => cut > pass.aos && cut < pass.los).length;
        return { ...pass, parts };
      });
      t.deepEqual(found, whole);
    }),
  );
});

test('a pass that the next day does not continue stays cut', (t) => {
  const { add, end } = joiner();
  const cut = { aos: 8, los: 10, complete: false, parts: 1, maxElevationDeg: 9 };
  const late = { aos: 12, los: 20, complete: false, parts: 1, maxElevationDeg: 9 };
  t.deepEqual(add([cut], 0, 10), []);
  t.deepEqual(add([late], 10, 20), [cut]);
  t.deepEqual(add([], 20, 30), [late]);
  t.deepEqual(end(), []);
});
