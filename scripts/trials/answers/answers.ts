/**
 * Asks two builds the same questions, each on a new embedded database that serves the demo, and compares their answers:
 * status, headers and decoded body. Ends with exit code 1 if any differ.
 *
 *     npm run trial answers -- --base DIR [--only TEXT]     DIR: another checkout, built
 *
 * With --only, it prints differences only of requests that contain this text. Takes some minutes: both builds sweep
 * first.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../../src/spec.js';
import { PATIENT } from '../../../test/helpers/until.js';
import type { Options } from '../../trial.js';
import { type Demo, startDemo } from '../harness/demo.js';
import { createAccount, PASSWORD } from '../harness/filled.js';
import { type Installation, installation } from '../harness/installation.js';
import { ask, get, type Question, type Side } from './ask.js';
import { firstDifference, lasting } from './lasting.js';
import { apiQuestions, changes } from './questions/api.js';
import { FEW_CALLS, httpQuestions, limitQuestions } from './questions/http.js';
import { pageQuestions } from './questions/page.js';
import { wrongQuestions } from './questions/wrong.js';

/**
 * Time before a UTC midnight in which the trial refuses to begin: windows start with the day, so the two builds might
 * answer from different windows.
 */
const BEFORE_MIDNIGHT_MS = 900_000;

/** Running build: its installation, its server, and its side of the comparison. */
interface Build {
  installed: Installation;
  demo: Demo;
  side: Side;
}

interface Counts {
  asked: number;
  differing: number;
  /** Number of the base's answers by status. */
  statuses: Map<string, number>;
}

export async function trial({ base, only }: Options): Promise<boolean> {
  if (base === undefined) throw new Error('--base DIR names a built checkout to compare with');
  if (Date.now() % DAY_MS > DAY_MS - BEFORE_MIDNIGHT_MS)
    throw new Error('a UTC day is about to end: try again after it');
  const directory = mkdtempSync(join(tmpdir(), 'sidelobe-answers-'));
  const builds: Build[] = [];
  const counts: Counts = { asked: 0, differing: 0, statuses: new Map() };
  try {
    for (const [index, root] of [base, '.'].entries()) builds.push(await start(root, join(directory, `${index}`)));
    await Promise.all(builds.map(({ demo }) => demo.swept()));
    const assets = await assetsOf(builds);
    const startMs = Date.now() - (Date.now() % DAY_MS);
    const groups: Record<string, Question[]> = {
      api: apiQuestions(startMs),
      wrong: wrongQuestions(startMs),
      http: httpQuestions(),
      page: pageQuestions(assets),
      changes: changes(),
    };
    for (const [name, questions] of Object.entries(groups)) await compare(name, questions, builds, only, counts);
    for (const build of builds) await restart(build);
    await compare('limits', limitQuestions(), builds, only, counts);
  } finally {
    for (const { demo } of builds) await demo.server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
  const statuses = [...counts.statuses]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([status, count]) => `${count} of ${status}`);
  process.stdout.write(`asked ${counts.asked} (${statuses.join(', ')}), differing ${counts.differing}\n`);
  return counts.differing === 0;
}

/** Starts a build on a new database, with two more accounts. */
async function start(root: string, dataDirectory: string): Promise<Build> {
  const own = { SIDELOBE_DATA_DIR: dataDirectory, WORKERS: '1', CORS_ORIGINS: 'https://app.example.org' };
  const settings = { ...own, ...PATIENT };
  const installed = installation(root, settings);
  const demo = await startDemo(installed);
  await createAccount(installed, 'free@example.org', 'free');
  await createAccount(installed, 'poor@example.org', 'enterprise');
  const kept = new Map([
    ['password', PASSWORD],
    ['demo password', demo.password],
    ['demo token', demo.token],
    ['day', new Date().toISOString().slice(0, 10)],
  ]);
  return { installed, demo, side: { url: demo.server.url, kept } };
}

/** Starts a build again on its database, with limits of a few calls for each account. */
async function restart(build: Build): Promise<void> {
  await build.demo.server.stop();
  const few = String(FEW_CALLS);
  const settings = { RATE_LIMIT_INTERFERENCE_PER_MINUTE: few, RATE_LIMIT_OTHER_PER_HOUR: few };
  build.demo.server = await build.installed.serve([], settings);
  build.side.url = build.demo.server.url;
}

/**
 * Keeps, for each build, the name of the first script and of the first style sheet of the page; returns paths with
 * placeholders for these names.
 */
async function assetsOf(builds: readonly Build[]): Promise<string[]> {
  for (const { side } of builds) {
    const html = (await ask(side, get('/', { as: 'nobody' }))).body.toString();
    for (const kind of ['js', 'css']) {
      side.kept.set(`asset ${kind}`, new RegExp(`assets/([\\w-]+\\.${kind})"`).exec(html)?.[1] ?? 'none');
    }
  }
  return ['/assets/{asset js}', '/assets/{asset css}'];
}

/** Asks both builds each question, one question after the other, and prints the differences of their answers. */
async function compare(
  name: string,
  questions: readonly Question[],
  builds: readonly Build[],
  only: string,
  counts: Counts,
): Promise<void> {
  let differing = 0;
  for (const question of questions) {
    if (builds.some(({ demo }) => demo.server.process.exitCode !== null)) throw new Error('a server has ended');
    const told = await Promise.all(
      builds.map(async ({ side }) =>
        ask(side, question).then(
          (answer) => lasting(question, answer, side),
          (error: unknown): Record<string, string> => ({ failed: String(error) }),
        ),
      ),
    );
    const [base = {}, present = {}] = told;
    const status = base['status'] ?? 'none';
    counts.statuses.set(status, (counts.statuses.get(status) ?? 0) + 1);
    const parts = [...new Set([...Object.keys(base), ...Object.keys(present)])];
    const unlike = parts.filter((part) => base[part] !== present[part]);
    if (unlike.length === 0 && status !== 'none') continue;
    differing++;
    const label = `${question.method} ${question.path} ${JSON.stringify(question.headers)} ${question.body ?? ''}`;
    if (!label.includes(only)) continue;
    process.stdout.write(`\n${label.slice(0, 300)}\n`);
    for (const part of unlike) {
      process.stdout.write(`    ${part} ${firstDifference(base[part] ?? 'none', present[part] ?? 'none')}\n`);
    }
  }
  counts.asked += questions.length;
  counts.differing += differing;
  process.stdout.write(`${name}: asked ${questions.length}, differing ${differing}\n`);
}
