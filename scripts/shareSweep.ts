/**
 * Sweeps like windows alone and with others' help (`sidelobe worker`, a thread each), and compares time and result. At
 * last one of two helpers is killed (kill -9) in the middle:
 *
 *   tsx scripts/shareSweep.ts [EPOCHS] [BLOCK_EPOCHS]
 *
 * On the empty database of DATABASE_URL, else on a server started for it. Exit code 1 where any result differs.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { runWorker } from './killSweeps/child.js';
import { beginSmallSteps, openSmallWindow } from './killSweeps/ground.js';
import { type Ground, outcome, prepareTrials, withKnex } from './killSweeps/trial.js';
import { startPostgres } from './testPostgres.js';

const [epochCount = 1200, blockEpochs = 30] = process.argv.slice(2).map(Number);
if (!(epochCount > 0 && blockEpochs > 0)) throw new Error('usage: tsx scripts/shareSweep.ts [EPOCHS] [BLOCK_EPOCHS]');

/** Only every so-many-th satellite of the bundled catalogue: a block takes long enough to see what sharing costs. */
const EVERY = 4;
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const given = process.env['DATABASE_URL'] || undefined;
const postgres = given === undefined ? await startPostgres() : undefined;
const databaseUrl = given ?? postgres?.url;
if (databaseUrl === undefined) throw new Error('no Postgres is installed');
try {
  const ground = await prepareTrials({ databaseUrl, dataDir: '' }, epochCount, EVERY);
  const alone = await sharedSweep(ground, 0);
  print(`alone: ${shown(alone)}`);
  const twoThreads = await sharedSweep(ground, 0, { threads: 2 });
  print(
    `alone, with two threads: ${shown(twoThreads)}, ${(alone.countingMs / twoThreads.countingMs).toFixed(2)} times as fast`,
  );
  const trials = [alone, twoThreads];
  for (const helpers of [1, 3]) {
    const trial = await sharedSweep(ground, helpers);
    trials.push(trial);
    print(
      `${helpers + 1} processes: ${shown(trial)}, ${(alone.countingMs / trial.countingMs).toFixed(2)} times as fast`,
    );
  }
  const killed = await sharedSweep(ground, 2, { killAfterMs: alone.countingMs / 6 });
  trials.push(killed);
  print(`3 processes, one of them killed: ${shown(killed)}`);
  process.exitCode = trials.every(({ isRight }) => isRight) ? 0 : 1;
} finally {
  await postgres?.stop();
}

interface SharedTrial {
  countingMs: number;
  /** Blocks that the helpers say they have counted. */
  blocks: number[];
  /** Published byte for byte as the sweep that ran without a queue, and nothing is left over. */
  isRight: boolean;
}

/** A sweep with so many helpers, the first of which is killed after a while where `killAfterMs` says so. */
async function sharedSweep(
  ground: Ground,
  count: number,
  { killAfterMs, threads = 1 }: { killAfterMs?: number; threads?: number } = {},
): Promise<SharedTrial> {
  const { database, expected } = ground;
  const helpers = Array.from({ length: count }, startHelper);
  await Promise.all(helpers.map((helper) => helper.logged('waiting for sweeps')));
  const windowId = await withKnex(database, async (knex) => {
    const id = await openSmallWindow(knex, ground.epochCount);
    const ipix = expected.series.map((series) => series.ipix);
    await beginSmallSteps(knex, id, ipix, blockEpochs);
    return id;
  });
  const kill = async (): Promise<void> => {
    if (killAfterMs === undefined) return;
    await helpers[0]?.logged('sweep joined');
    await sleep(killAfterMs);
    helpers[0]?.child.kill('SIGKILL');
  };
  const [{ countingMs }] = await Promise.all([runWorker({ ...database, windowId, threads, isShared: true }), kill()]);
  for (const { child } of helpers) child.kill('SIGTERM');
  await Promise.all(helpers.map((helper) => helper.ended));
  const { isEqual, blocksLeft } = await outcome(ground, windowId);
  const jobsLeft = await withKnex(database, (knex) => knex('sidelobe_jobs.job').pluck('id'));
  const isRight = isEqual && blocksLeft === 0 && jobsLeft.length === 0;
  return { countingMs, blocks: helpers.map((helper) => helper.blocks()), isRight };
}

interface Helper {
  child: ChildProcess;
  logged(message: string): Promise<void>;
  blocks(): number;
  ended: Promise<unknown>;
}

function startHelper(): Helper {
  const file = fileURLToPath(new URL('../src/cli.ts', import.meta.url));
  const env = { ...process.env, DATABASE_URL: databaseUrl, WORKERS: '1', LOG_LEVEL: 'info' };
  const child = spawn(process.execPath, ['--import', import.meta.resolve('tsx'), file, 'worker'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env,
  });
  const lines: { msg: string; blocks?: number }[] = [];
  const log = createInterface({ input: child.stderr });
  log.on('line', (line) => lines.push(JSON.parse(line) as (typeof lines)[number]));
  const ended = once(child, 'close');
  return {
    child,
    async logged(message) {
      while (!lines.some(({ msg }) => msg === message)) {
        if (child.exitCode !== null) throw new Error(`a worker ended with ${child.exitCode}`);
        await Promise.race([once(log, 'line'), ended]);
      }
    },
    blocks: () => lines.reduce((sum, { blocks = 0 }) => sum + blocks, 0),
    ended,
  };
}

function shown({ countingMs, blocks, isRight }: SharedTrial): string {
  const helped = blocks.length === 0 ? '' : `, helpers counted ${blocks.join(' and ')} blocks`;
  return `counted in ${(countingMs / 1000).toFixed(1)} s${helped}, ${isRight ? 'byte-equal' : 'NOT AS IT SHOULD BE'}`;
}
