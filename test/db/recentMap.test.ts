import test from 'ava';
import fc from 'fast-check';
import { RecentMap } from '../../src/db/recentMap.js';

test('it holds the same as a slow list: the entry used longest ago makes room', (t) => {
  const MOST = 10;
  const key = fc.integer({ min: 0, max: 6 });
  const step = fc.oneof(
    fc.record({ what: fc.constant('set' as const), key, weight: fc.integer({ min: 0, max: MOST + 2 }) }),
    fc.record({ what: fc.constantFrom('get' as const, 'delete' as const), key }),
    fc.record({ what: fc.constant('clear' as const), key }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const map = new RecentMap<number, { weight: number }>(MOST, ({ weight }) => weight);
      let list: [number, { weight: number }][] = [];
      for (const taken of steps) {
        const found = list.find(([at]) => at === taken.key);
        const others = list.filter(([at]) => at !== taken.key);
        if (taken.what === 'set') {
          const value = { weight: taken.weight };
          map.set(taken.key, value);
          list = [...others, [taken.key, value]];
          while (weightOf(list) > MOST) list.shift();
        } else if (taken.what === 'get') {
          t.is(map.get(taken.key), found?.[1]);
          if (found !== undefined) list = [...others, found];
        } else if (taken.what === 'delete') {
          map.delete(taken.key);
          list = others;
        } else {
          map.clear();
          list = [];
        }
        t.deepEqual([...map.entries()], list);
        t.deepEqual([map.size, map.weight], [list.length, weightOf(list)]);
      }
    }),
  );
});

function weightOf(list: readonly [number, { weight: number }][]): number {
  return list.reduce((sum, [, { weight }]) => sum + weight, 0);
}
