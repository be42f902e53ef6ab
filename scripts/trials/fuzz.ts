/**
 * Sends a service over a small catalogue random requests that the API's document allows, and others: looks for 5xx, for
 * answers that do not match the document, and for wrong requests that succeed.
 *
 *     npm run trial fuzz -- [CASES [SEED]]          CASES per operation
 */
import { pino } from 'pino';
import { readConfig } from '../../src/config.js';
import { BASE_PATH } from '../../src/spec.js';
import { fuzz } from '../../test/helpers/fuzz.js';
import { startSmallService } from '../../test/helpers/smallService.js';
import { inDirectory } from './harness/installation.js';
import { print } from './harness/report.js';

export async function trial(args: string[]): Promise<boolean> {
  const [cases = 1000, seed = 1] = args.map(Number);
  return inDirectory((directory) => fuzzOf(directory, cases, seed));
}

async function fuzzOf(directory: string, cases: number, seed: number): Promise<boolean> {
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
    const target = {
      base: service.url + BASE_PATH,
      token: service.token,
      spareTokens: [...service.spareTokens],
      ids: {
        tracked_satellite: service.tracked,
        ground_station: service.stations,
        coverage_analysis_run: [await service.sweptRun()],
      },
      bodies: {
        createAuth: { email: service.email, password: service.password },
        createTrackedSatellite: { norad_number: service.norad },
        updateGroundStation: { name: 'Potsdam' },
      },
      windowStartMs: service.window()?.startMs ?? 0,
    };
    const fromMs = performance.now();
    const { requests, statuses, invalid, failures, undocumented, accepted } = await fuzz(target, cases, seed);
    print(`${requests} requests, seed ${seed}, ${Math.round((performance.now() - fromMs) / 1000)} s`);
    for (const [operation, counts] of statuses) {
      const told = [...counts].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
      print(`  ${operation}  ${invalid.get(operation) ?? 0} invalid;  ${told.join('  ')}`);
    }
    for (const [what, found] of Object.entries({ failures, undocumented, accepted })) {
      print(`${what}: ${found.length}`);
      for (const one of found.slice(0, 10)) print(`  ${JSON.stringify(one)}`);
    }
    return failures.length + undocumented.length + accepted.length === 0;
  } finally {
    await service.stop();
  }
}
