import { LON_LAT } from './arguments.js';
import type { Stage } from './batch.js';
import { toCells } from './conversions.js';
import { gridOf } from './forms.js';
import { fitsOf, uniqOfFits } from './mocFits.js';
import type { Moc, Mocs } from './mocApi.js';
import { jsonOf, uniqOfJson } from './mocJson.js';
import { rangesOfUniq } from './mocUniq.js';
import { copied, foundRanges, withCopies } from './rangesIn.js';

const LARGEST_ORDER = 29;
const ALL = BigUint64Array.of(0n, 12n * 4n ** 29n);
const OPERATIONS = { union: 0, intersection: 1, difference: 2 } as const;

export function createMocs(stage: () => Stage): Mocs {
  const fromUniq = (uniq: readonly bigint[] | BigUint64Array, order?: number): Moc => {
    const found = rangesOfUniq(stage(), uniq);
    return createMoc(stage(), found.ranges, order ?? found.order);
  };
  return {
    empty: () => createMoc(stage(), new BigUint64Array(), 0),
    full: () => createMoc(stage(), ALL, 0),
    fromUniq: (uniq) => fromUniq(uniq),
    fromJson: (text) => {
      const { uniq, order } = uniqOfJson(text);
      return fromUniq(uniq, order);
    },
    fromFits: (bytes) => {
      const { uniq, ranges, order } = uniqOfFits(bytes);
      if (ranges === undefined) return fromUniq(uniq, order);
      return createMoc(stage(), ranges, order ?? LARGEST_ORDER);
    },
  };
}

/** @param ranges of order 29, normal; kept */
export function createMoc(stage: Stage, ranges: BigUint64Array, order: number): Moc {
  const { kernels } = stage.core;
  const count = ranges.length / 2;
  const covered = Number(ranges.reduce((sum, edge, k) => (k % 2 === 0 ? sum - edge : sum + edge), 0n));
  const combined = (operation: keyof typeof OPERATIONS) => (other: { ranges: BigUint64Array; order: number }) => {
    const both = withCopies(stage, [ranges, other.ranges], (a = 0, b = 0) =>
      foundRanges(
        stage,
        (out, capacity) =>
          capacity < count + other.ranges.length / 2
            ? capacity + 1
            : kernels.combineRanges(OPERATIONS[operation], a, count, b, other.ranges.length / 2, out),
        copied(stage),
      ),
    );
    return createMoc(stage, both, Math.max(order, other.order));
  };
  const toUniq = (): BigUint64Array => {
    const found = withCopies(stage, [ranges], (from = 0) =>
      foundUniq(stage, (out) => kernels.uniqOfRanges(from, count, order, out)),
    );
    return found.sort();
  };
  const find = toCells(stage, gridOf(2 ** LARGEST_ORDER, 'nested'), LON_LAT);
  const moc: Moc = {
    order,
    ranges,
    skyFraction: covered / Number(ALL[1]),
    union: combined('union'),
    intersection: combined('intersection'),
    difference: combined('difference'),
    complement: () => createMoc(stage, ALL, order).difference(moc),
    degraded: (coarser) => {
      if (!Number.isInteger(coarser) || coarser < 0 || coarser > order) {
        throw new RangeError(`order ${coarser}: a whole number from 0 to ${order} is needed`);
      }
      return createMoc(stage, coarsened(stage, ranges, coarser), coarser);
    },
    equals: (other) => other.ranges.length === ranges.length && ranges.every((edge, k) => edge === other.ranges[k]),
    contains: ((points: unknown, lat?: number) => {
      const cells = find(typeof points === 'number' ? [points, lat as number] : points) as BigUint64Array;
      const inside = withCopies(stage, [ranges, cells], (from = 0, at = 0) => {
        // The answers go where the cells stand: they are shorter.
        kernels.coverCells(from, count, at, cells.length, at);
        return stage.core.bytes.slice(at, at + cells.length);
      });
      return typeof points === 'number' ? inside[0] === 1 : inside;
    }) as Moc['contains'],
    toUniq,
    toJson: () => jsonOf(toUniq(), order),
    toFits: () => fitsOf(toUniq(), order),
  };
  return moc;
}

/** Ranges of order 29 of the cells of an order that ranges touch. */
export function coarsened(stage: Stage, ranges: BigUint64Array, order: number): BigUint64Array {
  return withCopies(stage, [ranges], (from = 0) => {
    const count = stage.core.kernels.coarsenRanges(from, ranges.length / 2, 2 * (LARGEST_ORDER - order), from);
    return new BigUint64Array(stage.core.memory.buffer, from, 2 * count).slice();
  });
}

/** Numbers of which a kernel tells first how many there are, and then writes them. */
function foundUniq(stage: Stage, find: (out: number) => number): BigUint64Array {
  const uniq = new BigUint64Array(find(0));
  return withCopies(stage, [uniq], (out = 0) => {
    find(out);
    return new BigUint64Array(stage.core.memory.buffer, out, uniq.length).slice();
  });
}
