/**
 * Measures the public calls of the core beside its peers, on one thread, in turns: batches over HEALPix grids, discs, orbits.
 *
 *   tsx scripts/measureCore.ts [--only PATTERN] [--peers FOLDER] [--install] [--rounds NUMBER]
 *
 * PATTERN is a regular expression that a row's name must match. Peers that are not in FOLDER (a temporary one by default) are
 * left out, a line each; --install puts them there, by npm and pip. Times are medians of rounds, of processor time;
 * in brackets how many times as long as the core's, a median too. healpy is asked where a `python3` has it.
 */
import { mkdirSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createCore } from '../src/core/index.js';
import { pythonWith } from './bench/python.js';
import { type Contest, hold, type Outcome } from './measureCore/contest.js';
import { discContests } from './measureCore/discs.js';
import { gridContests } from './measureCore/grids.js';
import { orbitContests } from './measureCore/orbits.js';
import { installPeers, loadPeers, pythonFolder } from './measureCore/peers.js';
import { startPython } from './measureCore/python.js';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    peers: { type: 'string', default: join(tmpdir(), 'sidelobe-peers') },
    install: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
  },
});
const only = new RegExp(values.only, 'i');
const rounds = Number(values.rounds);
if (!Number.isInteger(rounds) || rounds < 1)
  throw new Error(`--rounds ${values.rounds}: a whole number from 1 is needed`);
mkdirSync(values.peers, { recursive: true });

const interpreter = pythonWith('healpy', 'numpy');
if (values.install) installPeers(values.peers, interpreter);
const peers = await loadPeers(values.peers);
const python = interpreter === undefined ? undefined : startPython(interpreter, pythonFolder(values.peers));
try {
  const core = await createCore({ maxMegabytes: 1024 });
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  print(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'}, ${rounds} rounds`);
  for (const contests of [
    gridContests(core, peers, python),
    discContests(core, python),
    await orbitContests(core, python),
  ]) {
    const rows: [Contest, Outcome[]][] = [];
    for (const contest of contests.filter(({ work }) => only.test(work)))
      rows.push([contest, await hold(contest, rounds)]);
    if (rows.length > 0) tableOf(rows).forEach(print);
  }
} finally {
  python?.close();
}

/** In Markdown: a column for each who takes part. */
function tableOf(rows: readonly [Contest, Outcome[]][]): string[] {
  const names = [...new Set(rows.flatMap(([, outcomes]) => outcomes.map(({ who }) => who)))];
  const cells = rows.map(([{ work, unit }, outcomes]) => [
    `${work}, ${unit}`,
    ...names.map((name) => {
      const outcome = outcomes.find(({ who }) => who === name);
      if (outcome === undefined) return '';
      const value = Number(outcome.value.toPrecision(3)).toString();
      return name === names[0] ? value : `${value} (${outcome.ratio.toFixed(2)})`;
    }),
  ]);
  return ['', ['what', ...names], names.map(() => '---').concat('---'), ...cells].map((row) =>
    typeof row === 'string' ? row : `| ${row.join(' | ')} |`,
  );
}
