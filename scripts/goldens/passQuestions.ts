/**
 * Writes questions about passes. Without arguments those of the golden, satellites of every kind of orbit from the bundled
 * catalogue over places of every kind:
 *
 *   tsx scripts/goldens/passQuestions.ts
 *   /usr/bin/python3 scripts/goldens/passes.py test/golden/passes/questions.json > test/golden/passes/answers.json
 *
 * With a catalogue (any file that `catalogue import` takes) and stations (JSON: latitude, longitude, elevation_m) the same
 * of these, on stdout; scripts/huntPasses.ts says what to do with them.
 *
 *   tsx scripts/goldens/passQuestions.ts CATALOGUE STATIONS > questions.json
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { satelliteBands } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import type { MeanElements } from '../../src/core/elements.js';
import { DEFAULT_MIN_ELEVATION_DEG, WINDOW_EPOCHS } from '../../src/spec.js';
import { type ElementsRow, rowOf } from '../../test/helpers/elementsRow.js';
import { readSource } from '../bench/catalogue.js';

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

/** In a real catalogue, besides. */
const MORE_NAMES = ['ZARYA', 'MOLNIYA', 'SIRIUS', 'BEIDOU', 'GALILEO', 'FLOCK', 'LEMUR', 'TDRS', 'CSS'];
const STATIONS = 10;

interface Named {
  name: string;
  noradNumber: number;
  elements: MeanElements;
}

interface Site {
  lat: number;
  lon: number;
  elevation: number;
}

function bundled(): Named[] {
  const catalogue = bundledCatalogue(Date.parse(START) * 1000 + 43_200e6).map((elements) => {
    const { name, noradNumber } = elements;
    return { name, noradNumber, elements };
  });
  const eccentric = catalogue.filter(({ elements }) => elements.eccentricity >= 0.07).slice(0, 3);
  const named = NAMES.flatMap((name) => {
    const all = namedLike(catalogue, name);
    return all.length === 0 ? [] : [all[0]!, all[Math.floor(0.6 * all.length)]!];
  });
  return [...new Set([...named, ...eccentric])];
}

/** The middle one of each name, the first eccentric ones, and those with the most drag but for the very worst. */
function ofEveryKind(catalogue: readonly Named[]): Named[] {
  const named = [...NAMES, ...MORE_NAMES].flatMap((name) => {
    const all = namedLike(catalogue, name);
    return all.length === 0 ? [] : [all[Math.floor(0.5 * all.length)]!];
  });
  const eccentric = catalogue.filter(({ elements }) => elements.eccentricity > 0.6).slice(0, 2);
  const drag = ({ elements }: Named): number => Math.abs(elements.bstar);
  const dragged = catalogue.toSorted((a, b) => drag(b) - drag(a)).slice(20, 23);
  return [...new Set([...named, ...eccentric, ...dragged])];
}

function namedLike(catalogue: readonly Named[], part: string): Named[] {
  return catalogue.filter(({ name }) => name.toUpperCase().includes(part));
}

/** Some of the stations of a file, from all over it. */
function sitesOf(file: string): Site[] {
  const stations = JSON.parse(readFileSync(file, 'utf8')) as {
    latitude: number;
    longitude: number;
    elevation_m: number | null;
  }[];
  const every = Math.max(1, Math.floor(stations.length / STATIONS));
  return stations
    .filter((_, i) => i % every === 0)
    .slice(0, STATIONS)
    .map(({ latitude, longitude, elevation_m }) => ({ lat: latitude, lon: longitude, elevation: elevation_m ?? 0 }));
}

function textOf(start: string, sites: readonly Site[], satellites: readonly Named[]): string {
  const rows = (list: readonly object[]): string => `[\n${list.map((row) => JSON.stringify(row)).join(',\n')}\n]`;
  return `{"start":"${start}","minutes":${WINDOW_EPOCHS},"sites":${rows(sites)},"satellites":${rows(satellites.map(questionOf))}}\n`;
}

function questionOf({ name, noradNumber, elements }: Named): ElementsRow {
  const bands = satelliteBands([], constellationOf(name));
  const minElevationDeg = Math.max(DEFAULT_MIN_ELEVATION_DEG, bands.minElevationDeg ?? 0);
  return rowOf({ name, noradNumber, elements, minElevationDeg });
}

const [catalogue, stations] = process.argv.slice(2);
if (catalogue === undefined) {
  const directory = new URL('../../test/golden/passes/', import.meta.url);
  mkdirSync(directory, { recursive: true });
  writeFileSync(new URL('questions.json', directory), textOf(START, SITES, bundled()));
} else if (stations === undefined) {
  throw new Error('usage: tsx scripts/goldens/passQuestions.ts [CATALOGUE STATIONS]');
} else {
  const { start, satellites } = await readSource({ catalogue, transmitters: undefined });
  const at = start.toISOString().replace('.000', '');
  process.stdout.write(textOf(at, sitesOf(stations), ofEveryKind(satellites)));
}
