import { readFileSync } from 'node:fs';
import type { OwnedCore } from '../../src/core/instance.js';
import { readSource } from '../bench/catalogue.js';
import { randomFrom } from '../random.js';

const REPORTED = 20;

interface Options {
  count?: string | undefined;
  seed: string;
  catalogue?: string | undefined;
  transmitters?: string | undefined;
  files: readonly string[];
}

/** Tools that every hunt gets: random numbers, a catalogue, memory, and the counting of cases. */
export interface Hunting {
  core: OwnedCore;
  seed: number;
  /** Numbers in (0, 1), the same for the same seed. */
  next: () => number;
  /** Returns the number of cases that --count asks for, else the hunt's own number. */
  count: (own: number) => number;
  source: () => ReturnType<typeof readSource>;
  /** Reads the i-th file of the command line as JSON. @throws Error if there is none */
  file: (i: number) => unknown;
  /** Allocates memory of the core that is kept to the end; returns its address. */
  block: (bytes: number) => number;
  /** Counts a case, or `cases` at once; prints the first 20 that differ. */
  check: (isSame: boolean, describe: () => string, cases?: number) => void;
  counts: { checked: number; differing: number };
  print: (line: string) => void;
}

export type Hunt = (hunting: Hunting) => unknown;

export function huntingWith(core: OwnedCore, { count, seed, catalogue, transmitters, files }: Options): Hunting {
  const counts = { checked: 0, differing: 0 };
  const print = (line: string): void => void process.stdout.write(`${line}\n`);
  return {
    core,
    seed: Number(seed),
    next: randomFrom(Number(seed)),
    count: (own) => Number(count ?? own),
    source: () => readSource({ catalogue, transmitters }),
    file: (i) => {
      const path = files[i];
      if (path === undefined) throw new Error('this hunt takes files: docs/measuring.md says which');
      return JSON.parse(readFileSync(path, 'utf8'));
    },
    block(bytes) {
      const pointer = core.arena.allocate(bytes);
      if (pointer === undefined) throw new Error(`the core's memory has no ${bytes} bytes left`);
      return pointer;
    },
    check(isSame, describe, cases = 1) {
      counts.checked += cases;
      if (!isSame && ++counts.differing <= REPORTED) print(`  ${describe()}`);
    },
    counts,
    print,
  };
}
