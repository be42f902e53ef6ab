/**
 * Measures fixed workloads and prints a table:
 *
 *   npm run bench -- [--catalogue FILE] [--transmitters FILE] [--only PATTERN] [--answers PATTERN]
 *                    [--json FILE] [--save] [--compare]
 *
 * On the bundled catalogue, or on another. PATTERN is a regular expression that a workload's name must match, or the name
 * of an answer on the wire; FILE takes the table's rows as JSON, with --save docs/bench.json does, which is committed;
 * --compare tells what changed since, scaled by how fast the machine is. What is on the wire is measured on the embedded
 * database, and on that of DATABASE_URL where it is set.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { createPool } from '../src/compute/pool.js';
import { createOwnedCore } from '../src/core/instance.js';
import { prepareWindow } from '../src/jobs/window/surveyWindow.js';
import { createSlots } from '../src/memory/slots.js';
import { answers } from './bench/answers.js';
import { readSource } from './bench/catalogue.js';
import { cells } from './bench/cells.js';
import { encounters } from './bench/encounters.js';
import { compare, type Results } from './bench/compare.js';
import { json } from './bench/json.js';
import { maps } from './bench/maps.js';
import type { Row } from './bench/measure.js';
import { positions } from './bench/positions.js';
import { referenceRate } from './bench/reference.js';
import { series } from './bench/series.js';
import { sharedMap } from './bench/sharedMap.js';
import { sweep } from './bench/sweep.js';
import { tableOf } from './bench/table.js';
import { weeks } from './bench/weeks.js';
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
  },
});
if (values.compare && !existsSync(SAVED)) throw new Error(`no run is kept in ${SAVED}: npm run bench -- --save`);
if (values.save && values.only + values.answers !== '') {
  throw new Error('--save keeps a whole run: leave --only and --answers out');
}
const only = new RegExp(values.only, 'i');
const source = { catalogue: values.catalogue, transmitters: values.transmitters };
const { start, satellites } = await readSource(source);
const threads = availableParallelism();
const core = await createOwnedCore(MEGABYTES);
const pool = await createPool(core, threads);
try {
  const world = createWorld(core, pool, start, satellites);
  await prepareWindow({ pool, slots: createSlots(core, 1) }, world.window);
  const workloads = [
    positions(world),
    ...maps(world),
    ...cells(world),
    ...sweep(world),
    sharedMap(world),
    series(world),
    ...weeks(world),
    ...answers(world),
    ...encounters(world),
    json(world),
    ...wire(world, source, new RegExp(values.answers, 'i')),
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
  const saved = values.compare ? (JSON.parse(readFileSync(SAVED, 'utf8')) as Results) : undefined;
  tableOf(rows, saved && compare(results, saved)).forEach(print);
  if (values.json !== undefined) writeFileSync(values.json, text);
  if (values.save) writeFileSync(SAVED, text);
} finally {
  await pool.close();
}
