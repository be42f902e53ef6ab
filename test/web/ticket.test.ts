import assert from 'node:assert';
import test from 'ava';
import fc from 'fast-check';
import type { GroundStationJson } from '../../src/http/schemas/groundStation.js';
import type { TrackedSatelliteJson } from '../../src/http/schemas/satellites.js';
import {
  LENGTHS,
  ownTicket,
  readTicket,
  sharedPath,
  suspectsQuery,
  type Ticket,
  ticketOf,
  ticketPath,
} from '../../src/web/ticket/ticket.js';

const AT = Date.parse('2026-07-10T14:03:20Z');
const NONE = readTicket(new URLSearchParams());
const ofPath = (path: string) => readTicket(new URLSearchParams(path.replace('/ticket', '')));
const id = fc.integer({ min: 1, max: 1e9 });
const hertz = fc.integer({ min: 1, max: 300e9 });
const place = fc.record({
  latDeg: fc.integer({ min: -900_000, max: 900_000 }).map((value) => value / 1e4),
  lonDeg: fc.integer({ min: -1_800_000, max: 1_800_000 }).map((value) => value / 1e4),
});
const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });

const tickets: fc.Arbitrary<Ticket> = fc
  .record({
    satelliteId: optional(id),
    stationId: optional(id),
    place: optional(place),
    timeMs: optional(fc.integer({ min: 0, max: 4e9 }).map((second) => 1000 * second)),
    beamDeg: optional(fc.integer({ min: 1, max: 9_000 }).map((value) => value / 100)),
    minutes: fc.constantFrom(...LENGTHS),
    hz: optional(hertz),
    widthHz: optional(hertz),
  })
  .map((ticket) => ({
    ...ticket,
    stationId: ticket.place ? undefined : ticket.stationId,
    widthHz: ticket.hz && ticket.widthHz,
  }));

test('an address holds all of a ticket, to the second', (t) => {
  fc.assert(fc.property(tickets, (ticket) => assert.deepEqual(ofPath(ticketPath(ticket)), ticket)));
  t.is(
    ticketPath({
      ...NONE,
      satelliteId: 3,
      stationId: 2,
      timeMs: AT,
      minutes: 5,
      hz: 2_265_000_000,
      widthHz: 5_000_000,
    }),
    '/ticket?satellite=3&station=2&time=2026-07-10T14:03:20Z&minutes=5&hz=2265000000&width=5000000',
  );
  t.is(ticketPath({ ...NONE, minutes: 1 }), '/ticket?minutes=1');
  t.is(ticketPath(NONE), '/ticket');
});

test('a link names satellite and place for accounts with other ids, and leaves the station to its own account', (t) => {
  const ticket = { ...NONE, satelliteId: 3, stationId: 2, timeMs: AT };
  const station = { id: 2, latitude: '52.52', longitude: '13.405' } as GroundStationJson;
  const path = sharedPath(ticket, 25_544, station);
  t.is(path, '/ticket?satellite=3&station=2&time=2026-07-10T14:03:20Z&norad=25544&at=52.52,13.405');
  const query = new URLSearchParams(path.replace('/ticket', ''));
  const tracked = (as: number) => [{ id: as, satellite: { norad_number: 25_544 } } as TrackedSatelliteJson];
  t.deepEqual(ownTicket(query, tracked(3), [station]), { ...ticket, norad: 25_544 });
  const there = { latDeg: 52.52, lonDeg: 13.405 };
  const elsewhere = { ...ticket, norad: 25_544, stationId: undefined, place: there };
  t.deepEqual(ownTicket(query, tracked(7), [{ ...station, latitude: '1' }]), { ...elsewhere, satelliteId: 7 });
  t.is(ownTicket(query, [], []).satelliteId, undefined);
});

test('what an address says wrongly counts as absent', (t) => {
  for (const query of [
    'minutes=7',
    'minutes=',
    'hz=0',
    'hz=1.5',
    'hz=1e12',
    'hz=x',
    'width=5',
    'time=now',
    'place=1',
    'place=91,0',
    'beam=91',
    'satellite=-1',
    'station=x',
  ]) {
    t.deepEqual(ofPath(`/ticket?${query}`), NONE, query);
  }
});

test('the API is asked about the minutes around the time, once nothing is missing', (t) => {
  const ticket: Ticket = { ...NONE, satelliteId: 3, stationId: 2, timeMs: AT, minutes: 1 };
  const common = { frequency_hz: undefined, bandwidth_hz: undefined, max_separation_deg: undefined };
  t.deepEqual(suspectsQuery(ticket), {
    tracked_satellite_id: 3,
    ground_station_id: 2,
    start_time: '2026-07-10T14:02:50Z',
    end_time: '2026-07-10T14:03:50Z',
    ...common,
  });
  const berlin = { latDeg: 52.52, lonDeg: 13.405 };
  t.like(suspectsQuery({ ...ticket, stationId: undefined, place: berlin }), { lat: 52.52, lon: 13.405 });
  for (const missing of ['satelliteId', 'stationId', 'timeMs'] as const) {
    t.is(suspectsQuery({ ...ticket, [missing]: undefined }), undefined, missing);
  }
});

test('a form is read as people fill it in: MHz, coordinates unless there is a station, empty fields as nothing', (t) => {
  const typed = new Map(
    Object.entries({ time: '2026-07-10T14:03:20', place: '52,52 13,405', mhz: '2265.125', beam: '' }),
  );
  const chosen = { satelliteId: 3, stationId: undefined, minutes: 10 as const };
  t.deepEqual(ticketOf(typed, chosen), {
    ...NONE,
    ...chosen,
    timeMs: AT,
    place: { latDeg: 52.52, lonDeg: 13.405 },
    hz: 2_265_125_000,
  });
  t.is(ticketOf(typed, { ...chosen, stationId: 2 }).place, undefined);
});
