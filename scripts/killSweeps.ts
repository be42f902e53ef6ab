/**
 * Kills sweeps (kill -9) at random moments, starts them again until they are through, and compares what they publish
 * with an uninterrupted sweep, while three readers look for anything half published:
 *
 *   tsx scripts/killSweeps.ts TRIALS [SEED] [--embedded]
 *
 * On a Postgres server: the empty database of DATABASE_URL, else a server started for it. With --embedded on the
 * embedded database, without readers: one process holds its directory. Exit code 1 on any difference.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Moment, Pace } from './killSweeps/child.js';
import { type Ground, killedSweep, paceOfTrials, prepareTrials, type Trial } from './killSweeps/trial.js';
import { randomFrom } from './random.js';
import { startPostgres } from './testPostgres.js';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { embedded: { type: 'boolean' } } });
const [trials, seed = 1] = positionals.map(Number);
if (trials === undefined || !(trials > 0) || !(seed > 0)) {
  throw new Error('usage: tsx scripts/killSweeps.ts TRIALS [SEED] [--embedded]');
}

const EPOCHS = 600;
const MOST_KILLS = 2;
const print = (line: string): void => void process.stdout.write(`${line}\n`);

const dataDir = mkdtempSync(join(tmpdir(), 'sidelobe-kill-'));
const given = process.env['DATABASE_URL'] || undefined;
const postgres = values.embedded === true || given !== undefined ? undefined : await startPostgres();
const databaseUrl = values.embedded === true ? undefined : (given ?? postgres?.url);
if (values.embedded !== true && databaseUrl === undefined) throw new Error('no Postgres is installed');
try {
  const ground = await prepareTrials({ databaseUrl, dataDir }, EPOCHS);
  const pace = await paceOfTrials(ground);
  const { countingMs, storingMs } = pace;
  print(`uninterrupted: counting ${countingMs.toFixed(0)} ms, storing and publishing ${storingMs.toFixed(0)} ms`);
  process.exitCode = (await tryAll(ground, pace, trials, seed)) ? 0 : 1;
} finally {
  await postgres?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

/** True where nothing differed. */
async function tryAll(ground: Ground, pace: Pace, count: number, firstSeed: number): Promise<boolean> {
  const next = randomFrom(firstSeed);
  const sum = { kills: 0, before: 0, reads: 0, complete: 0, partial: 0, wrong: 0, equal: 0, clean: 0 };
  for (let i = 1; i <= count; i++) {
    const moments = Array.from({ length: 1 + Math.floor(next() * MOST_KILLS) }, () => randomMoment(pace, next));
    const trial: Trial = await killedSweep(ground, moments, firstSeed + i);
    sum.kills += trial.kills;
    sum.before += trial.killsBeforePublication;
    sum.reads += trial.readers.reads;
    sum.complete += trial.readers.complete;
    sum.partial += trial.readers.partial;
    sum.wrong += trial.readers.wrong;
    sum.equal += Number(trial.isEqual);
    sum.clean += Number(trial.blocksLeft === 0);
    print(`${i}: ${moments.map(shown).join(', ')}: ${JSON.stringify(trial)}`);
  }
  print(
    `${count} trials, ${sum.kills} kills, ${sum.before} of them before publication; ` +
      `${sum.reads} reads, ${sum.complete} of all, ${sum.partial} partial, ${sum.wrong} wrong; ` +
      `${sum.equal} results byte-equal, ${sum.clean} without blocks left over`,
  );
  return sum.partial === 0 && sum.wrong === 0 && sum.equal === count && sum.clean === count;
}

/** Half of them at any time, half while the results are stored and published, which is soon over. */
function randomMoment({ countingMs, storingMs }: Pace, next: () => number): Moment {
  if (next() < 0.5) return { after: 'begun', ms: next() * (countingMs + storingMs) };
  return { after: 'storing', ms: next() * storingMs };
}

function shown({ after, ms }: Moment): string {
  return `${ms.toFixed(0)} ms after ${after}`;
}
