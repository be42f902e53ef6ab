/**
 * Runs the build of another commit beside the present one, on one Postgres server, under traffic, as in a roll-out: the old
 * one has the database, the present one migrates it and starts beside it, what one writes the other sees, both give the same
 * weeks, then the old one goes. And backward: the old build is started again on the migrated database.
 *
 *     npm run build && tsx scripts/sideBySide.ts [REF]     default: the newest tag vN, else a fixed earlier commit
 */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { execFileSync, spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Asked, installation, lasting, type RunningServer } from './trials/harness/installation.js';
import { startPostgres } from './testPostgres.js';

/** Commit to compare with as long as nothing is released. */
const EARLIER = 'ce51360';
const ROUNDS = 30;
/** How long a change may take to be known to the other server. */
const KNOWN_WITHIN_MS = 2_000;

const ref = process.argv[2] ?? newestTag() ?? EARLIER;
const directory = mkdtempSync(join(tmpdir(), 'sidelobe-sides-'));
const postgres = await startPostgres();
if (postgres === undefined) throw new Error('no Postgres is installed');
const running: RunningServer[] = [];
try {
  buildOf(ref, directory);
  const settings = { DATABASE_URL: postgres.url, WORKERS: '1' };
  const [old, present] = [installation(directory, settings), installation('.', settings)];
  const first = await old.serve('--demo');
  running.push(first);
  const token = /token +(\S+)/.exec(first.said())?.[1] ?? '';
  const counts = { answers: 0, failed: 0, differing: 0, unseen: 0 };
  await traffic([first, first], token, counts);
  process.stdout.write(`${ref} alone: ${told(counts)}\n`);

  const migrated = await present.command(['migrate']);
  await traffic([first, first], token, counts);
  process.stdout.write(`${ref} after the present version migrated (${migrated}): ${told(counts)}\n`);

  const second = await present.serve();
  running.push(second);
  await traffic([first, second], token, counts);
  await traffic([second, first], token, counts);
  process.stdout.write(`side by side: ${told(counts)}\n`);

  await running.shift()?.stop();
  await traffic([second, second], token, counts);
  process.stdout.write(`the present version alone: ${told(counts)}\n`);

  const back = await old.serve().catch((error: unknown) => error as Error);
  if (back instanceof Error)
    process.stdout.write(`${ref} started again: refused (see above), as the schema is newer\n`);
  else {
    running.push(back);
    await traffic([second, back], token, counts);
    process.stdout.write(`${ref} started again beside it: ${told(counts)}\n`);
  }
  if (counts.failed + counts.differing + counts.unseen > 0) process.exitCode = 1;
} finally {
  for (const server of running) await server.stop();
  await postgres.stop();
  rmSync(directory, { recursive: true, force: true });
}

interface Counts {
  answers: number;
  failed: number;
  differing: number;
  unseen: number;
}

function told({ answers, failed, differing, unseen }: Counts): string {
  return `${answers} answers so far, failed ${failed}, differing ${differing}, changes not seen by the other ${unseen}`;
}

/** Asks both for the same, and has one change what the other must then know. */
async function traffic([one, other]: [RunningServer, RunningServer], token: string, counts: Counts): Promise<void> {
  const body = async (server: RunningServer, path: string, init?: Asked): Promise<string> => {
    counts.answers++;
    const answer = await server.ask(path, token, init);
    if (!answer.ok) counts.failed++;
    return lasting(await answer.text());
  };
  const list = JSON.parse(await body(one, '/tracked_satellites')) as { data: { tracked_satellites: { id: number }[] } };
  const tracked = list.data.tracked_satellites;
  for (let i = 0; i < ROUNDS; i++) {
    const id = tracked[i % tracked.length]?.id;
    const path = `/interference/timeseries?tracked_satellite_id=${id}&lat=${i}&lon=${i * 3}`;
    const [mine, theirs] = await Promise.all([body(one, path), body(other, path)]);
    if (mine !== theirs) counts.differing++;
    if (i % 10 !== 0) continue;
    const name = `side ${performance.now()}`;
    const added = await body(one, '/ground_stations', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, latitude: 1, longitude: 2 }),
    });
    const station = (JSON.parse(added) as { data: { id: number } }).data.id;
    const endMs = performance.now() + KNOWN_WITHIN_MS;
    while (!(await body(other, '/ground_stations')).includes(name)) {
      if (performance.now() > endMs) {
        counts.unseen++;
        break;
      }
      await pause(100);
    }
    await body(other, `/ground_stations/${station}`, { method: 'DELETE' });
  }
}

/** Builds a commit in a folder, with the packages that are installed here. */
function buildOf(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  cpSync('node_modules', join(folder, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  execFileSync('npm', ['run', 'build', '--silent'], { cwd: folder, stdio: 'inherit', timeout: 300_000 });
}

function newestTag(): string | undefined {
  const { status, stdout } = spawnSync('git', ['describe', '--tags', '--abbrev=0', '--match=v[0-9]*'], {
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : undefined;
}
