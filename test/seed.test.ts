import test from 'ava';
import fc from 'fast-check';
import { seed } from './helpers/seed.js';

test('property tests see the same cases in every run: those of the seed', (t) => {
  const cases = (): number[] => {
    const seen: number[] = [];
    fc.assert(fc.property(fc.nat(), (n) => void seen.push(n)));
    return seen;
  };
  t.is(fc.readConfigureGlobal().seed, seed);
  t.deepEqual(cases(), cases());
  t.deepEqual(fc.sample(fc.nat(), 5), fc.sample(fc.nat(), 5));
});
