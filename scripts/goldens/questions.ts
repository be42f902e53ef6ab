/**
 * Writes questions for the Python programs of this folder, over any catalogue that `catalogue import` takes, or the
 * bundled one:
 *
 *     npx tsx scripts/goldens/questions.ts passes|encounters|overlap [CATALOGUE [TRANSMITTERS]] > questions.json
 *
 * docs/measuring.md says how to use them. The program for looks takes the questions about encounters.
 */
import { degreesLat, degreesLong, eciToGeodetic, gstime, propagate } from 'satellite.js';
import { BAND_CHOICES, EPOCH_MS, WINDOW_EPOCHS } from '../../src/spec.js';
import { rowOf, satrecOf } from '../../test/helpers/elements.js';
import type { EncounterQuestions } from '../../test/helpers/encounterGolden.js';
import type { OverlapQuestion } from '../../test/helpers/overlapGolden.js';
import { type BenchSatellite, readSource } from '../bench/catalogue.js';
import { randomFrom, randomPlaces } from '../random.js';

/**
 * Kinds of orbits by the names of satellites, with the days and the number of other satellites that a search for
 * encounters by brute force can bear.
 */
const KINDS: readonly { name: RegExp; days: number; others: number }[] = [
  { name: /^ISS|ZARYA/, days: 7, others: 300 },
  { name: /^LANDSAT 9|^NOAA/, days: 7, others: 300 },
  { name: /^STARLINK/, days: 7, others: 300 },
  { name: /^ONEWEB/, days: 7, others: 300 },
  { name: /^IRIDIUM/, days: 7, others: 300 },
  { name: /^(NAVSTAR|GPS)/, days: 2, others: 100 },
  { name: /^(GSAT0|GALILEO)/, days: 2, others: 100 },
  { name: /^(MOLNIYA|MERIDIAN|QZS|SIRIUS)/, days: 2, others: 100 },
  { name: /^(ASTRA|EUTELSAT)/, days: 1, others: 100 },
];
const SEPARATIONS_DEG = [1, 2, 5, 10];
const SITES = 10;
const QUESTIONS = 500;
const MOST_OFFSET_DEG = 12;
/** Questions about overlap take every n-th satellite of the bundled catalogue. */
const BUNDLED_EVERY = 20;

const [kind = '', catalogue, transmitters] = process.argv.slice(2);
const source = await readSource({ catalogue, transmitters });
const { satellites } = source;
const start = source.start.toISOString().replace('.000', '');
const next = randomFrom(1);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
const sites = randomPlaces(SITES, 1).map(({ latDeg, lonDeg }) => ({
  lat: Number(latDeg.toFixed(3)),
  lon: Number((lonDeg > 180 ? lonDeg - 360 : lonDeg).toFixed(3)),
  elevation: Math.round(3000 * next()),
}));

const makers: Readonly<Record<string, () => object>> = {
  passes: () => ({ start, minutes: WINDOW_EPOCHS, sites, satellites: ofEveryKind().map(rowOf) }),
  encounters: () => ({ start, satellites: satellites.map(rowOf), questions: encounterQuestions() }),
  overlap: overlapQuestions,
};
const make = makers[kind];
if (make === undefined) throw new Error(`questions about ${Object.keys(makers).join(', ')}`);
process.stdout.write(JSON.stringify(make()));

/** Two satellites of each kind, the three most eccentric ones, and numbers 21 to 23 by drag. */
function ofEveryKind(): BenchSatellite[] {
  const named = KINDS.flatMap(({ name }) => {
    const all = satellites.filter((satellite) => name.test(satellite.name));
    return all.length === 0 ? [] : [pick(all), pick(all)];
  });
  const by = (of: (satellite: BenchSatellite) => number) => satellites.toSorted((a, b) => of(b) - of(a));
  const eccentric = by(({ elements }) => elements.eccentricity).slice(0, 3);
  const dragged = by(({ elements }) => Math.abs(elements.bstar)).slice(20, 23);
  return [...new Set([...named, ...eccentric, ...dragged])];
}

function encounterQuestions(): EncounterQuestions['questions'] {
  return KINDS.flatMap(({ name, days, others }, i) => {
    const tracked = satellites.findIndex((satellite) => name.test(satellite.name));
    if (tracked < 0) return [];
    return [0, 1].map((j) => {
      const chosen = new Set<number>();
      while (chosen.size < others) chosen.add(Math.floor(next() * satellites.length));
      chosen.delete(tracked);
      const maxSeparation = SEPARATIONS_DEG[(2 * i + j) % SEPARATIONS_DEG.length] ?? 0;
      return { site: pick(sites), tracked, others: [...chosen], fromMinute: 0, toMinute: 1440 * days, maxSeparation };
    });
  });
}

function overlapQuestions(): object {
  const asked = satellites.filter((_, i) => catalogue !== undefined || i % BUNDLED_EVERY === 0);
  const heard = asked.filter(({ downlinks = [] }) => downlinks.length > 0);
  const questions: OverlapQuestion[] = [];
  while (questions.length < QUESTIONS) {
    const tracked = pick(heard);
    const epoch = Math.floor(next() * WINDOW_EPOCHS);
    const place = near(tracked, epoch);
    if (place === undefined) continue;
    const turn = questions.length % 4;
    const { lowHz, highHz } = pick(pick(heard).downlinks ?? []);
    const band = turn === 1 ? pick(BAND_CHOICES) : 'all';
    const carrier = turn === 2 && { carrier: [lowHz, highHz] as const };
    questions.push({ norad: tracked.noradNumber, ...place, epoch, band, ...carrier });
  }
  const rows = asked.map((satellite) => {
    const ranges = (satellite.downlinks ?? []).map(({ lowHz, highHz }) => [lowHz, highHz]);
    return { ...rowOf(satellite), bands: satellite.bands, ranges };
  });
  return { start, nside: 64, satellites: rows, questions };
}

/** Returns a place near the point below a satellite, likely to see the satellite; undefined if SGP4 fails. */
function near({ elements }: BenchSatellite, epoch: number): { lat: number; lon: number } | undefined {
  const at = new Date(source.start.getTime() + EPOCH_MS * epoch);
  const state = propagate(satrecOf(elements), at);
  if (state === null) return undefined;
  const below = eciToGeodetic(state.position, gstime(at));
  const lat = Math.max(-90, Math.min(90, degreesLat(below.latitude) + MOST_OFFSET_DEG * (2 * next() - 1)));
  return { lat: Number(lat.toFixed(3)), lon: Number(degreesLong(below.longitude).toFixed(3)) };
}
