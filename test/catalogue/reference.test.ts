import { readFileSync } from 'node:fs';
import test from 'ava';
import { sgp4 } from 'satellite.js';
import { bandMaskOf } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import { describeSatellite } from '../../src/catalogue/describe.js';
import { bundledCatalogue, FIRST_GENERATED_NUMBER, SHELLS } from '../../src/catalogue/reference/bundled.js';
import { SINGLES } from '../../src/catalogue/reference/singles.js';
import { SLOTS } from '../../src/catalogue/reference/slots.js';
import { TRACKS } from '../../src/catalogue/reference/tracks.js';
import { BANDS } from '../../src/spec.js';
import { satrecOf } from '../helpers/satrec.js';
import { shared } from '../helpers/shared.js';

const EPOCH_US = Date.UTC(2026, 6, 10, 5, 17) * 1000;
const elsets = bundledCatalogue(EPOCH_US);

test('the bundled catalogue has several thousand satellites, each with a number and a name of its own', (t) => {
  t.true(elsets.length > 5_500 && elsets.length < 6_500, String(elsets.length));
  t.is(new Set(elsets.map(({ noradNumber }) => noradNumber)).size, elsets.length);
  t.is(new Set(elsets.map(({ name }) => name)).size, elsets.length);
});

test('well-known satellites keep their numbers, the others count up from 700000001', (t) => {
  t.is(elsets.find(({ name }) => name === 'ISS (ZARYA)')?.noradNumber, 25_544);
  const generated = elsets.slice(SINGLES.length).map(({ noradNumber }) => noradNumber);
  t.deepEqual(
    generated,
    generated.map((_, k) => FIRST_GENERATED_NUMBER + k),
  );
});

test('kept numbers, designators and names are those of the public catalogue', (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const rows = readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.split(','));
  const known = new Map(rows.map((row) => [Number(row[11]), [row[0], row[1]]]));
  for (const { noradNumber, name, objectId } of SINGLES) t.deepEqual(known.get(noradNumber), [name, objectId]);
});

test('every satellite is one that the constellation table knows, from the constellation it was made for', (t) => {
  t.deepEqual(
    elsets.filter(({ name }) => constellationOf(name) === undefined),
    [],
  );
  const named = [
    ...SHELLS.map(({ constellation, name }) => [constellation, name] as const),
    ...TRACKS.flatMap(({ constellation, names }) => names.map((name) => [constellation, name] as const)),
    ...Object.entries(SLOTS).flatMap(([key, fleet]) => Object.keys(fleet).map((name) => [key, name] as const)),
  ];
  for (const [key, name] of named) t.is(constellationOf(name)?.key, key, name);
});

test('every band has emitters and every class of orbit satellites', (t) => {
  const mask = elsets.reduce((sum, { name }) => sum | bandMaskOf(constellationOf(name)?.downlinks ?? []), 0);
  t.is(mask, 2 ** BANDS.length - 1);
  const classes = new Set(elsets.map((elset) => describeSatellite(elset.name, elset).orbitalClass));
  t.deepEqual([...classes].sort(), ['GEO', 'HEO', 'LEO', 'MEO']);
});

test('another epoch gives the same satellites with the same numbers', (t) => {
  const identity = ({ noradNumber, name, inclinationDeg }: (typeof elsets)[number]) => [
    noradNumber,
    name,
    inclinationDeg,
  ];
  t.deepEqual(bundledCatalogue(EPOCH_US + 86_400e6 * 200.3).map(identity), elsets.map(identity));
});

test('SGP4 carries every satellite through 14 days, well above the atmosphere', (t) => {
  for (const elset of elsets) {
    const satrec = satrecOf(elset);
    for (let minutes = 0; minutes <= 14 * 1_440; minutes += 1_217) {
      const position = sgp4(satrec, minutes)?.position;
      const heightKm = position ? Math.hypot(position.x, position.y, position.z) - 6_378.137 : Number.NaN;
      if (!(heightKm > 300)) t.fail(`${elset.name} is at ${heightKm} km after ${minutes} minutes`);
    }
  }
  t.pass();
});
