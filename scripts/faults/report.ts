/** What was measured, and whether it is as it should be. */
export interface Report {
  /** Adds a line of the table: what was measured, its value, what it must be, and whether it is. */
  line(what: string, measured: string, must: string, isRight: boolean): void;
  /** Adds a part that could not be measured, as something went wrong. */
  failed(what: string, why: string): void;
  /** Adds a part that this machine has no means for. */
  skipped(what: string, why: string): void;
  failures(): number;
  print(minutes: number): void;
}

/** One part of the suite: breaks something, and reports what was noticed. */
export type Part = (given: { report: Report; rounds: number; random: () => number }) => Promise<void>;

export const print = (line: string): void => void process.stdout.write(`${line}\n`);

export function createReport(): Report {
  const lines: string[][] = [];
  const count = { passed: 0, failed: 0 };
  const add = (cells: string[], isRight: boolean | undefined): void => {
    lines.push(cells);
    print(`  ${cells.join(' | ')}`);
    if (isRight !== undefined) count[isRight ? 'passed' : 'failed'] += 1;
  };
  return {
    line: (what, measured, must, isRight) => add([what, measured, must, isRight ? 'yes' : 'NO'], isRight),
    failed: (what, why) => add([what, why, '', 'NO'], false),
    skipped: (what, why) => add([what, `skipped: ${why}`, '', '–'], undefined),
    failures: () => count.failed,
    print(minutes) {
      print('\n| what | measured | must be | holds |\n| --- | --- | --- | --- |');
      for (const cells of lines) print(`| ${cells.map((cell) => cell.split('\n', 1)[0]).join(' | ')} |`);
      print(`\nin ${minutes.toFixed(1)} minutes`);
      print(`${count.passed} passed, ${count.failed} failed`);
    },
  };
}

/** Median and greatest of some times, in ms. */
export function spread(times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (part: number): string => (sorted[Math.floor(part * (sorted.length - 1))] ?? NaN).toFixed(0);
  return `${at(0.5)} ms, at most ${at(1)} ms`;
}
