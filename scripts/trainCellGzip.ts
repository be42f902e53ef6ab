/**
 * Makes assembly/emit/gzip/tables/cells.ts out of cells of single minutes, and prints what these take with it, in bytes:
 *
 *     tsx scripts/trainCellGzip.ts [--catalogue FILE --transmitters FILE] [--epochs 12]
 *
 * The cells are those of a satellite of each of some constellations, by default of the bundled catalogue.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { cells } from '../src/compute/thread/cells.js';
import { createOwnedCore } from '../src/core/instance.js';
import { writeSlot } from '../src/core/records/slotRecord.js';
import { SERVICE } from '../src/fairness/asker.js';
import { loadWindow } from '../src/memory/loadedWindow.js';
import { createMapBlocks } from '../src/memory/mapBlocks.js';
import { createRingTables } from '../src/memory/ringTables.js';
import { ALL_BANDS_MASK, DEFAULT_MIN_ELEVATION_DEG, DEFAULT_NSIDE, WINDOW_EPOCHS } from '../src/spec.js';
import { readSource } from './bench/catalogue.js';
import { codesOf } from './trainGzip/codesOf.js';
import { countSymbols } from './trainGzip/deflateSymbols.js';
import { tablesSource } from './trainGzip/tablesSource.js';

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
    epochs: { type: 'string', default: '12' },
  },
});
const TRACKED = ['ISS', 'STARLINK', 'IRIDIUM', 'NAVSTAR', 'ASTRA'];
const TABLES = fileURLToPath(new URL('../assembly/emit/gzip/tables/cells.ts', import.meta.url));
const STRIDE = 997;
/** Its ids have as many digits as most. */
const RUN_ID = 1234;

const core = await createOwnedCore(256);
const slot = core.arena.allocate(core.layout.SLOT_TEXT) ?? 0;
writeSlot(core, slot);
const { satellites, start } = await readSource({ catalogue: values.catalogue, transmitters: values.transmitters });
const times = { startUs: start.getTime() * 1000, epochCount: WINDOW_EPOCHS };
const grid = { nside: DEFAULT_NSIDE, minElevationDeg: DEFAULT_MIN_ELEVATION_DEG };
const window = loadWindow(core, { id: 1, identity: '', ...times, ...grid }, satellites);
const maps = createMapBlocks(core, createRingTables(core), 1);
const { memory } = await maps.acquire(window, SERVICE);

const texts = TRACKED.flatMap((prefix) => {
  const norad = satellites.find(({ name, bands }) => name.startsWith(prefix) && bands !== 0)?.noradNumber ?? 0;
  const satellite = window.satellite(norad);
  if (satellite === undefined) return [];
  return Array.from({ length: Number(values.epochs) }, (_, i) => {
    const { entries, textBytes, deflatedBytes } = cells(core, {
      ...memory,
      window: window.record.pointer,
      nside: window.nside,
      slot,
      satellite: satellite.index,
      bands: satellite.bands & ALL_BANDS_MASK,
      spans: [{ epoch: (i * STRIDE) % WINDOW_EPOCHS, skip: 0, take: Infinity }],
      runId: RUN_ID,
      isListed: false,
      continues: false,
      deflate: true,
    });
    const from = memory.output + core.layout.CELL_DEFLATE_AT;
    return { prefix, entries, textBytes, counts: countSymbols(core.bytes.subarray(from, from + deflatedBytes)) };
  });
});
const codes = codesOf(
  texts.map(({ counts }) => counts),
  '0123456789,{}":',
);
writeFileSync(TABLES, tablesSource('CELLS', codes.literals, codes.distances));
for (const prefix of TRACKED) {
  const own = texts.filter((text) => text.prefix === prefix);
  const sum = (of: (text: (typeof texts)[number]) => number): number =>
    own.reduce((total, text) => total + of(text), 0);
  const bytes = sum(({ counts }) => codes.bitsOf(counts)) / 8;
  const share = (100 * bytes) / sum(({ textBytes }) => textBytes);
  const each = bytes / sum(({ entries }) => entries);
  process.stdout.write(`${prefix}: ${each.toFixed(2)} bytes a cell, ${share.toFixed(2)} % of the text\n`);
}
