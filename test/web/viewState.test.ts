import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import { BAND_CHOICES } from '../../src/spec.js';
import { readPlace, readView, writeView, type ViewState } from '../../src/web/viewState.js';

const place = fc.record({
  latDeg: fc.integer({ min: -900_000, max: 900_000 }).map((value) => value / 1e4),
  lonDeg: fc.integer({ min: -1_800_000, max: 1_800_000 }).map((value) => value / 1e4),
});
const id = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const ids = fc.uniqueArray(id, { maxLength: 3 });

const views: fc.Arbitrary<ViewState> = fc
  .record({
    satelliteIds: ids,
    stationIds: ids,
    stationId: optional(id),
    place: optional(place),
    band: fc.constantFrom(...BAND_CHOICES),
    match: fc.constantFrom('overlap' as const, 'band' as const),
    beamDeg: optional(fc.integer({ min: 1, max: 9_000 }).map((value) => value / 100)),
    timeMs: optional(fc.integer({ min: 0, max: 3_600_000_000 }).map((second) => 1000 * second)),
    stage: fc.constantFrom('globe' as const, 'flat' as const, 'sky' as const, 'spectrum' as const),
    order: fc.constantFrom('next' as const, 'clear' as const),
    span: fc.constantFrom('day' as const, 'night' as const, 'week' as const),
    leastElevationDeg: fc.integer({ min: 0, max: 89 }),
    leastClearSeconds: fc.integer({ min: 0, max: 86_400 }),
    isPlan: fc.boolean(),
    centre: fc.constant(undefined),
  })
  .chain((view) => fc.constantFrom(...view.satelliteIds, undefined).map((satelliteId) => ({ ...view, satelliteId })))
  // An address names the satellite that is shown, if any is chosen, and a place in lieu of a station.
  .map((view) => ({
    ...view,
    satelliteId: view.satelliteId ?? view.satelliteIds[0],
    stationId: view.place === undefined ? view.stationId : undefined,
  }));

test('an address leads back to the view that it was written for', (t) => {
  fc.assert(fc.property(views, (view) => assert.deepEqual(readView(new URLSearchParams(writeView(view))), view)));
  t.pass();
});

test('an address has only the settings that differ from their defaults, in plain characters', (t) => {
  const view = readView(new URLSearchParams('satellite=3&place=52.52,13.405&time=2026-07-10T08:05Z&band=all'));
  t.is(writeView(view), '?satellite=3&place=52.52,13.405&time=2026-07-10T08:05Z');
  t.is(writeView(readView(new URLSearchParams())), '');
});

test('a place is two numbers in range and nothing else', (t) => {
  t.deepEqual(readPlace('52.52, 13.405'), { latDeg: 52.52, lonDeg: 13.405 });
  for (const text of ['', '52', '91,0', '0,181', '1,2,3', 'a,b', ',1', '1,', 'NaN,0']) t.is(readPlace(text), undefined);
});
