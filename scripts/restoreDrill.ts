/**
 * Drills a restore, on a Postgres server of its own and on the embedded database: makes an installation, asks it, backs it
 * up while it runs, restores it elsewhere, and compares the answers byte for byte but for ids and times of requests. Then
 * searches the backup for every password, token and session that was used.
 *
 *     npm run build && tsx scripts/restoreDrill.ts
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { type Asked, installation, lasting, type RunningServer } from './trials/harness/installation.js';
import { startPostgres } from './testPostgres.js';

const EMAIL = 'drill@example.org';
const PASSWORD = 'drill horse battery staple';
const NUMBERS = '25544';

const directory = mkdtempSync(join(tmpdir(), 'sidelobe-drill-'));
const postgres = await startPostgres();
try {
  await drill(
    'embedded',
    { SIDELOBE_DATA_DIR: join(directory, 'a') },
    { SIDELOBE_DATA_DIR: join(directory, 'b') },
    unpacked,
  );
  if (postgres === undefined) process.stdout.write('skipped: Postgres (none is installed)\n');
  else await drill('Postgres', await emptyDatabase('drill_a'), await emptyDatabase('drill_b'), dumped);
} finally {
  await postgres?.stop();
  rmSync(directory, { recursive: true, force: true });
}

type Settings = Record<string, string>;

async function drill(name: string, from: Settings, to: Settings, textOf: (file: string) => Buffer): Promise<void> {
  const before = installation('.', from);
  const running: RunningServer[] = [];
  try {
    const server = await before.serve('--demo');
    running.push(server);
    await before.command(
      [
        'account',
        'create',
        '--email',
        EMAIL,
        '--first-name',
        'A',
        '--last-name',
        'B',
        '--plan',
        'enterprise',
        '--password-stdin',
      ],
      PASSWORD,
    );
    await before.command(['track', '--email', EMAIL, '--norad', NUMBERS]);
    const made = await before.command(['token', 'create', '--email', EMAIL, '--name', 'drill']);
    const { token: given, session } = await signIn(server);
    const demo = [/token +(\S+)/, /sign in +\S+ \/ (\S+)/].map((pattern) => pattern.exec(server.said())?.[1] ?? '');
    const secrets = [PASSWORD, made, given, session, ...demo];
    if (secrets.includes('')) throw new Error('a secret is missing');

    const file = join(directory, `${name}.backup`);
    const station = { name: 'Drill', latitude: 52.52, longitude: 13.405 };
    const added = await server.ask('/ground_stations', made, json(station));
    if (!added.ok) throw new Error(await added.text());
    const asked = await answers(server, [made, given]);
    const startedMs = performance.now();
    await before.command(['backup', file]);
    const backupMs = performance.now() - startedMs;
    await running.pop()?.stop();

    const after = installation('.', to);
    await after.command(['restore', file]);
    const restored = await after.serve();
    running.push(restored);
    const again = await answers(restored, [made, given]);
    const differing = asked.filter((body, i) => body !== again[i]).length;
    const text = textOf(file);
    if (!text.includes(EMAIL)) throw new Error('the backup was not searched: the address that is in it was not found');
    const found = secrets.filter((secret) => text.includes(secret)).length;
    process.stdout.write(
      `${name}: backup of ${(statSync(file).size / 1e6).toFixed(1)} MB in ${(backupMs / 1000).toFixed(1)} s while it served; ` +
        `${asked.length} answers (${asked.join('').length} bytes) compared after the restore, differing ${differing}; ` +
        `${secrets.length} secrets searched in ${(text.length / 1e6).toFixed(1)} MB, found ${found}\n`,
    );
    if (differing + found > 0) process.exitCode = 1;
  } finally {
    for (const server of running) await server.stop();
  }
}

/** Signs in as a script does and as the page does: their token and session. */
async function signIn({ url, ask }: RunningServer): Promise<{ token: string; session: string }> {
  const credentials = json({ email: EMAIL, password: PASSWORD });
  const answer = await (
    await ask('/auth', '', { ...credentials, headers: { 'content-type': 'application/json', authorization: '' } })
  ).text();
  const token = /sl_[\w-]+/.exec(answer)?.[0] ?? '';
  const page = await fetch(`${url}/page/session`, {
    ...credentials,
    headers: { 'content-type': 'application/json', origin: url, 'sec-fetch-site': 'same-origin' },
  });
  const session = /__Host-sidelobe=([^;]+)/.exec(page.headers.get('set-cookie') ?? '')?.[1] ?? '';
  return { token, session };
}

/** Bodies of all questions that do not depend on how far a sweep is. */
async function answers(server: RunningServer, tokens: readonly string[]): Promise<string[]> {
  const get = async (path: string, token: string): Promise<string> => {
    const answer = await server.ask(path, token);
    const body = await answer.text();
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body}`);
    return lasting(body);
  };
  const [token = ''] = tokens;
  const tracked = JSON.parse(await get('/tracked_satellites', token)) as {
    data: { tracked_satellites: { id: number }[] };
  };
  const stations = JSON.parse(await get('/ground_stations', token)) as {
    data: { ground_stations: { id: number }[] };
  };
  const satellite = `tracked_satellite_id=${tracked.data.tracked_satellites[0]?.id}`;
  const place = 'lat=52.52&lon=13.405';
  const station = `ground_station_id=${stations.data.ground_stations[0]?.id}`;
  const paths = [
    '/me',
    '/tracked_satellites',
    '/ground_stations',
    '/satellites?search=NAVSTAR',
    `/interference/timeseries?${satellite}&${place}`,
    `/interference/timeseries?${satellite}&${place}&frequency_band=S&include=provenance`,
    `/interference/ground_station_timeseries?${satellite}&${station}`,
    `/interference/all_ground_stations?${satellite}`,
    `/interference/encounters?${satellite}&${station}`,
  ];
  const bodies: string[] = [];
  for (const one of tokens) for (const path of paths) bodies.push(await get(path, one));
  return bodies;
}

function json(body: object): Asked {
  return { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}

async function emptyDatabase(name: string): Promise<Settings> {
  const url = new URL(postgres?.url ?? '');
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  url.pathname = `/${name}`;
  return { DATABASE_URL: url.href };
}

function unpacked(file: string): Buffer {
  return gunzipSync(readFileSync(file));
}

/** A dump as SQL: in the file it is compressed. */
function dumped(file: string): Buffer {
  const { status, stdout } = spawnSync('pg_restore', ['--file=-', file], { maxBuffer: 2 ** 30 });
  if (status !== 0) throw new Error('pg_restore cannot read the backup');
  return stdout;
}
