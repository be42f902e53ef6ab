/**
 * Makes the tables below assembly/emit/gzip/tables out of weeks, and prints what these take with them, in bytes:
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
import { writeRanges, writeSlot } from '../src/core/records/slotRecord.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, WINDOW_EPOCHS } from '../src/spec.js';
import { readSource } from './bench/catalogue.js';
import { randomPlaces } from './random.js';
import { countSymbols, type SymbolCounts } from './trainGzip/deflateSymbols.js';
import { tablesSource } from './trainGzip/tablesSource.js';
import { codesOf } from './trainGzip/codesOf.js';

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
    places: { type: 'string', default: '8' },
  },
});
const TRACKED = ['ISS', 'STARLINK', 'IRIDIUM', 'NAVSTAR', 'ASTRA', 'EUTELSAT', 'INTELSAT'];
const TABLES = fileURLToPath(new URL('../assembly/emit/gzip/tables/', import.meta.url));

const core = await createOwnedCore(256);
const { kernels, layout, memory } = core;
const block = (size: number): number => core.arena.allocate(size) ?? 0;
const slot = block(layout.SLOT_TEXT);
const text = block(81 * WINDOW_EPOCHS);
const ranges = block(4);
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

interface Shape {
  /** Name of the file; the constant has the same in capitals. */
  name: string;
  /** Every character that such a text may have. */
  characters: string;
  /** Writes the text of the intensities, and its DEFLATE; returns the bytes of that. */
  deflate(intensities: number): number;
}

const SHAPES: readonly Shape[] = [
  {
    name: 'timeseries',
    characters: JSON.stringify([{ timestamp: '-T:Z', intensity: 0, risk_level: 'lowmoderatehighsevere' }]),
    deflate(intensities) {
      writeRanges(core, ranges, [[0, WINDOW_EPOCHS]]);
      return kernels.deflateTimeseries(startUs, intensities, ranges, 1, deflate);
    },
  },
  {
    name: 'cellSeries',
    characters: JSON.stringify([{ epoch_index: 0, value: 0, timestamp: '-T:Z' }]),
    deflate(intensities) {
      kernels.emitCellSeries(startUs, intensities, 0, WINDOW_EPOCHS, text);
      return kernels.deflateCellSeries(intensities, 0, WINDOW_EPOCHS, text, deflate);
    },
  },
];

/** Writes the intensities of the week of a satellite at a place; returns where they are. */
function scanWeek(norad: number, { latDeg, lonDeg }: { latDeg: number; lonDeg: number }): number {
  const { index = 0, bands = 0 } = window.satellite(norad) ?? {};
  const ipix = cellOf(kernels, DEFAULT_NSIDE, latDeg, lonDeg);
  writeSeries(core, series, { groupCount, epochCount: WINDOW_EPOCHS }, { nside: DEFAULT_NSIDE, ipix });
  writeSlot(core, slot);
  kernels.coverTracked(pointer, index, series + layout.SERIES_SITE, 0, WINDOW_EPOCHS, slot);
  kernels.fillSeries(pointer, series, bands, slot);
  kernels.scanSeries(pointer, series, bands, slot);
  return slot + layout.SLOT_VALUES;
}

const weeks = TRACKED.flatMap((prefix) => {
  const norad = satellites.find(({ name, bands }) => name.startsWith(prefix) && bands !== 0)?.noradNumber;
  if (norad === undefined) return [];
  return randomPlaces(Number(values.places), 1).map((place) => {
    const intensities = scanWeek(norad, place);
    const counts = SHAPES.map((shape) => {
      const bytes = shape.deflate(intensities);
      return countSymbols(new Uint8Array(memory.buffer, deflate + layout.DEFLATE_OUT, bytes));
    });
    return { prefix, counts };
  });
});
SHAPES.forEach(({ name, characters }, shape) => {
  const codes = codesOf(
    weeks.map(({ counts }) => counts[shape] as SymbolCounts),
    `${characters}0123456789`,
  );
  const constant = name.replace(/[A-Z]/g, '_$&').toUpperCase();
  writeFileSync(`${TABLES}${name}.ts`, tablesSource(constant, codes.literals, codes.distances));
  for (const prefix of TRACKED) {
    const bytes = weeks
      .filter((week) => week.prefix === prefix)
      .map(({ counts }) => Math.round(codes.bitsOf(counts[shape] as SymbolCounts) / 8));
    process.stdout.write(`${name}, ${prefix}: ${Math.min(...bytes)} to ${Math.max(...bytes)} bytes a week\n`);
  }
});
