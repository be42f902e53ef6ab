/**
 * Makes assembly/emit/gzip/tables.ts out of weeks, and prints what these take with it, in bytes:
 *
 *     tsx scripts/trainGzip.ts [--catalogue FILE --transmitters FILE] [--places 8]
 *
 * The weeks are those of a satellite of each of some constellations at random places, by default of the bundled catalogue.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cellOf } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { writeSeries, seriesBytes } from '../src/core/records/seriesRecord.js';
import { writeSlot } from '../src/core/records/slotRecord.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, WINDOW_EPOCHS } from '../src/spec.js';
import { readSource } from './bench/catalogue.js';
import { randomPlaces } from './random.js';
import { codeLengths } from './trainCodes/codeLengths.js';
import { countSymbols, type SymbolCounts } from './trainGzip/deflateSymbols.js';
import { tablesSource } from './trainGzip/tablesSource.js';

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
    places: { type: 'string', default: '8' },
  },
});
const TRACKED = ['ISS', 'STARLINK', 'IRIDIUM', 'NAVSTAR', 'ASTRA'];
const TABLES = fileURLToPath(new URL('../assembly/emit/gzip/tables.ts', import.meta.url));
/** So that a symbol costs at most about as much as two of the rarest that there are. */
const LONGEST_CODE = 12;
/** Whatever a text may have, and however far and long: such a symbol has a code, too. */
const RARE = 1;
const CHARACTERS = new Set(
  JSON.stringify({ timestamp: '0123456789-T:Z', intensity: [], risk_level: 'lowmoderatehighsevere' }),
);

const core = await createOwnedCore(256);
const { kernels, layout, memory } = core;
const block = (size: number): number => core.arena.allocate(size) ?? 0;
const slot = block(layout.SLOT_TEXT);
const text = block(81 * WINDOW_EPOCHS);
const deflate = block(layout.DEFLATE_BYTES);

const { satellites, start } = await readSource({ catalogue: values.catalogue, transmitters: values.transmitters });
const startUs = start.getTime() * 1000;
const window = loadWindow(
  core,
  {
    id: 1,
    identity: '',
    startUs,
    epochCount: WINDOW_EPOCHS,
    nside: DEFAULT_NSIDE,
    minElevationDeg: DEFAULT_MIN_ELEVATION_DEG,
  },
  satellites,
);
const { pointer, groupCount } = window.record;
const series = block(seriesBytes(core, groupCount, WINDOW_EPOCHS));

/** The symbols of the week of a satellite at a place. */
function symbolsOf(norad: number, { latDeg, lonDeg }: { latDeg: number; lonDeg: number }): SymbolCounts {
  const { index = 0, bands = 0 } = window.satellite(norad) ?? {};
  const ipix = cellOf(kernels, DEFAULT_NSIDE, latDeg, lonDeg);
  writeSeries(core, series, { groupCount, epochCount: WINDOW_EPOCHS }, { nside: DEFAULT_NSIDE, ipix });
  writeSlot(core, slot);
  kernels.coverTracked(pointer, index, series + layout.SERIES_SITE, 0, WINDOW_EPOCHS, slot);
  kernels.fillSeries(pointer, series, bands, slot);
  kernels.scanSeries(pointer, series, bands, slot);
  const intensities = slot + layout.SLOT_VALUES;
  kernels.emitTimeseries(startUs, intensities, 0, WINDOW_EPOCHS, text);
  const bytes = kernels.deflateTimeseries(intensities, 0, WINDOW_EPOCHS, text, deflate);
  return countSymbols(new Uint8Array(memory.buffer, deflate + layout.DEFLATE_OUT, bytes));
}

const weeks = TRACKED.flatMap((prefix) => {
  const norad = satellites.find(({ name, bands }) => name.startsWith(prefix) && bands !== 0)?.noradNumber;
  if (norad === undefined) return [];
  return randomPlaces(Number(values.places), 1).map((place) => ({ prefix, counts: symbolsOf(norad, place) }));
});
const sum = (of: (counts: SymbolCounts) => number): number =>
  weeks.reduce((total, { counts }) => total + of(counts), 0);
const literals = codeLengths(
  Array.from({ length: 286 }, (_, symbol) => {
    const isPossible = symbol >= 256 || CHARACTERS.has(String.fromCharCode(symbol));
    return sum((counts) => counts.literals[symbol] as number) + (isPossible ? RARE : 0);
  }),
  LONGEST_CODE,
);
const distances = codeLengths(
  Array.from({ length: 30 }, (_, symbol) => sum((counts) => counts.distances[symbol] as number) + RARE),
  LONGEST_CODE,
);
writeFileSync(TABLES, tablesSource('WEEK_CODES', "a week's text", literals, distances));
const bitsOf = (counts: readonly number[], lengths: readonly number[]): number =>
  counts.reduce((total, count, symbol) => total + count * (lengths[symbol] as number), 0);
for (const prefix of TRACKED) {
  const bytes = weeks
    .filter((week) => week.prefix === prefix)
    .map(({ counts }) => counts.extraBits + bitsOf(counts.literals, literals) + bitsOf(counts.distances, distances))
    .map((bits) => Math.round(bits / 8));
  process.stdout.write(`${prefix}: ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes a week\n`);
}
