/** Something whose time is taken, over and over. */
export interface Subject {
  /** Not timed: makes what run needs, for the repetition of this number (from 0, warm-up included). */
  prepare?: (repetition: number) => unknown;
  run: (repetition: number) => unknown;
  /** How many equal pieces of work one run does; 1 by default. Times are of one piece. */
  pieces?: number;
}

/** Milliseconds of one piece of work. */
export interface Times {
  medianMs: number;
  minMs: number;
  maxMs: number;
  /** Median processor time of all threads of this process together: hardly longer where others keep the machine busy. */
  medianCpuMs: number;
  /** What rates and ratios follow from: the processor time of what one thread computes without waiting, else the time. */
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
  /** How many times as fast as a peer measured in turns with it, and which. */
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

/** In turns, so that what else the machine does meets both; `ratio` is how many times as fast as the peer. */
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

/** Pieces of work that make `amount` each, in a unit a second. */
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
