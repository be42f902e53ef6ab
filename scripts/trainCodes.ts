/**
 * Makes the lengths of assembly/codec/tables.ts out of cell series, and prints them with what these series take then:
 *
 *     tsx scripts/trainCodes.ts --catalogue FILE --transmitters FILE [--cells 16]
 *
 * The series are those of cells at random places: of the catalogue with the minimum elevations of filings and without,
 * and of the bundled catalogue.
 */
import { parseArgs } from 'node:util';
import { cellOf } from '../src/core/healpix.js';
import { createOwnedCore } from '../src/core/instance.js';
import { seriesBytes, writeSeries } from '../src/core/records/seriesRecord.js';
import { writeSlot } from '../src/core/records/slotRecord.js';
import {
  ALL_BANDS_MASK,
  DEFAULT_MIN_ELEVATION_DEG as MIN_ELEVATION_DEG,
  DEFAULT_NSIDE,
  WINDOW_EPOCHS,
} from '../src/spec.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { type BenchSatellite, readSource } from './bench/catalogue.js';
import { randomPlaces } from './random.js';
import { codeLengths } from './trainCodes/codeLengths.js';
import { trainTables } from './trainCodes/trainTables.js';

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
    cells: { type: 'string', default: '16' },
  },
});
const TABLES = 16;
const SYMBOLS = 102;
const LONGEST_CODE = 11;
const core = await createOwnedCore(512);
const { kernels, layout, view, bytes } = core;
const block = (size: number): number => core.arena.allocate(size) ?? 0;
const [slot, coding] = [block(layout.SLOT_TEXT), block(layout.CODING_BYTES)];

/** How often each symbol is there, by row of some cells' series. */
function histograms(startMs: number, satellites: readonly BenchSatellite[]): Uint32Array[] {
  const header = { id: 1, identity: '', startUs: startMs * 1000, epochCount: WINDOW_EPOCHS };
  const window = loadWindow(core, { ...header, nside: DEFAULT_NSIDE, minElevationDeg: MIN_ELEVATION_DEG }, satellites);
  const shape = { groupCount: window.record.groupCount, epochCount: WINDOW_EPOCHS };
  const series = block(seriesBytes(core, shape.groupCount, shape.epochCount));
  const rowBytes = kernels.rowBytes(WINDOW_EPOCHS);
  const found: Uint32Array[] = [];
  for (const { latDeg, lonDeg } of randomPlaces(Number(values.cells), 1)) {
    writeSeries(core, series, shape, { nside: DEFAULT_NSIDE, ipix: cellOf(kernels, DEFAULT_NSIDE, latDeg, lonDeg) });
    writeSlot(core, slot);
    bytes.fill(0xff, slot + layout.SLOT_COVERED, slot + layout.SLOT_COVERED + kernels.bitmapBytes(WINDOW_EPOCHS));
    kernels.fillSeries(window.record.pointer, series, ALL_BANDS_MASK, slot);
    const counts = view.getUint32(series + layout.SERIES_COUNTS, true);
    for (let g = 0; g < shape.groupCount; g++) {
      kernels.encodeRows(counts + g * rowBytes, rowBytes, 1, WINDOW_EPOCHS, coding, coding + layout.CODING_RUNS);
      found.push(new Uint32Array(core.memory.buffer, coding + layout.CODING_HISTOGRAM, SYMBOLS).slice());
    }
  }
  core.arena.free(series);
  window.unload();
  return found;
}

const real = await readSource({ catalogue: values.catalogue, transmitters: values.transmitters });
const bundled = await readSource({ catalogue: undefined, transmitters: undefined });
const uniform = real.satellites.map((satellite) => ({ ...satellite, minElevationDeg: MIN_ELEVATION_DEG }));
const rows = {
  catalogue: histograms(real.start.getTime(), real.satellites),
  'uniform elevation': histograms(real.start.getTime(), uniform),
  bundled: histograms(bundled.start.getTime(), bundled.satellites),
};
const tables = trainTables(Object.values(rows).flat(), TABLES, (weights) => codeLengths(weights, LONGEST_CODE));
for (const lengths of tables.lengths) process.stdout.write(`  ${lengths.join(', ')},\n`);
for (const [name, own] of Object.entries(rows)) {
  const bits = own.reduce((sum, histogram) => sum + tables.bitsOf(histogram), 0);
  process.stdout.write(`// ${name}: ${Math.round(bits / 8 / Number(values.cells))} bytes a cell\n`);
}
