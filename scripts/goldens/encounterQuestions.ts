/**
 * Writes questions about encounters, of satellites of every kind of orbit in a catalogue (any file that `catalogue import`
 * takes) over stations (JSON: name, latitude, longitude, elevation_m); scripts/huntEncounters.ts says what to do with them.
 *
 *   tsx scripts/goldens/encounterQuestions.ts CATALOGUE STATIONS > questions.json
 */
import { readFileSync } from 'node:fs';
import { rowOf } from '../../test/helpers/elementsRow.js';
import { readSource } from '../bench/catalogue.js';
import { randomFrom } from '../random.js';

const DAY_MIN = 1440;
/** Satellites asked about, with how many days and how many others: what stays in sight takes the reference long. */
const TRACKED: readonly { name: RegExp; days: number; others: number }[] = [
  { name: /^ISS \(ZARYA\)/, days: 7, others: 300 },
  { name: /^LANDSAT 9/, days: 7, others: 300 },
  { name: /^SENTINEL-1A/, days: 7, others: 300 },
  { name: /^STARLINK-1008/, days: 7, others: 300 },
  { name: /^ONEWEB-0012/, days: 7, others: 300 },
  { name: /^NAVSTAR/, days: 2, others: 100 },
  { name: /^GSAT0/, days: 2, others: 100 },
  { name: /^ASTRA/, days: 1, others: 100 },
  { name: /^MOLNIYA|^MERIDIAN/, days: 2, others: 100 },
  { name: /^IRIDIUM/, days: 7, others: 300 },
];
const SEPARATIONS_DEG = [1, 2, 5, 10];
const STATIONS_EACH = 2;

interface Station {
  latitude: number;
  longitude: number;
  elevation_m: number | null;
}

const [catalogue, stationFile] = process.argv.slice(2);
if (catalogue === undefined || stationFile === undefined) {
  throw new Error('usage: tsx scripts/goldens/encounterQuestions.ts CATALOGUE STATIONS');
}
const { start, satellites } = await readSource({ catalogue, transmitters: undefined });
const stations = JSON.parse(readFileSync(stationFile, 'utf8')) as Station[];
const next = randomFrom(1);
const questions = TRACKED.flatMap(({ name, days, others }, i) => {
  const tracked = satellites.findIndex((satellite) => name.test(satellite.name));
  if (tracked < 0) return [];
  return Array.from({ length: STATIONS_EACH }, (_, j) => {
    const { latitude, longitude, elevation_m } = stations[Math.floor(next() * stations.length)] as Station;
    const chosen = new Set<number>();
    while (chosen.size < others) chosen.add(Math.floor(next() * satellites.length));
    chosen.delete(tracked);
    return {
      site: { lat: latitude, lon: longitude, elevation: elevation_m ?? 0 },
      tracked,
      others: [...chosen],
      fromMinute: 0,
      toMinute: days * DAY_MIN,
      maxSeparation: SEPARATIONS_DEG[(STATIONS_EACH * i + j) % SEPARATIONS_DEG.length],
    };
  });
});
process.stdout.write(
  JSON.stringify({ start: start.toISOString().replace('.000', ''), satellites: satellites.map(rowOf), questions }),
);
