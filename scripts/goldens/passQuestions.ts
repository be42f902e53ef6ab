/**
 * Writes the questions of the passes golden, satellites of every kind of orbit from the bundled catalogue over places of
 * every kind:
 *
 *   tsx scripts/goldens/passQuestions.ts
 *   /usr/bin/python3 scripts/goldens/passes.py test/golden/passes/questions.json > test/golden/passes/answers.json
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { satelliteBands } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { DEFAULT_MIN_ELEVATION_DEG, WINDOW_EPOCHS } from '../../src/spec.js';

const START = '2026-03-01T00:00:00Z';
/** The first one of each name in the catalogue, and one more from further on. */
const NAMES = [
  'ISS',
  'NOAA',
  'STARLINK',
  'ONEWEB',
  'IRIDIUM',
  'GLOBALSTAR',
  'O3B',
  'NAVSTAR',
  'GLONASS',
  'ASTRA',
  'QZS',
];
const SITES = [
  { lat: 90, lon: 0, elevation: 2800 },
  { lat: 78.2, lon: 15.4, elevation: 450 },
  { lat: 52.5, lon: 13.4, elevation: 35 },
  { lat: 31.5, lon: 35.5, elevation: -430 },
  { lat: 0, lon: -78.5, elevation: 2850 },
  { lat: -16.5, lon: 179.9, elevation: 0 },
  { lat: -25.9, lon: 27.7, elevation: 1400 },
  { lat: -67.6, lon: -68.1, elevation: 10 },
];

const catalogue = bundledCatalogue(Date.parse(START) * 1000 + 43_200e6);
const eccentric = catalogue.filter(({ eccentricity }) => eccentricity >= 0.07).slice(0, 3);
const named = NAMES.flatMap((name) => {
  const all = catalogue.filter((elset) => elset.name.toUpperCase().includes(name));
  return all.length === 0 ? [] : [all[0]!, all[Math.floor(0.6 * all.length)]!];
});
const satellites = [...new Set([...named, ...eccentric])].map((elset) => ({
  name: elset.name,
  norad: elset.noradNumber,
  epoch: new Date(elset.epochUs / 1000).toISOString(),
  n: elset.meanMotionRevPerDay,
  e: elset.eccentricity,
  i: elset.inclinationDeg,
  raan: elset.raanDeg,
  argp: elset.argPerigeeDeg,
  ma: elset.meanAnomalyDeg,
  bstar: elset.bstar,
  minElevation: Math.max(
    DEFAULT_MIN_ELEVATION_DEG,
    satelliteBands([], constellationOf(elset.name)).minElevationDeg ?? 0,
  ),
}));
const directory = new URL('../../test/golden/passes/', import.meta.url);
mkdirSync(directory, { recursive: true });
const rows = (list: readonly object[]): string => `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
writeFileSync(
  new URL('questions.json', directory),
  `{"start":"${START}","minutes":${WINDOW_EPOCHS},"sites":${rows(SITES)},"satellites":${rows(satellites)}}\n`,
);
