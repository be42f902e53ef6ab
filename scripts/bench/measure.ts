/** Work that is timed, over and over. */
export interface Subject {
  /** Prepares a repetition; not timed. Repetitions are numbered from 0; the first ones are warm-up. */
  prepare?: (repetition: number) => unknown;
  run: (repetition: number) => unknown;
  /** Number of equal pieces of work in one run, by default 1. The measured times are of one piece. */
  pieces?: number;
}

/** Times of one piece of work, in milliseconds, and the number of repetitions. */
export interface Times {
  medianMs: number;
  minMs: number;
  maxMs: number;
  /** Median processor time of all threads of the measured process, which other work on the machine hardly changes. */
  medianCpuMs: number;
  /**
   * Time from which rates and ratios follow: processor time for a server, and if `run` returns no promise; else elapsed
   * time.
   */
  paceMs: number;
  repetitions: number;
}

interface Sample {
  ms: number;
  cpuMs: number;
  paceMs: number;
}

interface Rate {
  value: number;
  unit: string;
}

/** One line of the table. */
export interface Row extends Times {
  workload: string;
  rates: Rate[];
  /** Speed divided by that of the subject `to`, whose repetitions alternated with this one's. */
  ratio?: { value: number; to: string };
}

export interface Workload {
  name: string;
  measure(): Promise<Row[]>;
}

const WARM_UP = 2;
const REPETITIONS = 7;

export async function measure(subject: Subject, repetitions = REPETITIONS): Promise<Times> {
  const samples: Sample[] = [];
  for (let i = 0; i < WARM_UP + repetitions; i++) samples.push(await timeOnce(subject, i));
  return timesOf(samples.slice(WARM_UP));
}

/**
 * Measures two subjects in alternation, so that other work on the machine slows both alike. `ratio` is the first one's
 * speed divided by the peer's.
 */
export async function measurePair(
  own: Subject,
  peer: Subject,
  repetitions = REPETITIONS,
): Promise<{ own: Times; peer: Times; ratio: number }> {
  const pairs: { own: Sample; peer: Sample }[] = [];
  for (let i = 0; i < WARM_UP + repetitions; i++) {
    pairs.push({ own: await timeOnce(own, i), peer: await timeOnce(peer, i) });
  }
  const measured = pairs.slice(WARM_UP);
  return {
    own: timesOf(measured.map((pair) => pair.own)),
    peer: timesOf(measured.map((pair) => pair.peer)),
    ratio: median(measured.map((pair) => pair.peer.paceMs / pair.own.paceMs)),
  };
}

/** Rate, in `unit` per second, of work that yields `amount` with each piece. */
export function rate({ paceMs }: Times, amount: number, unit: string): Rate {
  return { value: (1000 * amount) / paceMs, unit };
}

async function timeOnce({ prepare, run, pieces = 1 }: Subject, repetition: number): Promise<Sample> {
  await prepare?.(repetition);
  const cpu = process.cpuUsage();
  const from = performance.now();
  const pending = run(repetition);
  if (pending instanceof Promise) await pending;
  const ms = (performance.now() - from) / pieces;
  const { user, system } = process.cpuUsage(cpu);
  const cpuMs = (user + system) / 1000 / pieces;
  return { ms, cpuMs, paceMs: pending instanceof Promise ? ms : cpuMs };
}

function timesOf(samples: readonly Sample[]): Times {
  const ms = samples.map((sample) => sample.ms);
  return {
    medianMs: median(ms),
    minMs: Math.min(...ms),
    maxMs: Math.max(...ms),
    medianCpuMs: median(samples.map(({ cpuMs }) => cpuMs)),
    paceMs: median(samples.map(({ paceMs }) => paceMs)),
    repetitions: samples.length,
  };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
