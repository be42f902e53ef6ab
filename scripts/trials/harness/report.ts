/** Table of measurements: each has a bound, and says whether the measured value keeps to it. */
export interface Report {
  /** Adds a measurement: its name, its value, its bound, and whether the value keeps to the bound. */
  line(what: string, measured: string, must: string, isRight: boolean): void;
  /** Adds a part of the trial that was skipped, as this machine has no means for it. */
  skipped(what: string, why: string): void;
}

/** One part of a trial: breaks something, and reports the effects on clients. */
export type Part = (given: { report: Report; rounds: number; random: () => number }) => Promise<void>;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs parts of a trial one after the other and prints the table; returns whether all measurements kept to their
 * bounds.
 */
export async function runParts(
  parts: Readonly<Record<string, Part>>,
  { rounds, only, random }: { rounds: number; only: string; random: () => number },
): Promise<boolean> {
  const names = only === '' ? Object.keys(parts) : only.split(',');
  const unknown = names.find((name) => parts[name] === undefined);
  if (unknown !== undefined) throw new Error(`no part ${unknown}: there are ${Object.keys(parts).join(', ')}`);
  const lines: string[] = [];
  const count = { passed: 0, failed: 0 };
  const add = (cells: string[], isRight?: boolean): void => {
    const line = `| ${cells.map((cell) => cell.split('\n', 1)[0]).join(' | ')} |`;
    lines.push(line);
    print(line);
    if (isRight !== undefined) count[isRight ? 'passed' : 'failed'] += 1;
  };
  const report: Report = {
    line: (what, measured, must, isRight) => add([what, measured, must, isRight ? 'yes' : 'NO'], isRight),
    skipped: (what, why) => add([what, `skipped: ${why}`, '', '–']),
  };
  const fromMs = performance.now();
  for (const name of names) {
    print(`\n${name}`);
    await parts[name]?.({ report, rounds, random }).catch((error: unknown) => {
      print(error instanceof Error ? (error.stack ?? error.message) : String(error));
      add([name, String(error), '', 'NO'], false);
    });
  }
  print(`\n| what | measured | must be | holds |\n| --- | --- | --- | --- |\n${lines.join('\n')}`);
  print(
    `\nin ${((performance.now() - fromMs) / 60_000).toFixed(1)} minutes\n${count.passed} passed, ${count.failed} failed`,
  );
  return count.failed === 0;
}

/** Quantile of values: the smallest that at least the share `part` (0 to 1) of them does not exceed; NaN of none. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
}

/** Text with the median and the maximum of some times in milliseconds. */
export function spread(times: readonly number[]): string {
  return `${quantile(times, 0.5).toFixed(0)} ms, at most ${quantile(times, 1).toFixed(0)} ms`;
}
