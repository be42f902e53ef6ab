import { readFileSync } from 'node:fs';
import test from 'ava';
import fc from 'fast-check';
import { bandMaskOf } from '../../src/catalogue/bands.js';
import { constellationOf, CONSTELLATIONS } from '../../src/catalogue/constellations.js';
import { describeSatellite, meanAltitudeKm, meanMotionAt } from '../../src/catalogue/describe.js';
import { parseCatalogue } from '../../src/catalogue/elsets/formats.js';
import { namesByRow } from '../helpers/namesByRow.js';
import { shared } from '../helpers/programs.js';

test('every name of the real catalogue finds the row that a person has read', (t) => {
  const path = shared(t, 'data/catalogue/gp-active-2026-07-10.omm.csv');
  if (path === undefined) return;
  const { elsets } = parseCatalogue(readFileSync(path), path);
  const rows = namesByRow(elsets).split('\n');
  t.deepEqual(rows, readFileSync('test/golden/constellations.txt', 'utf8').split('\n'));
  // Satellites without a row, in percent of their class of orbit.
  const silent = (orbitalClass: string): number => {
    const all = elsets.filter((elset) => describeSatellite(elset.name, elset).orbitalClass === orbitalClass);
    return (100 * all.filter(({ name }) => constellationOf(name) === undefined).length) / all.length;
  };
  t.true(silent('GEO') < 12);
  t.true(silent('HEO') < 30);
});

test('names of other catalogues, and names that only look alike, find their row', (t) => {
  const cases: [name: string, key: string | undefined][] = [
    ['STARLINK-1008', 'starlink'],
    ['STARLINK-11072 [DTC]', 'starlink-dtc'],
    ['STARLINK-11072', 'starlink-dtc'],
    ['STARLINK-30036', 'starlink-gen2'],
    ['Starlink-30036', 'starlink-gen2'],
    ['GPS BIIF-3  (PRN 24)', 'gps'],
    ['COSMOS 2545', 'glonass'],
    ['COSMOS 2494 (SKRL-756 2)', undefined],
    ['COSMOS 2589', undefined],
    ['COSMOS 1989 (ETALON 1)', undefined],
    ['BEIDOU-3 M1 (C19)', 'beidou'],
    ['BEIDOU-3 G1 (C59)', 'beidou-geo'],
    ['NOAA 19 [+]', 'poes'],
    ['SUOMI-100', undefined],
    ['ISS (ZARYA)', 'iss'],
    ['ISS OBJECT XK', undefined],
    ['ISS DEB', undefined],
    ['TIANQIN 1 (CAS-6)', undefined],
    ['NOT STARLINK-1008', undefined],
    ['', undefined],
  ];
  for (const [name, key] of cases) t.is(constellationOf(name)?.key, key, name);
});

test('keys are unique and every row has a downlink in some band', (t) => {
  t.is(new Set(CONSTELLATIONS.map(({ key }) => key)).size, CONSTELLATIONS.length);
  t.deepEqual(
    CONSTELLATIONS.filter(({ downlinks }) => bandMaskOf(downlinks) === 0),
    [],
  );
});

const orbit = (meanMotionRevPerDay: number, eccentricity = 0) => ({ meanMotionRevPerDay, eccentricity });
const classOf = (meanMotion: number, eccentricity = 0) =>
  describeSatellite('', orbit(meanMotion, eccentricity)).orbitalClass;

test('the ISS, GPS and a geostationary satellite are described as they are known', (t) => {
  t.deepEqual(describeSatellite('ISS (ZARYA)', orbit(15.48965714, 0.0003)), {
    orbitalClass: 'LEO',
    altitudeKm: 419.8,
    operator: 'ISS partners',
  });
  t.deepEqual(describeSatellite('NAVSTAR 43 (USA 132)', orbit(2.00563852, 0.013)), {
    orbitalClass: 'MEO',
    altitudeKm: 20_182.2,
    operator: 'US Space Force (GPS)',
  });
  t.deepEqual(describeSatellite('SES-1', orbit(1.0027, 0.0002)), {
    orbitalClass: 'GEO',
    altitudeKm: 35_787.1,
    operator: 'SES',
  });
});

test('an eccentricity of 0.25 makes an orbit highly elliptical, whatever its period', (t) => {
  t.is(classOf(2.006, 0.7), 'HEO');
  t.is(classOf(1.0027, 0.25), 'HEO');
  t.is(classOf(1.0027, 0.249), 'GEO');
});

test('periods within 30 minutes of 1,436 minutes are geosynchronous', (t) => {
  t.is(classOf(1440 / 1407), 'GEO');
  t.is(classOf(1440 / 1465), 'GEO');
  t.is(classOf(1440 / 1405), 'MEO');
  t.is(classOf(1440 / 1467), 'MEO');
});

test('low orbits are told by their apogee, not by their mean height', (t) => {
  t.is(classOf(meanMotionAt(1_999)), 'LEO');
  t.is(classOf(meanMotionAt(2_001)), 'MEO');
  t.is(classOf(meanMotionAt(1_500), 0.05), 'LEO');
  t.is(classOf(meanMotionAt(1_500), 0.07), 'MEO');
});

test('property: height and mean motion are each other’s inverse', (t) => {
  const check = fc.property(fc.double({ min: 100, max: 400_000, noNaN: true }), (altitudeKm) => {
    return Math.abs(meanAltitudeKm(meanMotionAt(altitudeKm)) - altitudeKm) < 1e-6;
  });
  t.notThrows(() => fc.assert(check));
});
