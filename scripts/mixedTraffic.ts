/**
 * Asks the built service for everything that the API has, at a steady pace, from three accounts, while its window changes
 * again and again: by an import, by commands, and by a sweep of another process. Checks every answer, and tells what the
 * service's process takes: errors, and growth after the first sixth, must be none. Linux only.
 *
 *     npm run build && tsx scripts/mixedTraffic.ts [--minutes 60] [--rate 20] [--catalogue FILE --transmitters FILE]
 *
 * On the database of DATABASE_URL, which must be empty; else on an embedded one. Exit code 1 where something is not as it must be.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { bundledCatalogue } from '../src/catalogue/reference/bundled.js';
import { readCatalogue } from '../src/catalogue/read.js';
import { startOfDay } from '../src/jobs/window/startOfDay.js';
import { type Caller, createCaller } from './mixedTraffic/caller.js';
import { COLUMNS, footprint, type Footprint } from './mixedTraffic/footprint.js';
import { COMMON_KINDS, enterpriseKinds, FREE_KINDS, type Kind } from './mixedTraffic/questions.js';
import { report } from './mixedTraffic/report.js';
import { type Installation, installation } from './trials/harness/installation.js';
import { asOfToday, ommOf } from './operations/omm.js';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    rate: { type: 'string', default: '20' },
    catalogue: { type: 'string' },
    transmitters: { type: 'string' },
  },
});
const [minutes, rate] = [Number(values.minutes), Number(values.rate)];
const PASSWORD = 'correct horse battery staple';
const STATIONS = 20;
const SAMPLE_MS = 30_000;
/** Where so many questions wait for their answers, further ones are left out. */
const MOST_UNDER_WAY = 300;
const MOST_TOLD = 50;
/** Satellites of different orbits that all catalogues have. */
const TRACKED = [/^ISS \(ZARYA\)/, /^(NAVSTAR|GPS B)/, /^(ASTRA|EUTELSAT|INTELSAT|SES)/];

const print = (line: string): void => void process.stdout.write(`${line}\n`);
const directory = mkdtempSync(join(tmpdir(), 'sidelobe-mixed-'));
const here = installation('.', {
  SIDELOBE_DATA_DIR: join(directory, 'data'),
  DATABASE_URL: process.env['DATABASE_URL'] ?? '',
  SERIES_CACHE_MB: '128',
  // What else the machine does is not what is tried.
  DATABASE_TIMEOUT_MS: '60000',
  OVERLOAD_WAIT_MS: '60000',
});
const elsets = asOfToday(
  values.catalogue === undefined ? bundledCatalogue(Date.now() * 1000) : (await readCatalogue(values.catalogue)).elsets,
);
const start = `${startOfDay(Date.now()).toISOString().slice(0, 19)}Z`;

try {
  await here.command(['catalogue', 'import', catalogueFile(0)]);
  if (values.transmitters !== undefined) await here.command(['transmitters', 'import', values.transmitters]);
  const tokens = new Map<string, string>();
  for (const email of ['ada@example.org', 'grace@example.org', 'free@example.org']) {
    tokens.set(email, await createAccount(email, email.startsWith('free') ? 'free' : 'enterprise'));
  }
  const server = await here.serve();
  try {
    const callers: Caller[] = [];
    for (const [email, token] of tokens) callers.push(await callerOf(server.url, email, token));
    process.exitCode = (await run(callers, (at) => footprint(server.pid, server.metricsUrl, at), here)) ? 0 : 1;
  } finally {
    await server.stop();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Element sets as a file, each time of another epoch, nearer to the start of the day. */
function catalogueFile(version: number): string {
  const file = join(directory, `catalogue${version}.json`);
  const later = (3 - version) * 3600 * 1e6;
  writeFileSync(file, ommOf(elsets.map((elset) => ({ ...elset, epochUs: elset.epochUs + later }))));
  return file;
}

async function createAccount(email: string, plan: string): Promise<string> {
  const person = ['--first-name', 'A', '--last-name', 'B'];
  await here.command(['account', 'create', '--email', email, ...person, '--plan', plan, '--password-stdin'], PASSWORD);
  const norads = TRACKED.map((names) => elsets.find(({ name }) => names.test(name ?? ''))?.noradNumber);
  await here.command(['track', '--email', email, '--norad', norads.join(',')]);
  return here.command(['token', 'create', '--email', email, '--name', 'mixed']);
}

async function callerOf(url: string, email: string, token: string): Promise<Caller> {
  const caller = createCaller(url, email, PASSWORD, token);
  const tracked = await caller.ask<{ tracked_satellites: { id: number }[] }>('/tracked_satellites');
  caller.tracked = tracked.data.tracked_satellites.map(({ id }) => id);
  for (let i = 0; i < STATIONS; i++) {
    const body = { name: `Station ${i}`, latitude: 8 * i - 80, longitude: (37 * i) % 180 };
    const { data } = await caller.ask<{ id: number }>('/ground_stations', { method: 'POST', body });
    caller.stations.push(data.id);
  }
  return caller;
}

/** What changes the window, and after which part of the time. */
function changes(by: Installation): { at: number; what: string; run: () => Promise<string> }[] {
  const open =
    (...options: string[]) =>
    () =>
      by.command(['window', 'open', ...options]);
  return [
    // With the first as many as are in memory at a time: four stay while another one comes.
    ...[5, 6, 7, 8].map((degrees, i) => ({
      at: (1 + 2 * i) / 60,
      what: `window open --min-elevation ${degrees}`,
      run: open('--min-elevation', String(degrees)),
    })),
    { at: 20 / 60, what: 'an import', run: () => by.command(['catalogue', 'import', catalogueFile(1)]) },
    { at: 33 / 60, what: 'window open --nside 32', run: open('--nside', '32') },
    // The embedded database is the server's alone to compute on.
    process.env['DATABASE_URL'] === undefined
      ? { at: 45 / 60, what: 'window open --min-elevation 12', run: open('--min-elevation', '12') }
      : { at: 45 / 60, what: 'precompute', run: () => by.command(['precompute', '--min-elevation', '12']) },
  ];
}

async function run(
  callers: readonly Caller[],
  look: (minute: number) => Promise<Footprint>,
  by: Installation,
): Promise<boolean> {
  const schedule = callers.map((caller) =>
    caller.email.startsWith('free') ? FREE_KINDS : [...enterpriseKinds(start), ...COMMON_KINDS],
  );
  const wrong: string[] = [];
  const times = new Map<string, number[]>();
  const samples: Footprint[] = [];
  const fromMs = performance.now();
  const passed = (): number => (performance.now() - fromMs) / 60_000;
  const note = (message: string): void => {
    wrong.push(message);
    if (wrong.length <= MOST_TOLD) print(`WRONG at ${passed().toFixed(1)} min: ${message}`);
  };

  const left = changes(by);
  const aside: Promise<void>[] = [];
  const change = async ({ what, run: begin }: (typeof left)[number]): Promise<void> => {
    const at = passed();
    try {
      const said = (await begin()).split('\n')[0];
      print(`${at.toFixed(1)} min: ${what}, took ${((passed() - at) * 60).toFixed(0)} s: ${said}`);
    } catch (error) {
      note(`${what}: ${String(error)}`);
    }
  };
  const sample = async (): Promise<void> => {
    try {
      const found = await look(passed());
      samples.push(found);
      print(
        `${found.minutes.toFixed(1)} min: window ${found.window}, ${COLUMNS.map((name) => `${name} ${found[name].toFixed(0)}`).join(', ')}; ` +
          `asked ${asked}, under way ${underWay.size}, wrong ${wrong.length}`,
      );
    } catch (error) {
      note(`no sample: ${String(error)}`);
    }
  };
  const ask = async (caller: Caller, kind: Kind, i: number): Promise<void> => {
    const begunMs = performance.now();
    try {
      await kind.ask(caller, i);
    } catch (error) {
      note(
        `${kind.name}: ${error instanceof Error ? `${error.message}${error.cause instanceof Error ? `, ${error.cause.message}` : ''}` : String(error)}`,
      );
    } finally {
      const list = times.get(kind.name) ?? [];
      times.set(kind.name, list);
      list.push(performance.now() - begunMs);
    }
  };

  let asked = 0;
  let turn = 0;
  const underWay = new Set<Promise<void>>();
  const counts = new Map<Kind, number>();
  for (let nextSampleMs = 0; passed() < minutes;) {
    const spentMs = performance.now() - fromMs;
    if (spentMs >= nextSampleMs) {
      nextSampleMs += SAMPLE_MS;
      aside.push(sample());
    }
    const [due] = left;
    if (due !== undefined && passed() >= due.at * minutes) {
      left.shift();
      aside.push(change(due));
    }
    while (turn < (spentMs / 1000) * rate) {
      // Every twentieth question is of the account without Enterprise.
      const account = turn % 20 === 19 ? 2 : turn % 2;
      const kind = drawn(schedule[account] as Kind[], Math.floor(turn / 2));
      const i = counts.get(kind) ?? 0;
      counts.set(kind, i + 1);
      turn++;
      if (underWay.size >= MOST_UNDER_WAY) continue;
      asked++;
      const question = ask(callers[account] as Caller, kind, i).finally(() => underWay.delete(question));
      underWay.add(question);
    }
    await pause(5);
  }
  await Promise.all(aside);
  await Promise.all(underWay);
  await sample();
  return report(print, { minutes, asked, leftOut: turn - asked, wrong: wrong.length, times, samples });
}

/** Low discrepancy: any stretch of questions has each kind as often as its weight says. */
function drawn(kinds: readonly Kind[], i: number): Kind {
  const sum = kinds.reduce((total, { weight }) => total + weight, 0);
  let at = ((i * 0.618034) % 1) * sum;
  return kinds.find(({ weight }) => (at -= weight) < 0) ?? (kinds[0] as Kind);
}
