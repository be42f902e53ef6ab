/**
 * `npm run trial NAME [-- OPTIONS]`: runs the built service as its operators do, breaks or overloads it, and measures
 * what its clients notice. Everything runs on this machine and ends with the trial. Each trial's file describes its
 * options.
 */
import { parseArgs } from 'node:util';
import { randomFrom } from './random.js';

/** Options of all trials. */
export interface Options {
  rounds: number | undefined;
  minutes: number | undefined;
  clients: number | undefined;
  /**
   * Names of parts of the trial, separated by commas; for `growth`, sizes; for `answers`, text of the requests to
   * print. Empty: all.
   */
  only: string;
  /** Another built checkout: `answers` compares its answers with ours, `growth` measures it. */
  base: string | undefined;
  /** Whether to run on a Postgres server instead of the embedded database. */
  postgres: boolean;
  /** Numbers in (0, 1), the same for the same --seed. */
  random: () => number;
}

const TRIALS: Readonly<Record<string, () => Promise<{ trial: (options: Options) => Promise<boolean> }>>> = {
  answers: () => import('./trials/answers/answers.js'),
  faults: () => import('./trials/faults.js'),
  growth: () => import('./trials/growth.js'),
  kills: () => import('./trials/kills.js'),
  overload: () => import('./trials/overload.js'),
  slow: () => import('./trials/slow.js'),
  soak: () => import('./trials/soak.js'),
  stops: () => import('./trials/stops.js'),
};

const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: text,
    minutes: text,
    clients: text,
    seed: { ...text, default: '1' },
    only: { ...text, default: '' },
    base: text,
    postgres: { type: 'boolean', default: false },
  },
});
const load = TRIALS[positionals[0] ?? ''];
if (load === undefined) {
  process.stderr.write(`usage: npm run trial NAME [-- OPTIONS], NAME one of ${Object.keys(TRIALS).join(', ')}\n`);
  process.exit(2);
}
const number = (given: string | undefined): number | undefined => (given === undefined ? undefined : Number(given));
const { rounds, minutes, clients, seed, only, base, postgres } = values;
const { trial } = await load();
const passed = await trial({
  rounds: number(rounds),
  minutes: number(minutes),
  clients: number(clients),
  only,
  base,
  postgres,
  random: randomFrom(Number(seed)),
});
if (!passed) process.exitCode = 1;
