/**
 * Breaks what a service depends on, again and again, and measures what its callers notice; apart from the tests, as it
 * takes minutes and brings down databases of its own:
 *
 *   npm run test:faults -- [--rounds 50] [--only postgresKills,diskFull] [--seed 1]
 *
 * Prints a table of what was measured, then `N passed, N failed`; exit code 1 where anything failed. A part that the
 * machine has no means for (no Postgres, no root to mount a disk) is left out, saying so.
 */
import { parseArgs } from 'node:util';
import { anomalies } from './faults/anomalies.js';
import { databaseFaults } from './faults/databaseFaults.js';
import { diskFull } from './faults/diskFull.js';
import { embeddedKills } from './faults/embeddedKills.js';
import { postgresKills } from './faults/postgresKills.js';
import { createReport, type Part, print } from './faults/report.js';
import { socketFaults } from './faults/socketFaults.js';
import { workerFaults } from './faults/workerFaults.js';
import { randomFrom } from './random.js';

const PARTS: Readonly<Record<string, Part>> = {
  workerFaults,
  anomalies,
  databaseFaults,
  socketFaults,
  diskFull,
  postgresKills,
  embeddedKills,
};
/** Time after which no further part begins. */
const MOST_MINUTES = 20;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '50' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: Object.keys(PARTS).join(',') },
  },
});
const rounds = Number(values.rounds);
const names = values.only.split(',');
const unknown = names.find((name) => PARTS[name] === undefined);
if (!(rounds > 0) || unknown !== undefined) {
  throw new Error(`usage: npm run test:faults -- [--rounds N] [--seed N] [--only ${Object.keys(PARTS).join(',')}]`);
}

const report = createReport();
const fromMs = performance.now();
for (const name of names) {
  const minutes = (performance.now() - fromMs) / 60_000;
  if (minutes > MOST_MINUTES) {
    report.failed(name, `not begun: ${minutes.toFixed(0)} minutes had gone by`);
    continue;
  }
  print(`\n${name} (${minutes.toFixed(1)} min)`);
  try {
    await PARTS[name]?.({ report, rounds, random: randomFrom(Number(values.seed)) });
  } catch (error) {
    report.failed(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
report.print((performance.now() - fromMs) / 60_000);
process.exit(report.failures() === 0 ? 0 : 1);
