/**
 * Writes questions about counts by overlap of frequencies: of a catalogue with transmitters (any files that the commands
 * `catalogue import` and `transmitters import` take), or of every 20th satellite of the bundled catalogue.
 *
 *   tsx scripts/goldens/overlapQuestions.ts [CATALOGUE TRANSMITTERS] > questions.json
 *   /usr/bin/python3 scripts/goldens/overlap.py questions.json > answers.json
 *   tsx scripts/huntOverlap.ts questions.json answers.json
 */
import { degreesLat, degreesLong, eciToGeodetic, gstime, propagate } from 'satellite.js';
import { EPOCH_MS, WINDOW_EPOCHS, BAND_CHOICES } from '../../src/spec.js';
import { rowOf } from '../../test/helpers/elementsRow.js';
import type { OverlapQuestion } from '../../test/helpers/overlapGolden.js';
import { satrecOf } from '../../test/helpers/satrec.js';
import { type BenchSatellite, readSource } from '../bench/catalogue.js';
import { randomFrom } from '../random.js';

const QUESTIONS = 500;
const BUNDLED_EVERY = 20;
const MOST_OFFSET_DEG = 12;

const [catalogue, transmitters] = process.argv.slice(2);
const source = await readSource({ catalogue, transmitters });
const isBundled = catalogue === undefined;
const satellites = source.satellites.filter((_, i) => !isBundled || i % BUNDLED_EVERY === 0);
const heard = satellites.filter(({ downlinks = [] }) => downlinks.length > 0);
const next = randomFrom(1);
const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;

/** A place near the one below a satellite, from which it is likely to be in view. */
function near({ elements }: BenchSatellite, epoch: number): { lat: number; lon: number } | undefined {
  const at = new Date(source.start.getTime() + EPOCH_MS * epoch);
  const state = propagate(satrecOf(elements), at);
  if (state === null) return undefined;
  const below = eciToGeodetic(state.position, gstime(at));
  const lat = degreesLat(below.latitude) + MOST_OFFSET_DEG * (2 * next() - 1);
  return {
    lat: Number(Math.max(-90, Math.min(90, lat)).toFixed(3)),
    lon: Number(degreesLong(below.longitude).toFixed(3)),
  };
}

const questions: OverlapQuestion[] = [];
while (questions.length < QUESTIONS) {
  const tracked = pick(heard);
  const epoch = Math.floor(next() * WINDOW_EPOCHS);
  const place = near(tracked, epoch);
  if (place === undefined) continue;
  const kind = questions.length % 4;
  const { lowHz, highHz } = pick(pick(heard).downlinks ?? []);
  questions.push({
    norad: tracked.noradNumber,
    ...place,
    epoch,
    band: kind === 1 ? pick(BAND_CHOICES) : 'all',
    ...(kind === 2 && { carrier: [lowHz, highHz] as const }),
  });
}
const rows = satellites.map((satellite) => ({
  ...rowOf(satellite),
  bands: satellite.bands,
  ranges: (satellite.downlinks ?? []).map(({ lowHz, highHz }) => [lowHz, highHz]),
}));
const start = source.start.toISOString().replace('.000', '');
process.stdout.write(JSON.stringify({ start, nside: 64, satellites: rows, questions }));
