/**
 * Writes the satellites and queries of the occupancy golden from the bundled catalogue:
 *
 *   tsx scripts/goldens/bundledSatellites.ts
 *   /usr/bin/python3 scripts/goldens/intensity.py test/golden/occupancy/{satellites,queries}.json > test/golden/occupancy/answers.json
 */
import { writeFileSync } from 'node:fs';
import { degreesLat, degreesLong, eciToGeodetic, gstime, propagate } from 'satellite.js';
import { satelliteBands } from '../../src/catalogue/bands.js';
import { constellationOf } from '../../src/catalogue/constellations.js';
import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { bundledCatalogue } from '../../src/catalogue/reference/bundled.js';
import { ALL_BANDS_MASK, BANDS, DEFAULT_MIN_ELEVATION_DEG } from '../../src/spec.js';
import { satrecOf } from '../../test/helpers/satrec.js';

const START = '2026-03-01T00:00:00Z';
const EVERY = 12;
const OFFSETS_DEG = [0, 6, -14];

const chosen = bundledCatalogue(Date.parse(START) * 1000 + 43_200e6).filter((_, k) => k < 16 || k % EVERY === 0);
const satellites = chosen.map((elset) => {
  const { mask, minElevationDeg } = satelliteBands([], constellationOf(elset.name));
  return {
    norad: elset.noradNumber,
    epoch: new Date(elset.epochUs / 1000).toISOString(),
    n: elset.meanMotionRevPerDay,
    e: elset.eccentricity,
    i: elset.inclinationDeg,
    raan: elset.raanDeg,
    argp: elset.argPerigeeDeg,
    ma: elset.meanAnomalyDeg,
    bstar: elset.bstar,
    bands: mask,
    minElevation: Math.max(DEFAULT_MIN_ELEVATION_DEG, minElevationDeg ?? 0),
  };
});
/** The place below a satellite, moved north or south, where it is likely to be in view. */
function below(elset: Elset, epoch: number, offsetDeg: number): { lat: number; lon: number } {
  const at = new Date(Date.parse(START) + 60_000 * epoch);
  const state = propagate(satrecOf(elset), at);
  if (state === null) throw new Error(`${elset.name} cannot be propagated to ${at.toISOString()}`);
  const { latitude, longitude } = eciToGeodetic(state.position, gstime(at));
  const lat = Math.max(-90, Math.min(90, degreesLat(latitude) + offsetDeg));
  return { lat: Number(lat.toFixed(3)), lon: Number(degreesLong(longitude).toFixed(3)) };
}

// Epochs and bands by fixed strides, so that the file can be made again.
const queries = chosen.flatMap((elset, k) =>
  OFFSETS_DEG.map((offsetDeg, p) => {
    const epoch = (997 * (k + 37 * p)) % 10_080;
    const bands = (k + p) % 3 === 0 ? 1 << ((k + p) % BANDS.length) : ALL_BANDS_MASK;
    return { norad: elset.noradNumber, ...below(elset, epoch, offsetDeg), epoch, bands };
  }),
);
const directory = new URL('../../test/golden/occupancy/', import.meta.url);
writeFileSync(
  new URL('satellites.json', directory),
  `[\n${satellites.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`,
);
writeFileSync(new URL('queries.json', directory), JSON.stringify({ start: START, nside: 64, queries }));
