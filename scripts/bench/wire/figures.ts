import { median, type Row } from '../measure.js';

/** What one round has measured of a subject. */
export interface Sample {
  /** Processor time of the server's process for one answer. */
  cpuMs: number;
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

/** A peer that a subject is compared with, in the same rounds. */
export interface Peer {
  name: string;
  samples: readonly Sample[];
}

/** The value below which this part of the values lies: the smallest of which at least that part is no larger. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** Processor time of this process and all of its threads since its start, in µs. */
export function cpuUs(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** Medians over the rounds; against a peer, the median of the rounds' ratios of processor time. */
export function rowOf(workload: string, samples: readonly Sample[], peers: readonly Peer[]): Row {
  const over = (value: (sample: Sample) => number): number => median(samples.map(value));
  const times = samples.map(({ p50Ms }) => p50Ms);
  const cpuMs = over((sample) => sample.cpuMs);
  return {
    workload,
    medianMs: median(times),
    minMs: Math.min(...times),
    maxMs: Math.max(...times),
    medianCpuMs: cpuMs,
    paceMs: cpuMs,
    repetitions: samples.length,
    rates: [
      { value: over(({ p99Ms }) => p99Ms), unit: 'ms p99' },
      { value: over(({ perSecond }) => perSecond), unit: 'answers/s' },
      ...peers.map(({ name, samples: others }) => ({
        value: median(samples.map((sample, round) => sample.cpuMs / (others[round]?.cpuMs ?? Number.NaN))),
        unit: `x the processor time of ${name}`,
      })),
    ],
  };
}

/**
 * A row for each layer of one answer, the largest first; `layers` has the µs that the server's main thread has spent on
 * `answers` of them. What the whole process has spent beside is that of its other threads.
 */
export function layerRows(
  workload: string,
  layers: Readonly<Record<string, number>>,
  { answers, cpuMs }: { answers: number; cpuMs: number },
): Row[] {
  const perAnswer = Object.entries(layers).map(([name, us]) => ({ name, ms: us / 1000 / answers }));
  const here = perAnswer.reduce((sum, { ms }) => sum + ms, 0);
  const all = [...perAnswer, { name: 'other threads', ms: Math.max(0, cpuMs - here) }].sort((a, b) => b.ms - a.ms);
  const row = (name: string, ms: number, rates: Row['rates']): Row => {
    const times = { medianMs: ms, minMs: ms, maxMs: ms, medianCpuMs: ms, paceMs: ms };
    return { workload: name, ...times, repetitions: 1, rates };
  };
  return [
    row(workload, cpuMs, []),
    ...all.map(({ name, ms }) => row(`  ${name}`, ms, [{ value: (100 * ms) / cpuMs, unit: '%' }])),
  ];
}
