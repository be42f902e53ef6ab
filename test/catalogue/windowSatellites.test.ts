import test from 'ava';
import fc from 'fast-check';
import {
  bandBit,
  constellationOf,
  type Elset,
  satelliteBands,
  type Transmitter,
  windowSatellites,
} from '../../src/catalogue/index.js';
import { DAY_US, elset, START_US } from '../db/fixtures.js';

const START = new Date(START_US / 1000);

function transmitter(differences: Partial<Transmitter>): Transmitter {
  return {
    noradNumber: 25_544,
    source: 'csv',
    externalId: JSON.stringify(differences),
    description: '',
    downlinkLowHz: 2_200_000_000,
    downlinkHighHz: null,
    bandwidthHz: null,
    baud: null,
    mode: '',
    eirpDbw: null,
    minElevationDeg: null,
    ...differences,
  };
}

// The values are few, so that all kinds of ties are common. An age of 18 days is too far from the start.
const ELSETS = fc.array(
  fc.record({
    noradNumber: fc.integer({ min: 1, max: 3 }),
    epochUs: fc.integer({ min: -3, max: 3 }).map((steps) => START_US + steps * 6 * DAY_US),
    elementSetNo: fc.integer({ min: 1, max: 2 }),
    raanDeg: fc.integer({ min: 0, max: 9 }),
    name: fc.constantFrom('', 'STARLINK-1', 'NAVSTAR 1'),
  }),
  { maxLength: 14 },
);

/**
 * Elset that a window must choose: the nearest to its start; in ties the later epoch, then the higher element set
 * number, then the last.
 */
function expectedElset(elsets: readonly Elset[]): Elset | undefined {
  const key = ({ epochUs, elementSetNo }: Elset): number[] => [-Math.abs(epochUs - START_US), epochUs, elementSetNo];
  let best: Elset | undefined;
  for (const candidate of elsets) {
    const [mine, theirs] = [key(candidate), best && key(best)];
    const decisive = theirs && mine.findIndex((value, i) => value !== theirs[i]);
    if (theirs === undefined || decisive === -1 || Number(mine[decisive ?? 0]) > Number(theirs[decisive ?? 0])) {
      best = candidate;
    }
  }
  return best;
}

/** Name of the newest elset that has one; of several with that epoch the last. */
function expectedName(elsets: readonly Elset[]): string {
  const named = elsets.filter(({ name }) => name !== '');
  const newest = Math.max(...named.map(({ epochUs }) => epochUs));
  return named.findLast(({ epochUs }) => epochUs === newest)?.name ?? '';
}

test('of each satellite the element set nearest the start counts, unless it is more than 14 days away', (t) => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(ELSETS, (differences) => {
      const elsets = differences.map((difference) => elset(difference));
      const { satellites, tooFar, silent } = windowSatellites(elsets, { start: START });
      const groups = [1, 2, 3].map((norad) => elsets.filter(({ noradNumber }) => noradNumber === norad));
      const expected = groups.flatMap((group) => {
        const chosen = expectedElset(group);
        return chosen === undefined ? [] : [{ chosen, name: expectedName(group) }];
      });
      const isNear = ({ chosen }: { chosen: Elset }): boolean => Math.abs(chosen.epochUs - START_US) <= 14 * DAY_US;
      t.deepEqual(
        satellites.map(({ elements, name }) => ({ chosen: elements, name })),
        expected.filter(isNear),
      );
      t.deepEqual(
        tooFar,
        expected.filter((one) => !isNear(one)).map(({ chosen }) => chosen.noradNumber),
      );
      t.deepEqual(
        silent,
        satellites.filter(({ bands }) => bands === 0).map(({ noradNumber }) => noradNumber),
      );
      if (tooFar.length > 0) seen.add('too far');
      if (silent.length > 0) seen.add('silent');
      if (satellites.some(({ name, elements }) => name !== elements.name)) seen.add('name of another');
    }),
    { numRuns: 300 },
  );
  t.is(seen.size, 3);
});

test('the 14 days are whole: a microsecond more is too far', (t) => {
  const at = (noradNumber: number, us: number): Elset => elset({ noradNumber, epochUs: START_US + us });
  const limit = 14 * DAY_US;
  const { satellites, tooFar } = windowSatellites([at(4, limit + 1), at(3, limit), at(2, -limit - 1), at(1, -limit)], {
    start: START,
  });
  t.deepEqual(
    [satellites.map(({ noradNumber }) => noradNumber), tooFar],
    [
      [1, 3],
      [2, 4],
    ],
  );
});

test('bands and minimum elevations are those of the table and of transmitters together', (t) => {
  const starlink = elset({ noradNumber: 1, name: 'STARLINK-1007' });
  const iss = elset();
  const unheard = elset({ noradNumber: 90_001, name: 'UNHEARD OF' });
  const transmitters = [
    transmitter({ noradNumber: 90_001, externalId: 'x', downlinkLowHz: 5e9, minElevationDeg: 40 }),
    transmitter({ noradNumber: 90_001, externalId: 'x', minElevationDeg: 15 }),
    transmitter({ downlinkLowHz: 8_400_000_000 }),
    transmitter({ noradNumber: 7 }),
  ];
  const join = (options: object): [bands: number, minElevationDeg: number][] =>
    windowSatellites([unheard, iss, starlink], { start: START, ...options }).satellites.map(
      ({ bands, minElevationDeg }) => [bands, minElevationDeg],
    );
  const table = (name: string): number => satelliteBands([], constellationOf(name)).mask;
  const [ofStarlink, ofIss] = [table('STARLINK-1007'), table('ISS (ZARYA)')];
  t.deepEqual(join({}), [
    [ofStarlink, 25],
    [ofIss, 10],
    [0, 10],
  ]);
  const withX = ofIss | bandBit('X');
  t.not(withX, ofIss);
  t.deepEqual(join({ transmitters }), [
    [ofStarlink, 25],
    [withX, 10],
    [bandBit('S'), 15],
  ]);
  t.deepEqual(join({ transmitters, minElevationDeg: 20 }), [
    [ofStarlink, 25],
    [withX, 20],
    [bandBit('S'), 20],
  ]);
  t.deepEqual(join({ transmitters, uniformElevation: true }), [
    [ofStarlink, 10],
    [withX, 10],
    [bandBit('S'), 10],
  ]);
});

test('arguments of another type and misspelt options are refused by name', (t) => {
  const cases: [elsets: unknown, options: unknown, message: string][] = [
    [[], undefined, 'options undefined: an object is needed'],
    [[], { start: '2026-07-10' }, 'start "2026-07-10": a Date is needed'],
    [{ elsets: [] }, { start: START }, 'elsets Object: an array, as elsets of parseCatalogue, is needed'],
    [[null], { start: START }, 'elsets[0] null: a set of mean elements is needed'],
    [[], { start: START, transmitters: 'x' }, 'transmitters "x": an array is needed'],
    ...['tx', 'minElevation'].map((name): [unknown, unknown, string] => [
      [],
      { start: START, [name]: [] },
      `options.${name} is unknown: there are start, transmitters, minElevationDeg, uniformElevation`,
    ]),
  ];
  for (const [elsets, options, message] of cases) {
    t.throws(() => windowSatellites(elsets as never, options as never), { instanceOf: TypeError, message });
  }
});

test('values out of range are named by their index', (t) => {
  const nan = Number.NaN;
  const cases: [() => unknown, string][] = [
    [() => windowSatellites([], { start: new Date(nan) }), 'start Invalid Date: a time is needed'],
    [() => windowSatellites([], { start: START, minElevationDeg: 90 }), 'minElevationDeg 90: 0 to below 90 is needed'],
    [
      () => windowSatellites([elset(), elset({ noradNumber: 0 })], { start: START }),
      'elsets[1].noradNumber 0: a whole number from 1 is needed',
    ],
    [
      () => windowSatellites([elset({ bstar: nan })], { start: START }),
      'elsets[0].bstar NaN: a finite number is needed',
    ],
    [
      () => windowSatellites([], { start: START, transmitters: [transmitter({}), transmitter({ noradNumber: 1.5 })] }),
      'transmitters[1].noradNumber 1.5: a whole number from 1 is needed',
    ],
    [
      () => windowSatellites([], { start: START, transmitters: [transmitter({ downlinkHighHz: 7 })] }),
      'transmitters[0]: downlink 2200000000 to 7 Hz: whole hertz expected, the end not below the start',
    ],
    [
      () => windowSatellites([], { start: START, transmitters: [transmitter({ minElevationDeg: -1 })] }),
      'transmitters[0].minElevationDeg -1: 0 to below 90 is needed',
    ],
  ];
  for (const [call, message] of cases) t.throws(call, { instanceOf: RangeError, message });
});
