/**
 * `npm run bench`: measures fixed workloads and prints a table.
 *
 *     npm run bench -- [--only PATTERN] [--catalogue FILE] [--transmitters FILE] [--answers PATTERN] [--root DIR]
 *                      [--json FILE] [--save] [--compare] [--kept FILE]
 *
 * PATTERN is a regular expression: --only chooses workloads by name, --answers chooses HTTP answers by name. The
 * catalogue is the bundled one unless FILE gives another. --json writes the rows to a file; --save writes them to
 * docs/bench.json, which is committed; --compare shows the change since that saved run, or since the run in the file of
 * --kept, scaled by the speed of the machine. HTTP answers come from the build of this checkout or of DIR, always over
 * the bundled catalogue: once on the embedded database and, if DATABASE_URL is set, once on that server.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createPool } from '../src/compute/pool.js';
import { createOwnedCore } from '../src/core/instance.js';
import { prepareWindow } from '../src/jobs/window/surveyWindow.js';
import { createSlots } from '../src/memory/slots.js';
import { readSource } from './bench/catalogue.js';
import { json, series } from './bench/series.js';
import { compare, type Results, tableOf } from './bench/compare.js';
import { positions, referenceRate, sweep } from './bench/kernels.js';
import type { Row } from './bench/measure.js';
import { answers, encounters, weeks } from './bench/questions.js';
import { wire } from './bench/wire.js';
import { createWorld } from './bench/world.js';

const MEGABYTES = 1536;
const SAVED = 'docs/bench.json';
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const progress = (line: string): void => void (process.stderr.isTTY && process.stderr.write(`${line}\n`));

const { values } = parseArgs({
  options: {
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
    only: { type: 'string', default: '' },
    answers: { type: 'string', default: '' },
    json: { type: 'string' },
    save: { type: 'boolean', default: false },
    compare: { type: 'boolean', default: false },
    kept: { type: 'string', default: SAVED },
    root: { type: 'string', default: '.' },
  },
});
if (values.compare && !existsSync(values.kept)) throw new Error(`no run is kept in ${values.kept}`);
if (values.save && values.only + values.answers !== '') {
  throw new Error('--save keeps a whole run: leave --only and --answers out');
}
const only = new RegExp(values.only, 'i');
const { start, satellites } = await readSource(values);
const threads = availableParallelism();
const core = await createOwnedCore(MEGABYTES);
const pool = await createPool(core, threads);
try {
  const world = createWorld(core, pool, start, satellites);
  await prepareWindow({ pool, slots: createSlots(core, 1) }, world.window);
  const workloads = [
    positions(world),
    ...sweep(world),
    series(world),
    ...weeks(world),
    ...answers(world),
    ...encounters(world),
    json(world),
    ...wire(values.root, new RegExp(values.answers, 'i')),
  ].filter(({ name }) => only.test(name));
  const referenceBefore = referenceRate(world);
  const rows: Row[] = [];
  for (const workload of workloads) {
    progress(workload.name);
    rows.push(...(await workload.measure()));
  }
  const about = {
    date: new Date().toISOString().slice(0, 10),
    catalogue: values.catalogue ?? 'bundled',
    satellites: satellites.length,
    emitterGroups: world.window.record.groupCount,
    node: process.version,
    processor: cpus()[0]?.model ?? 'unknown',
    threads,
    referencePositionsPerSecond: Math.round(Math.max(referenceBefore, referenceRate(world))),
  };
  const results = { ...about, rows };
  const text = `${JSON.stringify(results, null, 2)}\n`;
  print(
    Object.entries(about)
      .map(([name, value]) => `${name} ${value}`)
      .join(', '),
  );
  const saved = values.compare ? (JSON.parse(readFileSync(values.kept, 'utf8')) as Results) : undefined;
  tableOf(rows, saved && compare(results, saved)).forEach(print);
  if (values.json !== undefined) writeFileSync(values.json, text);
  if (values.save) writeFileSync(SAVED, text);
} finally {
  await pool.close();
}
