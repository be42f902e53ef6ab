/**
 * Asks the built service for weeks, of many satellites at many places, and tells what memory its process takes: it should stay
 * as it is, within the cache of series and 400 MB. Linux only.
 *
 *     npm run build && SERIES_CACHE_MB=64 tsx scripts/soak.ts [WEEKS [SATELLITES [PLACES]]]
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { BASE_PATH } from '../src/spec.js';
import { freePort } from '../test/helpers/port.js';
import { createClient, placeOf } from './load/client.js';

const CLI = fileURLToPath(new URL('../dist/cli.js', import.meta.url));
const CONNECTIONS = 4;
const TOLD_EVERY = 1000;
/** Every third answer is asked for as it is, the others gzipped. */
const PLAIN_EVERY = 3;
const STARTED_WITHIN_MS = 60_000;

const [total = 20_000, satellites = 200, places = 100] = process.argv.slice(2).map(Number);
const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-soak-'));
const port = String(await freePort());
const limits = { RATE_LIMIT_INTERFERENCE_PER_MINUTE: '1000000', RATE_LIMIT_OTHER_PER_HOUR: '1000000' };
const server = spawn(process.execPath, [CLI, 'serve', '--demo'], {
  env: { ...process.env, ...limits, SIDELOBE_DATA_DIR: dataDir, PORT: port, DATABASE_URL: '', LOG_LEVEL: 'error' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
let said = '';
server.stdout.setEncoding('utf8').on('data', (text: string) => (said += text));
try {
  for (const endMs = performance.now() + STARTED_WITHIN_MS; !said.includes('curl'); await pause(50)) {
    if (performance.now() > endMs || server.exitCode !== null) throw new Error('the service did not start');
  }
  await soak(`http://127.0.0.1:${port}`, /sl_\w+/.exec(said)?.[0] ?? '');
} finally {
  server.kill('SIGTERM');
  rmSync(dataDir, { recursive: true, force: true });
}

async function soak(url: string, token: string): Promise<void> {
  const audible = bundledCatalogue(Date.now() * 1000);
  const step = Math.floor(audible.length / satellites);
  const tracked: number[] = [];
  for (let i = 0; i < satellites; i++) tracked.push(await track(url, token, audible[i * step]?.noradNumber ?? 0));

  const client = createClient(url, token, CONNECTIONS);
  const fromMs = performance.now();
  const tell = (): void => {
    const seconds = ((performance.now() - fromMs) / 1000).toFixed(0);
    process.stdout.write(`${asked} weeks, ${seconds} s, ${memory()}, failed ${failed}\n`);
  };
  let asked = 0;
  let failed = 0;
  tell();
  const worker = async (): Promise<void> => {
    while (asked < total) {
      const i = asked++;
      const place = placeOf(Math.floor(i / satellites) % places);
      const path = `/interference/timeseries?tracked_satellite_id=${tracked[i % satellites]}&${place}`;
      const { status } = await client.get(path, i % PLAIN_EVERY === 0 ? {} : { 'accept-encoding': 'gzip' });
      if (status !== 200) failed++;
      if ((i + 1) % TOLD_EVERY === 0) tell();
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  client.close();
}

async function track(url: string, token: string, norad: number): Promise<number> {
  const response = await fetch(`${url}${BASE_PATH}/tracked_satellites`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ norad_number: norad }),
  });
  return ((await response.json()) as { data: { id: number } }).data.id;
}

/** What the service's process has in memory, and the most that it has had. */
function memory(): string {
  const status = readFileSync(`/proc/${server.pid}/status`, 'latin1');
  const [now, most] = ['VmRSS', 'VmHWM'].map((name) =>
    (Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024).toFixed(0),
  );
  return `${now} MB, most ${most} MB`;
}
