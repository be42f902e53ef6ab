/**
 * Asks a service of its own, over a small catalogue, what the API's document allows and what it does not: looks for 5xx,
 * answers that do not match the document, and wrong requests that are answered.
 *
 *     tsx scripts/fuzzApi.ts CASES SEED          CASES per operation
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readConfig } from '../src/config.js';
import { BASE_PATH } from '../src/spec.js';
import { fuzz } from '../test/helpers/fuzz.js';
import { startSmallService } from '../test/helpers/smallService.js';

const [cases = 1000, seed = 1] = process.argv.slice(2).map(Number);
const directory = mkdtempSync(join(tmpdir(), 'sidelobe-fuzz-'));
const settings = {
  SIDELOBE_DATA_DIR: directory,
  PORT: '0',
  WORKERS: '2',
  TRUST_PROXY: '127.0.0.1',
  RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000',
  RATE_LIMIT_OTHER_PER_HOUR: '1000000',
};
const service = await startSmallService(readConfig(settings), pino({ level: 'error' }, pino.destination(2)));
try {
  const run = await service.sweptRun();
  const target = {
    base: service.url + BASE_PATH,
    token: service.token,
    spareTokens: [...service.spareTokens],
    ids: { tracked_satellite: service.tracked, ground_station: service.stations, coverage_analysis_run: [run] },
    bodies: {
      createAuth: { email: service.email, password: service.password },
      createTrackedSatellite: { norad_number: service.norad },
      updateGroundStation: { name: 'Potsdam' },
    },
    windowStartMs: service.window()?.startMs ?? 0,
  };
  const from = performance.now();
  const result = await fuzz(target, cases, seed);
  const seconds = Math.round((performance.now() - from) / 1000);
  process.stdout.write(`${result.requests} requests, seed ${seed}, ${seconds} s\n`);
  for (const [operation, statuses] of result.statuses) {
    const counts = [...statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
    process.stdout.write(`  ${operation}  ${result.invalid.get(operation) ?? 0} invalid;  ${counts.join('  ')}\n`);
  }
  const { failures, undocumented, accepted } = result;
  for (const [what, found] of Object.entries({ failures, undocumented, accepted })) {
    process.stdout.write(`${what}: ${found.length}\n`);
    for (const one of found.slice(0, 10)) process.stdout.write(`  ${JSON.stringify(one)}\n`);
    if (found.length > 0) process.exitCode = 1;
  }
} finally {
  await service.stop();
  rmSync(directory, { recursive: true, force: true });
}
