import { setTimeout as pause } from 'node:timers/promises';
import { createWriters, untilStatus } from '../harness/callers.js';
import { bundled, ommFile, withServer } from '../harness/filled.js';
import { installation, onNewDatabase } from '../harness/installation.js';
import { type Part, spread } from '../harness/report.js';
import { createBrokenWire } from './brokenWire.js';

const CUTS_A_ROUND = 8;

/** Cuts connections at random pieces of data while four callers write. */
export const cuts: Part = ({ report, rounds, random }) =>
  onNewDatabase(true, async (settings, directory) => {
    const wire = await createBrokenWire(settings['DATABASE_URL'] ?? '');
    // Commands connect directly.
    await withServer({ settings, directory, served: { DATABASE_URL: wire.url } }, async ({ ask }) => {
      const writers = await createWriters(ask);
      const backMs: number[] = [];
      for (let i = 0; i < CUTS_A_ROUND * rounds; i++) {
        await writers.during(async () => {
          wire.cutAt(1 + Math.floor(60 * random()));
          for (let waited = 0; wire.isToCut && waited < 400; waited++) await pause(5);
          if (i % CUTS_A_ROUND === 0) wire.cutAll();
          wire.cutAt(Infinity);
          backMs.push(await untilStatus(() => ask('/me'), 200));
        });
        await writers.readBack();
      }
      writers.tell(report, `connections cut at any piece, ${CUTS_A_ROUND * rounds} times`);
      report.line('  back', spread(backMs), '2 s or less', Math.max(...backMs) <= 2000);
    }).finally(() => wire.close());
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
      wire.cutAt(Infinity);
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
