import { setTimeout as pause } from 'node:timers/promises';
import { type Ask, createWriters, type Reply, untilStatus } from '../harness/callers.js';
import { bundled, ommFile, WEEK, withServer } from '../harness/filled.js';
import { installation, onNewDatabase } from '../harness/installation.js';
import { type Part, spread } from '../harness/report.js';
import { type BrokenWire, createBrokenWire } from './brokenWire.js';

const SILENT_MS = 30_000;
const LIMIT_MS = 5_500;
/** Largest number of connections to Postgres that a service with default settings opens. */
const MOST_OPEN = 11;
const CUTS_A_ROUND = 8;

/** Broken answers by what is wrong: bytes that a server, or another program at its address, may send. */
const BROKEN: Readonly<Record<string, Buffer>> = {
  'a row shorter than it says': Buffer.from('D\0\0\0\x0a\x03\xe8\0\0\0\x04', 'latin1'),
  'a message of no type': Buffer.from('v\0\0\0\x04', 'latin1'),
  'a length without end': Buffer.from('D\x7f\xff\xff\xff\0\x01', 'latin1'),
  'a length below its own': Buffer.from('C\0\0\0\0SELECT\0', 'latin1'),
  'an answer of HTTP': Buffer.from('HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n'),
  'bytes of zero': Buffer.alloc(64),
};

/** Makes the database answer with messages that cannot be read. */
export const frames: Part = ({ report, rounds }) =>
  onWire(async (wire, ask) => {
    for (const [name, bytes] of Object.entries(BROKEN)) {
      const replies: Reply[] = [];
      const backMs: number[] = [];
      for (let i = 0; i < rounds; i++) {
        wire.spoil(bytes);
        replies.push(...(await Promise.all([ask('/me'), ask('/ground_stations'), ask('/tracked_satellites')])));
        wire.mend();
        backMs.push(await untilStatus(() => ask('/me'), 200));
      }
      const isRight = replies.every(({ status, ms }) => [200, 503].includes(status) && ms <= LIMIT_MS);
      const what = `broken frames: ${name}, ${rounds} times`;
      report.line(what, counted(replies), '200 or 503, within 5.5 s', isRight);
      report.line('  back', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
    }
  });

/** Cuts connections at random pieces of data while four callers write. */
export const cuts: Part = ({ report, rounds, random }) =>
  onWire(async (wire, ask) => {
    const writers = await createWriters(ask);
    const backMs: number[] = [];
    let lost = 0;
    for (let i = 0; i < CUTS_A_ROUND * rounds; i++) {
      await writers.during(async () => {
        wire.cutAt(1 + Math.floor(60 * random()));
        for (let waited = 0; wire.isToCut && waited < 400; waited++) await pause(5);
        if (i % CUTS_A_ROUND === 0) wire.cutAll();
        wire.mend();
        backMs.push(await untilStatus(() => ask('/me'), 200));
      });
      lost += await writers.lost();
    }
    const name = `connections cut at any piece, ${CUTS_A_ROUND * rounds} times, 4 writers`;
    report.line(name, `${lost} of ${writers.acknowledged} acknowledged writes lost`, '0', lost === 0);
    report.line('  back', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
    const others = new Set(writers.unexpected);
    report.line('  answers but 200 and 503', `${others.size} ${[...others][0] ?? ''}`, '0', others.size === 0);
  });

/** Makes the database accept connections and never answer. */
export const silence: Part = ({ report }) =>
  onWire(async (wire, ask) => {
    const replies: Record<string, Reply[]> = {};
    let mostOpen = 0;
    wire.silence();
    // The service remembers rows for a second.
    await pause(1100);
    const endMs = performance.now() + SILENT_MS;
    const asked = [
      ['/me', 503],
      [WEEK, 503],
      ['/health/live', 200],
      ['/health/ready', 503],
    ] as const;
    await Promise.all(
      asked.map(async ([path]) => {
        while (performance.now() < endMs) {
          (replies[path] ??= []).push(await ask(path));
          mostOpen = Math.max(mostOpen, wire.open);
          await pause(100);
        }
      }),
    );
    wire.mend();
    const backMs = await untilStatus(() => ask('/me'), 200);
    for (const [path, must] of asked) {
      const all = replies[path] ?? [];
      const isRight = all.length > 0 && all.every(({ status, ms }) => status === must && ms <= LIMIT_MS);
      const what = `a database that says nothing: ${path.split('?', 1)[0]}`;
      report.line(what, counted(all), `${must} within 5.5 s`, isRight);
    }
    report.line('  connections meanwhile', `${mostOpen}`, `${MOST_OPEN} at most`, mostOpen <= MOST_OPEN);
    report.line('  back', `${backMs.toFixed(0)} ms`, '2 s or less', backMs <= 2000);
  });

/** Cuts the connection of imports at random pieces of data; each import must be stored whole, or not at all. */
export const imports: Part = ({ report, rounds, random }) =>
  onNewDatabase(true, async (settings, directory) => {
    const wire = await createBrokenWire(settings['DATABASE_URL'] ?? '');
    const [direct, cut] = [installation('.', settings), installation('.', { DATABASE_URL: wire.url })];
    await direct.command(['migrate']);
    const done = [0, 0];
    let wrong = 0;
    for (let round = 0; round < CUTS_A_ROUND * rounds; round++) {
      const file = ommFile(directory, bundled(Date.now() - round * 60_000, 20));
      wire.cutAt(1 + Math.floor(100 * random()));
      const isDone = await cut.command(['catalogue', 'import', file]).then(
        () => true,
        () => false,
      );
      wire.mend();
      done[Number(isDone)]!++;
      // If the cut import succeeded, a second one must find the whole file known; if it failed, the whole file or
      // nothing of it.
      const said = await direct.command(['catalogue', 'import', file]);
      const [added, known] = [/([\d,]+) element sets? added/, /([\d,]+) known already/].map(
        (count) => count.exec(said)?.[1],
      );
      if (added !== '0' && (isDone || known !== '0')) wrong++;
    }
    wire.close();
    const what = `connections cut in ${CUTS_A_ROUND * rounds} imports: ${done[0]} failed, ${done[1]} done; half there`;
    report.line(what, String(wrong), '0', wrong === 0 && (done[0] ?? 0) > 0);
  });

/** Runs a job with a server that connects to Postgres through a BrokenWire; commands connect directly. */
function onWire(job: (wire: BrokenWire, ask: Ask) => Promise<void>): Promise<void> {
  return onNewDatabase(true, async (settings, directory) => {
    const wire = await createBrokenWire(settings['DATABASE_URL'] ?? '');
    await withServer(settings, directory, (ask) => job(wire, ask), { DATABASE_URL: wire.url }).finally(() =>
      wire.close(),
    );
  });
}

function counted(replies: readonly Reply[]): string {
  const counts = new Map<number, number>();
  for (const { status } of replies) counts.set(status, (counts.get(status) ?? 0) + 1);
  const slowest = Math.max(...replies.map(({ ms }) => ms));
  return `${[...counts].map(([status, times]) => `${times} × ${status}`).join(', ')}, at most ${slowest.toFixed(0)} ms`;
}
