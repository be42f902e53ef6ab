import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createServerPool } from '../../src/db/connection/connect.js';
import { importCatalogue } from '../../src/jobs/import/importCatalogue.js';
import { startPostgres } from '../testPostgres.js';
import { OMM_SATELLITES, ommCsv } from './ommCsv.js';
import { type BrokenWire, createBrokenWire } from './brokenWire.js';
import { type Part, type Report, spread } from './report.js';
import { type Ask, type Reply, untilStatus, withDirectory, withSmall } from './small.js';
import { createWriters } from './writers.js';

const TIMES = 5;
const CUTS = 40;
const SILENT_SECONDS = 120;
/** Most pieces of the protocol in one import. */
const MOST_PIECES = 200;
/** Connections that a service may have. */
const MOST_OPEN = 11;

/** What a server, or whatever answers in its place, may send. */
const BROKEN: Readonly<Record<string, Buffer>> = {
  'a row shorter than it says': Buffer.from('D\0\0\0\x0a\x03\xe8\0\0\0\x04', 'latin1'),
  'a message of no type': Buffer.from('v\0\0\0\x04', 'latin1'),
  'a length without end': Buffer.from('D\x7f\xff\xff\xff\0\x01', 'latin1'),
  'a length below its own': Buffer.from('C\0\0\0\0SELECT\0', 'latin1'),
  'an answer of HTTP': Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'),
  'bytes of zero': Buffer.alloc(64),
};

/** Breaks the connections to Postgres: frames that cannot be read, cuts in the middle, a server that says nothing. */
export const socketFaults: Part = ({ report, random }) =>
  withDirectory(async (directory) => {
    const postgres = await startPostgres();
    if (postgres === undefined) return report.skipped('broken connections', 'no Postgres is installed');
    const wire = await createBrokenWire(postgres.url);
    const uncaught: unknown[] = [];
    const note = (error: unknown): void => void uncaught.push(error);
    process.on('uncaughtException', note);
    try {
      await withSmall({ DATABASE_URL: wire.url }, async (service, ask) => {
        const week = `/interference/timeseries?tracked_satellite_id=${service.tracked[0]}&lat=52&lon=13`;
        await untilStatus(() => ask(week), 200, 20_000);
        await brokenFrames(report, wire, ask);
        await cutWriters(report, wire, ask, random);
        await silence(report, wire, ask, week);
      });
      await cutImports(report, wire, join(directory, 'catalogue.csv'));
      const [first] = uncaught;
      const stack = first instanceof Error ? first.stack : String(first);
      report.line(
        'errors that nobody caught',
        uncaught.length === 0 ? '0' : `${uncaught.length} (${stack})`,
        '0',
        uncaught.length === 0,
      );
    } finally {
      process.off('uncaughtException', note);
      wire.close();
      await postgres.stop();
    }
  });

async function brokenFrames(report: Report, wire: BrokenWire, ask: Ask): Promise<void> {
  for (const [name, bytes] of Object.entries(BROKEN)) {
    const replies: Reply[] = [];
    const backMs: number[] = [];
    for (let i = 0; i < TIMES; i++) {
      wire.spoil(bytes);
      replies.push(...(await Promise.all([ask('/me'), ask('/ground_stations'), ask('/tracked_satellites')])));
      wire.mend();
      backMs.push(await untilStatus(() => ask('/me'), 200, 20_000));
    }
    const slowest = Math.max(...replies.map(({ ms }) => ms));
    const wrong = replies.filter(({ status, ms }) => (status !== 200 && status !== 503) || ms > 5_500);
    report.line(
      `broken frames: ${name}, ${TIMES} times`,
      wrong[0] === undefined ? `${told(replies)}, at most ${slowest.toFixed(0)} ms` : shown(wrong[0]),
      '200 or 503, within 5.5 s',
      wrong.length === 0,
    );
    report.line('  back', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
  }
}

/** Cuts connections at any moment of four writers' calls. */
async function cutWriters(report: Report, wire: BrokenWire, ask: Ask, random: () => number): Promise<void> {
  const writers = await createWriters(ask);
  let lost = 0;
  const backMs: number[] = [];
  for (let i = 0; i < CUTS; i++) {
    await writers.during(async () => {
      wire.cutAt(1 + Math.floor(60 * random()));
      for (let waited = 0; wire.isToCut && waited < 400; waited++) await pause(5);
      if (i % 8 === 7) wire.cutAll();
      wire.mend();
      backMs.push(await untilStatus(() => ask('/me'), 200, 20_000));
    });
    lost += await writers.lost();
  }
  const name = `connections cut at any piece, ${CUTS} times, 4 writers`;
  report.line(name, `${lost} of ${writers.acknowledged} acknowledged writes lost`, '0', lost === 0);
  report.line('  back', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
  const others = [...new Set(writers.unexpected)];
  report.line('  answers but 200 and 503', others[0] ?? '0', '0', others.length === 0);
}

/** Accepts, and says nothing, for two minutes. */
async function silence(report: Report, wire: BrokenWire, ask: Ask, week: string): Promise<void> {
  const replies: Record<string, Reply[]> = {};
  const until = performance.now() + 1000 * SILENT_SECONDS;
  let mostOpen = 0;
  wire.silence();
  // Rows are remembered for a second.
  await pause(1000);
  await Promise.all(
    ['/me', week, '/health/live', '/health/ready'].map(async (path) => {
      while (performance.now() < until) {
        (replies[path] ??= []).push(await ask(path));
        mostOpen = Math.max(mostOpen, wire.open);
        await pause(100);
      }
    }),
  );
  wire.mend();
  const backMs = await untilStatus(() => ask('/me'), 200, 20_000);
  for (const [path, name, must] of [
    ['/me', `a server that says nothing for ${SILENT_SECONDS} s: a call`, 503],
    [week, '  a week in memory', 503],
    ['/health/live', '  live', 200],
    ['/health/ready', '  ready', 503],
  ] as const) {
    const all = replies[path] ?? [];
    const slowest = Math.max(...all.map(({ ms }) => ms));
    const isRight = all.length > 0 && all.every(({ status }) => status === must) && slowest <= 5_500;
    report.line(name, `${told(all)}, at most ${slowest.toFixed(0)} ms`, `${must} within 5.5 s`, isRight);
  }
  report.line('  connections meanwhile', `${mostOpen}`, `${MOST_OPEN} at most`, mostOpen <= MOST_OPEN);
  report.line('  back', `${backMs.toFixed(0)} ms`, '2 s or less', backMs <= 2000);
}

/** Cuts an import at its first piece, its second, … until one is done whole. */
async function cutImports(report: Report, wire: BrokenWire, file: string): Promise<void> {
  const database = createServerPool(wire.url);
  const { knex } = database;
  const count = async (): Promise<number> => Number((await knex('elsets').count({ n: '*' }))[0]?.['n']);
  try {
    let before = await count();
    let nth = 1;
    const broken: string[] = [];
    for (; nth <= MOST_PIECES; nth++) {
      writeFileSync(file, ommCsv(nth));
      wire.cutAt(nth);
      const done = await importCatalogue(knex, file).then(
        () => true,
        () => false,
      );
      const isCut = !wire.isToCut;
      wire.mend();
      const after = await count();
      const added = after - before;
      before = after;
      if (added !== 0 && added !== OMM_SATELLITES) broken.push(`piece ${nth}: ${added} of ${OMM_SATELLITES} rows`);
      if (done && added === 0) broken.push(`piece ${nth}: acknowledged, and not there`);
      if (!isCut) break;
    }
    report.line(
      'connection cut in the middle of an import',
      `${nth - 1} pieces cut in turn: ${broken[0] ?? '0'} half imported`,
      '0',
      broken.length === 0 && nth <= MOST_PIECES,
    );
  } finally {
    await database.close();
  }
}

function told(replies: readonly Reply[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, times]) => `${times} × ${status}`).join(', ');
}

const shown = ({ status, text, ms }: Reply): string => `${status} after ${ms.toFixed(0)} ms: ${text.slice(0, 200)}`;
