import test from 'ava';
import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { bandMaskOf, bandNames } from '../../src/catalogue/bands.js';
import { constellationOf, CONSTELLATIONS } from '../../src/catalogue/constellations.js';
import { shared } from '../helpers/programs.js';
import { describeSatellite, meanAltitudeKm, meanMotionAt } from '../../src/catalogue/describe.js';

const FACTS = 'data/transmitters/constellation-bands.json';
const CATALOGUE = 'data/catalogue/gp-active-2026-07-10.omm.csv';
const KNOWN: Record<string, string> = { R: 'read', RG: 'band read', G: 'general' };

interface Fact {
  key: string;
  operator: string;
  orbital_class: string;
  match: string | null;
  downlink_mhz: { lo: number; hi: number; src: string }[];
  downlink_bands_by_spec_table: string[];
}

/** The collected facts that have a name pattern: the defaults by class of orbit are not used. */
function factsIn(path: string): Fact[] {
  const { entries }: { entries: Fact[] } = JSON.parse(readFileSync(path, 'utf8'));
  return entries.filter((fact) => fact.match !== null);
}

test('the names of the real catalogue find their constellation', (t) => {
  const cases: [name: string, key: string | undefined][] = [
    ['STARLINK-1008', 'starlink'],
    ['STARLINK-11072 [DTC]', 'starlink-dtc'],
    ['NAVSTAR 43 (USA 132)', 'gps'],
    ['GSAT0101 (GALILEO-PFM)', 'galileo'],
    ['COSMOS 2433 [GLONASS-M]', 'glonass'],
    ['COSMOS 2545', 'glonass'],
    ['COSMOS 25451', 'rodnik'],
    ['COSMOS 2507 (RODNIK-S 13)', 'rodnik'],
    ['INMARSAT 5-F1', 'inmarsat-gx'],
    ['INMARSAT 4-F1', 'inmarsat'],
    ['METEOSAT-9 (MSG-2)', 'meteosat'],
    ['METEOR-M 2', 'meteor'],
    ['ISS (ZARYA)', 'iss'],
    ['CALSPHERE 1', undefined],
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

test('only filed elevations mask a constellation', (t) => {
  const masked = CONSTELLATIONS.filter((row) => row.minElevationDeg !== null);
  t.deepEqual(
    masked.map((row) => [row.key, row.minElevationDeg]),
    [
      ['starlink', 25],
      ['kuiper', 20],
    ],
  );
});

test('each row equals the collected facts', (t) => {
  const path = shared(t, FACTS);
  if (path === undefined) return;
  const rows = CONSTELLATIONS.map((row) => ({
    key: row.key,
    operator: row.operator,
    orbits: row.orbits,
    match: row.pattern.source,
    downlinks: row.downlinks.map(({ lowHz, highHz, known }) => ({ lowHz, highHz, known })),
    bands: bandNames(bandMaskOf(row.downlinks)),
  }));
  const expected = factsIn(path).map((fact) => ({
    key: fact.key,
    operator: fact.operator,
    orbits: fact.orbital_class,
    match: fact.match ?? '',
    downlinks: fact.downlink_mhz.map(({ lo, hi, src }) => ({
      lowHz: Math.round(lo * 1e6),
      highHz: Math.round(hi * 1e6),
      known: KNOWN[src],
    })),
    bands: fact.downlink_bands_by_spec_table,
  }));
  const sorted = (list: readonly { key: string }[]): unknown[] => {
    return list.toSorted((a, b) => a.key.localeCompare(b.key));
  };
  t.deepEqual(sorted(rows), sorted(expected));
});

test('the order of the rows gives every real name what the order of the facts gives it', (t) => {
  const factsPath = shared(t, FACTS);
  const cataloguePath = shared(t, CATALOGUE);
  if (factsPath === undefined || cataloguePath === undefined) return;
  const facts = factsIn(factsPath).map((fact) => ({ key: fact.key, pattern: new RegExp(fact.match ?? '') }));
  const lines = readFileSync(cataloguePath, 'utf8').trim().split('\n').slice(1);
  const names = lines.map((line) => line.split(',', 1)[0] ?? '');
  const found = names.map((name) => constellationOf(name)?.key);
  t.deepEqual(
    found,
    names.map((name) => facts.find(({ pattern }) => pattern.test(name))?.key),
  );
  t.true(found.filter((key) => key !== undefined).length > 0.8 * names.length);
});

const orbit = (meanMotionRevPerDay: number, eccentricity = 0) => ({
  epochUs: 0,
  meanMotionRevPerDay,
  eccentricity,
  inclinationDeg: 0,
  raanDeg: 0,
  argPerigeeDeg: 0,
  meanAnomalyDeg: 0,
  bstar: 0,
});
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

test('an unknown name has an unknown operator', (t) => {
  t.is(describeSatellite('CALSPHERE 1', orbit(13.7)).operator, 'Unknown');
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
