import test from 'ava';
import { readFileSync } from 'node:fs';
import { degreesLong, eciToGeodetic, gstime, jday, sgp4, sunPos } from 'satellite.js';
import { bandMaskOf } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import { describeSatellite } from '../../src/catalogue/describe.js';
import { bundledCatalogue, FIRST_GENERATED_NUMBER } from '../../src/catalogue/reference/bundled.js';
import { SINGLES } from '../../src/catalogue/reference/singles.js';
import { SLOTS } from '../../src/catalogue/reference/slots.js';
import { TRACKS } from '../../src/catalogue/reference/tracks.js';
import { SHELLS } from '../../src/catalogue/reference/walker.js';
import { BANDS } from '../../src/spec.js';
import { satrecOf } from '../helpers/elements.js';
import { shared } from '../helpers/programs.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { nodeAtLocalTimeDeg } from '../../src/catalogue/reference/orbits.js';

const EPOCH_MS = Date.UTC(2026, 6, 10, 5, 17);
const EPOCH_US = EPOCH_MS * 1000;
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

test('the constellation table gives every satellite the constellation it was made for', (t) => {
  t.deepEqual(
    elsets.filter(({ name }) => constellationOf(name) === undefined),
    [],
  );
  const made = [
    ...SHELLS.map(({ constellation, name }) => [constellation, name] as const),
    ...TRACKS.flatMap(({ constellation, names }) => names.map((name) => [constellation, name] as const)),
  ];
  for (const [key, name] of made) t.is(constellationOf(name)?.key, key, name);
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

const SIDEREAL_DAY_MIN = 1_436.068;

/** Difference of two angles in degrees, from -180 to below 180. */
function apart(aDeg: number, bDeg: number): number {
  return ((((aDeg - bDeg + 180) % 360) + 360) % 360) - 180;
}

function named(name: string): Elset {
  const found = elsets.find((elset) => elset.name === name);
  if (!found) throw new Error(`no satellite is named ${name}`);
  return found;
}

/** Position of a satellite `minutes` after its epoch, and the point below it. */
function stateOf(elset: Elset, minutes: number) {
  const position = sgp4(satrecOf(elset), minutes)?.position;
  if (!position) throw new Error(`${elset.name} fails after ${minutes} minutes`);
  const below = eciToGeodetic(position, gstime(new Date(EPOCH_MS + minutes * 60_000)));
  const lonDeg = degreesLong(Math.atan2(Math.sin(below.longitude), Math.cos(below.longitude)));
  return { position, lonDeg, latDeg: (below.latitude * 180) / Math.PI, heightKm: below.height };
}

test('a node at local noon stands at the sun, up to the equation of time', (t) => {
  for (let day = 0; day < 365; day += 13) {
    const ms = EPOCH_MS + day * 86_400_000;
    const sunDeg = (sunPos(jday(new Date(ms))).rtasc * 180) / Math.PI;
    t.true(Math.abs(apart(nodeAtLocalTimeDeg(12, ms * 1000), sunDeg)) < 4.5, `day ${day}`);
    t.true(Math.abs(apart(nodeAtLocalTimeDeg(18, ms * 1000), sunDeg + 90)) < 4.5, `day ${day}`);
  }
});

test('geostationary satellites stand in their slots, and within half a degree of them for 14 days', (t) => {
  for (const { name, longitudeDeg: slotDeg } of SLOTS) {
    const start = stateOf(named(name), 0);
    t.true(Math.abs(apart(start.lonDeg, slotDeg)) < 0.1, `${name} is at ${start.lonDeg}, its slot at ${slotDeg}`);
    const end = stateOf(named(name), 14 * 1_440);
    t.true(Math.abs(apart(end.lonDeg, slotDeg)) < 0.5, `${name} ends at ${end.lonDeg}, its slot is at ${slotDeg}`);
  }
});

test('each shell has Walker spacing: even slots, even planes, and the phase of its pattern', (t) => {
  let first = SINGLES.length;
  for (const shell of SHELLS) {
    const { every, spreadDeg } = shell;
    const [total, planes, phasing] = shell.walker.split('/').map(Number) as [number, number, number];
    const perPlane = total / planes;
    const taken = Math.ceil(perPlane / every);
    const members = elsets.slice(first, first + planes * taken);
    first += planes * taken;
    const [origin] = members;
    if (!origin) throw new Error(`${shell.name} is empty`);
    for (const [k, { raanDeg, meanAnomalyDeg, inclinationDeg, meanMotionRevPerDay }] of members.entries()) {
      const plane = Math.floor(k / taken);
      const slot = (k % taken) * every;
      const phaseDeg = (360 * slot) / perPlane + (360 * phasing * plane) / total;
      t.true(Math.abs(apart(raanDeg, origin.raanDeg + (spreadDeg * plane) / planes)) < 2e-4, shell.name);
      t.true(Math.abs(apart(meanAnomalyDeg, origin.meanAnomalyDeg + phaseDeg)) < 2e-4, shell.name);
      t.is(inclinationDeg, shell.inclinationDeg);
      t.is(meanMotionRevPerDay, origin.meanMotionRevPerDay);
    }
  }
});

test('every track has its apogee at its longitude and closes after a sidereal day', (t) => {
  for (const track of TRACKS) {
    for (const name of track.names) {
      const day = Array.from({ length: 360 }, (_, k) => stateOf(named(name), (k * SIDEREAL_DAY_MIN) / 360));
      const next = stateOf(named(name), SIDEREAL_DAY_MIN);
      t.true(Math.abs(apart(next.lonDeg, day[0]?.lonDeg ?? Number.NaN)) < 0.5, `${name} closes`);
      if (track.eccentricity < 0.05) continue;
      const apogee = day.toSorted((a, b) => b.heightKm - a.heightKm)[0];
      const offsets = [0, 180].map((turn) =>
        Math.abs(apart(apogee?.lonDeg ?? Number.NaN, track.apogeeLongitudeDeg + turn)),
      );
      const allowed = track.revolutionsPerDay === 2 ? offsets : offsets.slice(0, 1);
      t.true(Math.min(...allowed) < 4, `${name}: apogee ${allowed.join(' or ')} degrees off`);
      t.true(Math.abs((apogee?.latDeg ?? 0) - track.inclinationDeg) < 1.5, `${name}: apogee over the north`);
    }
  }
});
