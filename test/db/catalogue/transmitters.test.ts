import type { Transmitter } from '../../../src/catalogue/transmitters/transmitter.js';
import {
  carrierSharers,
  deleteOtherCarriers,
  listTransmitters,
  transmittersOf,
  upsertTransmitters,
} from '../../../src/db/catalogue/transmitters.js';
import { databaseTest as test } from '../fixtures.js';

const transmitter = (differences: Partial<Transmitter> = {}): Transmitter => ({
  noradNumber: 25_544,
  source: 'satnogs',
  externalId: 'x7',
  description: 'Mode V/U, "APRS"',
  downlinkLowHz: 145_825_000,
  downlinkHighHz: null,
  bandwidthHz: null,
  baud: null,
  mode: '',
  eirpDbw: null,
  minElevationDeg: null,
  ...differences,
});

test('transmitters are added, changed or left by source and external id, and come back as they went in', async (t, {
  knex,
}) => {
  const signal = { bandwidthHz: 5e6, baud: 9600.5, mode: 'BPSK', eirpDbw: -3.5 };
  const full = transmitter({ source: 'csv', minElevationDeg: 25.5, ...signal });
  const first = [
    transmitter(),
    transmitter({ externalId: 'y', noradNumber: 9, downlinkLowHz: 10.7e9, downlinkHighHz: 12.7e9 }),
    full,
  ];
  t.deepEqual(await upsertTransmitters(knex, first), { added: 3, changed: 0, unchanged: 0 });
  t.deepEqual(await upsertTransmitters(knex, first), { added: 0, changed: 0, unchanged: 3 });
  const later = [
    transmitter(),
    transmitter({ externalId: 'y', downlinkHighHz: null }),
    transmitter({ externalId: 'z' }),
  ];
  t.deepEqual(await upsertTransmitters(knex, later), { added: 1, changed: 1, unchanged: 1 });
  t.deepEqual(await listTransmitters(knex), [
    transmitter(),
    transmitter({ externalId: 'y', downlinkHighHz: null }),
    full,
    transmitter({ externalId: 'z' }),
  ]);
});

test('of several with one external id in one file the last counts', async (t, { knex }) => {
  const twice = [transmitter({ description: 'first' }), transmitter({ description: 'last' })];
  t.deepEqual(await upsertTransmitters(knex, twice), { added: 1, changed: 0, unchanged: 1 });
  t.is((await listTransmitters(knex))[0]?.description, 'last');
  t.deepEqual(await upsertTransmitters(knex, []), { added: 0, changed: 0, unchanged: 0 });
});

test('better data of a transmitter change it, and nothing else does', async (t, { knex }) => {
  await upsertTransmitters(knex, [transmitter()]);
  for (const better of [{ bandwidthHz: 1 }, { baud: 2 }, { mode: 'FM' }, { eirpDbw: 0 }]) {
    t.deepEqual(await upsertTransmitters(knex, [transmitter(better)]), { added: 0, changed: 1, unchanged: 0 });
    t.deepEqual(await upsertTransmitters(knex, [transmitter(better)]), { added: 0, changed: 0, unchanged: 1 });
    t.deepEqual(await transmittersOf(knex, 25_544), [transmitter(better)]);
  }
  t.deepEqual(await transmittersOf(knex, 1), []);
});

test('carriers that a slot has no more are deleted, those of other slots and sources are not', async (t, { knex }) => {
  const at = (source: Transmitter['source'], externalId: string, noradNumber: number) =>
    transmitter({ source, externalId, noradNumber });
  const kept = [at('slot', '130 9 0 7', 7), at('csv', '130 9 0 8', 8), at('slot', '13 9 0 8', 8)];
  const gone = [at('television', '130 9 0 7', 7), at('slot', '130 9 0 8', 8), at('slot', '-5 9 0 8', 8)];
  await upsertTransmitters(knex, [...kept, ...gone]);
  t.deepEqual(await carrierSharers(knex, 7), [{ noradNumber: 8, name: '', carriers: 1 }]);
  t.is(await deleteOtherCarriers(knex, kept.slice(0, 1), ['130', '-5']), 3);
  t.deepEqual(await listTransmitters(knex), kept);
  t.deepEqual(await carrierSharers(knex, 7), []);
});
