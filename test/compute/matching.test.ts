import test from 'ava';
import fc from 'fast-check';
import { bandBit } from '../../src/catalogue/bands.js';
import { type DownlinkRange, insideBands } from '../../src/catalogue/frequencies/ranges.js';
import { countedSet, findOthers, type OthersQuery } from '../../src/compute/matching.js';
import { createOwnedCore } from '../../src/core/instance.js';
import type { FrozenSatellite } from '../../src/memory/loadedWindow.js';
import { ALL_BANDS_MASK, BAND_CHOICES, BANDS, type BandChoice } from '../../src/spec.js';
import { load } from '../helpers/analysis.js';
import { sampleSatellites } from '../helpers/sky.js';

const core = await createOwnedCore(64);
const [first] = sampleSatellites();

const range = (lowHz: number, highHz: number, source: DownlinkRange['source'] = 'table'): DownlinkRange => {
  const rule = source === 'satnogs' ? 'band' : 'given';
  return { lowHz, highHz, source, rule, assumed: rule !== 'given' };
};
const satellite = (noradNumber: number, downlinks: readonly DownlinkRange[], bands: number): FrozenSatellite => {
  return { ...(first as FrozenSatellite), noradNumber, downlinks, bands };
};
const X = bandBit('X');
const KU = bandBit('Ku');

const SATELLITES = [
  satellite(1, [range(8.0e9, 8.2e9)], X),
  satellite(2, [range(8.1e9, 8.4e9, 'satnogs')], X),
  satellite(3, [range(8.4e9, 8.5e9)], X),
  satellite(4, [range(10.7e9, 12.7e9)], X | KU),
  satellite(5, [range(8.15e9, 8.16e9), range(12.5e9, 13e9, 'csv')], X | KU),
  satellite(6, [], 0),
];
const window = load(core, SATELLITES, { epochCount: 2 });
const noradsOf = ({ satellites }: typeof window, indexes: Uint32Array): number[] =>
  Array.from(indexes, (index) => satellites[index]?.noradNumber ?? 0);
const indexOf = (norad: number): number => window.satellite(norad)?.index ?? -1;
const matched = (norad: number, query: Omit<OthersQuery, 'norad'>): number[] =>
  noradsOf(window, findOthers(window, { norad, ...query }).satellites).sort((a, b) => a - b);
const overlap = { band: 'all', match: 'overlap' } as const;

test('by band, all match that share one of the tracked satellite’s', (t) => {
  t.deepEqual(matched(1, { band: 'all', match: 'band' }), [2, 3, 4, 5]);
  t.deepEqual(matched(4, { band: 'Ku', match: 'band' }), [5]);
  t.deepEqual(matched(1, { band: 'Ku', match: 'band' }), []);
  t.deepEqual(matched(6, { band: 'all', match: 'band' }), []);
});

test('by overlap, satellites match that share a frequency; in a band, one inside it', (t) => {
  t.deepEqual(matched(5, overlap), [1, 2, 4]);
  t.deepEqual(matched(5, { band: 'X', match: 'overlap' }), [1, 2]);
  t.deepEqual(findOthers(window, { norad: 4, band: 'X', match: 'overlap' }).ranges, [range(10.7e9, 12e9)]);
});

test('with a carrier in the question, the tracked satellite’s downlinks do not matter', (t) => {
  const carrier = { lowHz: 8.155e9, highHz: 8.156e9, source: 'request', assumed: true } as const;
  t.deepEqual(matched(3, { ...overlap, carrier }), [1, 2, 5]);
  t.deepEqual(matched(6, { ...overlap, carrier }), [1, 2, 5]);
  const found = findOthers(window, { norad: 6, ...overlap, carrier });
  t.deepEqual(found.ranges, [carrier]);
  t.like(found.overlapOf(indexOf(5)), { source: 'table', assumed: true });
});

test('an overlap is the widest range that two satellites share, with the sources of both ends', (t) => {
  const found = findOthers(window, { norad: 1, ...overlap });
  t.deepEqual(found.overlapOf(indexOf(2)), {
    lowHz: 8.1e9,
    highHz: 8.2e9,
    source: 'satnogs',
    assumed: true,
  });
  t.like(found.overlapOf(indexOf(5)), { lowHz: 8.15e9, highHz: 8.16e9, assumed: false });
  t.like(findOthers(window, { norad: 2, ...overlap }).overlapOf(indexOf(1)), {
    source: 'table',
  });
  t.is(found.overlapOf(indexOf(3)), undefined);
  const both = [range(8e9, 9e9), range(8.1e9, 8.2e9, 'television')];
  const pair = load(core, [satellite(21, [range(8e9, 9e9)], X), satellite(22, both, X)], { epochCount: 2 });
  const carrier = { lowHz: 8.1e9, highHz: 8.2e9, source: 'television' as const };
  const seen = findOthers(pair, { norad: 21, ...overlap });
  t.like(seen.overlapOf(pair.satellite(22)?.index ?? -1), carrier, 'of a carrier, where the table has a wider range');
  t.like(findOthers(window, { norad: 1, band: 'all', match: 'band' }).overlapOf(indexOf(2)), { lowHz: 8.1e9 });
});

test('satellites are listed in ascending order, and a satellite of another window is an error', (t) => {
  const { satellites } = findOthers(window, { norad: 5, ...overlap });
  t.deepEqual(
    [...satellites],
    [...satellites].sort((a, b) => a - b),
  );
  t.throws(() => findOthers(window, { norad: 99, ...overlap }), {
    instanceOf: RangeError,
    message: /satellite 99 is not in window/,
  });
});

test('satellites with the same frequencies share a set; a satellite outside it gets a set of its own', (t) => {
  const twins = [satellite(11, [range(8e9, 9e9)], X), satellite(12, [range(8e9, 9e9)], X), satellite(13, [], 0)];
  const other = load(core, twins, { epochCount: 2 });
  const of = (norad: number, query: Parameters<typeof countedSet>[2]) => countedSet(other, norad, query);
  t.deepEqual(of(11, overlap), of(12, overlap));
  const carrier = { lowHz: 8e9, highHz: 8.1e9, source: 'request', assumed: false } as const;
  const [inside, outside] = [of(11, { ...overlap, carrier }), of(13, { ...overlap, carrier })];
  t.not(inside?.key, outside?.key);
  t.is(bits(inside?.members), 2);
  t.is(bits(outside?.members), 3);
  t.is(of(13, overlap), undefined);
  t.is(of(11, { band: 'Ku', match: 'overlap' }), undefined);
  other.unload();
});

const bits = (members: Uint8Array = new Uint8Array()): number =>
  members.reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0);

/** Slow twin: for every pair of ranges it tries, in hertz, whether one contains the other's lower edge. */
function twin(satellites: readonly FrozenSatellite[], tracked: FrozenSatellite, band: BandChoice): number[] {
  const mask = band === 'all' ? ALL_BANDS_MASK : 1 << BANDS.findIndex(({ name }) => name === band);
  const holds = (list: readonly DownlinkRange[], hz: number): boolean =>
    list.some(({ lowHz, highHz }) => lowHz <= hz && hz < highHz);
  const own = (tracked.downlinks ?? []).flatMap((one) => insideBands(one, mask));
  return satellites
    .filter(({ noradNumber, downlinks = [] }) => {
      // Two ranges that intersect do so at the lower edge of one of them.
      const starts = [...own, ...downlinks].map(({ lowHz }) => lowHz);
      return noradNumber !== tracked.noradNumber && starts.some((hz) => holds(own, hz) && holds(downlinks, hz));
    })
    .map(({ noradNumber }) => noradNumber);
}

test('property: of the sample and of any ranges, the twin finds the same, and never more than by band', (t) => {
  const ends = fc.tuple(fc.integer({ min: 100, max: 13_000 }), fc.integer({ min: 1, max: 900 }));
  const drawn = fc.array(fc.array(ends, { maxLength: 3 }), { minLength: 2, maxLength: 8 });
  const check = fc.property(drawn, fc.constantFrom(...BAND_CHOICES), (lists, band) => {
    const satellites = lists.map((list, i) => {
      const downlinks = list.map(([low, width]) => range(low * 1e6, (low + width) * 1e6));
      const bands = BANDS.reduce(
        (mask, _, k) => (downlinks.some((one) => insideBands(one, 1 << k).length > 0) ? mask | (1 << k) : mask),
        0,
      );
      return satellite(i + 1, downlinks, bands);
    });
    const drawnWindow = load(core, satellites, { epochCount: 2 });
    for (const tracked of satellites) {
      const asked = (match: 'band' | 'overlap'): number[] =>
        noradsOf(drawnWindow, findOthers(drawnWindow, { norad: tracked.noradNumber, band, match }).satellites);
      const found = asked('overlap').sort((a, b) => a - b);
      t.deepEqual(found, twin(satellites, tracked, band));
      const sharing = new Set(asked('band'));
      t.true(found.every((norad) => sharing.has(norad)));
    }
    drawnWindow.unload();
  });
  t.notThrows(() => fc.assert(check, { numRuns: 50 }));
});
