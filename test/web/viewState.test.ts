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

const views: fc.Arbitrary<ViewState> = fc
  .record({
    satelliteId: optional(id),
    band: fc.constantFrom(...BAND_CHOICES),
    timeMs: optional(fc.integer({ min: 0, max: 60_000_000 }).map((minute) => 60_000 * minute)),
    projection: fc.constantFrom('globe' as const, 'flat' as const),
    shows: fc.constantFrom('map' as const, 'sky' as const),
    match: fc.constantFrom('overlap' as const, 'band' as const),
    beamDeg: fc.option(
      fc.integer({ min: 1, max: 9_000 }).map((value) => value / 100),
      { nil: undefined },
    ),
    list: fc.constantFrom('stations' as const, 'clear' as const),
    zoom: optional(fc.constantFrom('pass' as const, 'day' as const, 'week' as const)),
    place: optional(place),
    stationId: optional(id),
    centre: fc.constant(undefined),
  })
  .map((view) => (view.place === undefined ? view : { ...view, stationId: undefined }));

test('an address leads back to the view that it was written for', (t) => {
  fc.assert(fc.property(views, (view) => assert.deepEqual(readView(new URLSearchParams(writeView(view))), view)));
  t.pass();
});

test('any address is read as a view', (t) => {
  const sky = ['shows', 'match', 'beam', 'list'];
  const names = ['satellite', 'band', 'time', 'projection', ...sky, 'zoom', 'place', 'station', 'centre'];
  const queries = fc.array(fc.tuple(fc.constantFrom(...names), fc.string()));
  fc.assert(
    fc.property(queries, (pairs) => {
      const view = readView(new URLSearchParams(pairs));
      assert.ok(view.place === undefined || Math.abs(view.place.latDeg) <= 90);
      assert.ok(view.beamDeg === undefined || (view.beamDeg > 0 && view.beamDeg <= 90));
      assert.ok(view.satelliteId === undefined || Number.isSafeInteger(view.satelliteId) || view.satelliteId > 0);
    }),
  );
  t.pass();
});

test('an address has only the settings that differ from their defaults, in plain characters', (t) => {
  const view = readView(new URLSearchParams('satellite=3&place=52.52,13.405&time=2026-07-10T08:05Z&band=all'));
  t.is(writeView(view), '?satellite=3&time=2026-07-10T08:05Z&place=52.52,13.405');
  t.is(writeView(readView(new URLSearchParams())), '');
});

test('a place is two numbers in range and nothing else', (t) => {
  t.deepEqual(readPlace('52.52, 13.405'), { latDeg: 52.52, lonDeg: 13.405 });
  for (const text of ['', '52', '91,0', '0,181', '1,2,3', 'a,b', ',1', '1,', 'NaN,0']) t.is(readPlace(text), undefined);
});
