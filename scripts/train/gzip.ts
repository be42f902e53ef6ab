/**
 * Makes the code tables in assembly/emit/gzip/tables from the gzip that the service itself sends for the demo, and
 * prints the mean size of the symbols of an answer with the new tables. Run it when the text of an answer changes: only
 * characters that an answer's text may have get codes.
 *
 *     npm run build && npx tsx scripts/train/gzip.ts [--places 8]
 */
import { writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BASE_PATH } from '../../src/spec.js';
import { placeQuery, startDemo } from '../trials/harness/demo.js';
import { installation, onNewDatabase } from '../trials/harness/installation.js';
import { countSymbols, type SymbolCounts } from './deflateSymbols.js';
import { codeLengths, tablesSource } from './tablesSource.js';

const TABLES = fileURLToPath(new URL('../../assembly/emit/gzip/tables/', import.meta.url));
const TRACKED = [1, 2, 3, 4, 5];
/** Number of bytes of a gzip member before and after its DEFLATE stream (RFC 1952). */
const [HEAD_BYTES, TAIL_BYTES] = [10, 8];
/** Bits of the longest code. */
const LONGEST_CODE = 12;
/** Added to the count of each symbol that a text may have, so that it gets a code even if no answer has it. */
const RARE = 1;
const STRIDE = 997;

const { values } = parseArgs({ options: { places: { type: 'string', default: '8' } } });
const places = Array.from({ length: Number(values.places) }, (_, i) => i);

/** Kinds of text, by the name of their table: every character that the text may have, and the paths of some answers. */
const SHAPES: Readonly<Record<string, { characters: string; paths: (tracked: number, run: number) => string[] }>> = {
  timeseries: {
    characters: JSON.stringify([{ timestamp: '-T:Z', intensity: 0, risk_level: 'lowmoderatehighsevere' }]),
    paths: (tracked) => places.map((i) => `/interference/timeseries?tracked_satellite_id=${tracked}&${placeQuery(i)}`),
  },
  cellSeries: {
    characters: JSON.stringify([{ epoch_index: 0, value: 0, timestamp: '-T:Z' }]),
    paths: (_tracked, run) =>
      places.map((i) => `/coverage_analysis_runs/${run}/interference_cells/time_series?nside=64&ipix=${i * STRIDE}`),
  },
  cells: {
    characters: '{}":,',
    paths: (_tracked, run) =>
      places.map((i) => `/coverage_analysis_runs/${run}/interference_cells/by_epoch/${i * STRIDE}`),
  },
};

await onNewDatabase(false, async (settings) => {
  const { server, token, runs, swept } = await startDemo(installation('.', settings));
  try {
    await swept();
    for (const [name, { characters, paths }] of Object.entries(SHAPES)) {
      const texts: SymbolCounts[] = [];
      for (const path of TRACKED.flatMap((tracked) => paths(tracked, runs.get(tracked) ?? 0))) {
        const gzip = await gzipOf(server.url + BASE_PATH + path, token);
        texts.push(countSymbols(gzip.subarray(HEAD_BYTES, gzip.length - TAIL_BYTES)));
      }
      train(name, texts, `${characters}0123456789`);
    }
  } finally {
    await server.stop();
  }
});

async function gzipOf(url: string, token: string): Promise<Buffer> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' };
  const [response] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage];
  const body = await buffer(response);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  return body;
}

/** Writes the table of the best codes for these texts, and prints the mean size of an answer's symbols with them. */
function train(name: string, texts: readonly SymbolCounts[], characters: string): void {
  const sum = (of: (counts: SymbolCounts) => number | undefined): number =>
    texts.reduce((total, counts) => total + (of(counts) ?? 0), 0);
  const literals = Array.from({ length: 286 }, (_, symbol) => {
    const isPossible = symbol >= 256 || characters.includes(String.fromCharCode(symbol));
    return sum((counts) => counts.literals[symbol]) + (isPossible ? RARE : 0);
  });
  const distances = Array.from({ length: 30 }, (_, symbol) => sum((counts) => counts.distances[symbol]) + RARE);
  const lengths = [codeLengths(literals, LONGEST_CODE), codeLengths(distances, LONGEST_CODE)] as const;
  const constant = name.replace(/[A-Z]/g, '_$&').toUpperCase();
  writeFileSync(`${TABLES}${name}.ts`, tablesSource(constant, ...lengths));
  const bits = [literals, distances].map((counts, i) =>
    counts.reduce((total, count, symbol) => total + count * (lengths[i]?.[symbol] ?? 0), 0),
  );
  const bytes = (sum(({ extraBits }) => extraBits) + (bits[0] ?? 0) + (bits[1] ?? 0)) / 8 / texts.length;
  process.stdout.write(`${name}: ${Math.round(bytes)} bytes an answer\n`);
}
