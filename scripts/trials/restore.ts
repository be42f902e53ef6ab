/**
 * Drills a restore, on the embedded database and on a Postgres server: makes an installation, asks it, backs it up while it
 * serves, restores it elsewhere, and compares the answers but for ids and times of requests. Then searches the backup for
 * every password, token and session that was used.
 *
 *     npm run trial restore
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { findBinaries } from '../testPostgres.js';
import { type Account, fill, PASSWORD } from './harness/filled.js';
import { installation, onNewDatabase, type RunningServer, type Settings } from './harness/installation.js';
import { print } from './harness/report.js';

const EMAIL = 'drill@example.org';
const PLACE = 'lat=52.52&lon=13.405';
const SATELLITE = 'tracked_satellite_id=1';
/** Questions whose answers do not depend on how far a sweep is. */
const PATHS = [
  '/me',
  '/tracked_satellites',
  '/ground_stations',
  '/satellites?search=NAVSTAR',
  `/interference/timeseries?${SATELLITE}&${PLACE}`,
  `/interference/timeseries?${SATELLITE}&${PLACE}&frequency_band=S&include=provenance`,
  `/interference/all_ground_stations?${SATELLITE}`,
  `/interference/encounters?${SATELLITE}&ground_station_id=1`,
];

export async function trial(): Promise<boolean> {
  const embedded = await onNewDatabase(false, (settings, directory) =>
    drill('embedded', directory, settings, { SIDELOBE_DATA_DIR: join(directory, 'restored') }, (file) =>
      gunzipSync(readFileSync(file)),
    ),
  );
  if (findBinaries() === undefined) return embedded;
  const server = await onNewDatabase(true, async (settings, directory) => {
    const url = new URL(settings['DATABASE_URL'] ?? '');
    const admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
    await admin.query('create database restored');
    await admin.end();
    const to = { ...settings, DATABASE_URL: Object.assign(new URL(url), { pathname: 'restored' }).href };
    return drill('Postgres', directory, settings, to, dumped);
  });
  return embedded && server;
}

/** @param textOf returns what a backup holds, decompressed */
async function drill(
  name: string,
  directory: string,
  from: Settings,
  to: Settings,
  textOf: (file: string) => Buffer,
): Promise<boolean> {
  const before = installation('.', from);
  const [account] = await fill(before, directory, { every: 20, emails: [EMAIL] });
  if (account === undefined) throw new Error('there is no account');
  const server = await before.serve();
  const running = [server];
  try {
    const station = { name: 'Drill', latitude: 52.52, longitude: 13.405 };
    await server.ask('/ground_stations', account.token, json(station));
    const secrets = [PASSWORD, account.token, ...(await signIn(server))];
    if (secrets.includes('')) throw new Error('a secret is missing');
    const asked = await answers(server, account);
    const file = join(directory, 'backup');
    const fromMs = performance.now();
    await before.command(['backup', file]);
    const seconds = (performance.now() - fromMs) / 1000;
    await server.stop();

    const after = installation('.', to);
    await after.command(['restore', file]);
    const restored = await after.serve();
    running.push(restored);
    const again = await answers(restored, account);
    const differing = asked.filter((body, i) => body !== again[i]).length;
    const text = textOf(file);
    if (!text.includes(EMAIL)) throw new Error('the backup was not searched: the address that is in it was not found');
    const found = secrets.filter((secret) => text.includes(secret)).length;
    print(
      `${name}: backup of ${(statSync(file).size / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s while it served; ` +
        `${asked.length} answers (${asked.join('').length} bytes) compared after the restore, differing ${differing}; ` +
        `${secrets.length} secrets searched in ${(text.length / 1e6).toFixed(1)} MB, found ${found}`,
    );
    return differing + found === 0;
  } finally {
    for (const one of running) await one.stop();
  }
}

/** Signs in as a script does and as the page does; returns their token and session. */
async function signIn({ url, ask }: RunningServer): Promise<string[]> {
  const credentials = json({ email: EMAIL, password: PASSWORD });
  const answer = await (await ask('/auth', 'none', credentials)).text();
  const headers = { ...credentials.headers, origin: url, 'sec-fetch-site': 'same-origin' };
  const page = await fetch(`${url}/page/session`, { ...credentials, headers });
  const cookie = page.headers.get('set-cookie') ?? '';
  return [/sl_[\w-]+/.exec(answer)?.[0] ?? '', /=([^;]+)/.exec(cookie)?.[1] ?? ''];
}

async function answers(server: RunningServer, { token }: Account): Promise<string[]> {
  const bodies: string[] = [];
  for (const path of PATHS) {
    const answer = await server.ask(path, token);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    bodies.push(body.replace(/"meta":\{[^}]*\}/, '"meta":{}'));
  }
  return bodies;
}

function json(body: object): { method: string; body: string; headers: Record<string, string> } {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

/** A dump as SQL: in the file it is compressed. */
function dumped(file: string): Buffer {
  const { status, stdout } = spawnSync('pg_restore', ['--file=-', file], { maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error('pg_restore cannot read the backup');
  return stdout;
}
