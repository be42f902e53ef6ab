import type { Row } from './measure.js';

/** Rows of one run, and the machine and catalogue that they were measured with. */
export interface Results {
  /** Day of the run. */
  date: string;
  catalogue: string;
  satellites: number;
  emitterGroups: number;
  node: string;
  processor: string;
  threads: number;
  /** Positions that satellite.js computes in a second of one thread's processor time: the machine's speed. */
  referencePositionsPerSecond: number;
  rows: Row[];
}

/** Change of a row since the saved row of the same name, scaled as if both machines were equally fast. */
export interface Change {
  /** Time of the row now, divided by the saved time. */
  factor: number;
  /** Whether the change exceeds the spread of the repetitions, and so is hardly chance. */
  isClear: boolean;
}

/**
 * Compares each row with the saved one; undefined for a row that was not saved. @throws Error for different catalogues
 */
export function compare(now: Results, saved: Results): (Change | undefined)[] {
  if (now.catalogue !== saved.catalogue || now.satellites !== saved.satellites) {
    throw new Error(
      `the saved run is over ${saved.satellites} satellites (${saved.catalogue}), this one over ${now.satellites} ` +
        `(${now.catalogue}): compare runs over the same`,
    );
  }
  const before = new Map(namesOf(saved.rows).map((name, index) => [name, saved.rows[index]]));
  const speed = now.referencePositionsPerSecond / saved.referencePositionsPerSecond;
  return namesOf(now.rows).map((name, index) => {
    const [row, old] = [now.rows[index], before.get(name)];
    if (row === undefined || old === undefined) return undefined;
    const factor = (speed * row.paceMs) / old.paceMs;
    const spread = 1 + Math.max(spreadOf(row), spreadOf(old));
    return { factor, isClear: factor > spread || factor < 1 / spread };
  });
}

/** Names of rows, unique within a run. An indented row's name begins with that of the last row that is not indented. */
function namesOf(rows: readonly Row[]): string[] {
  let head = '';
  return rows.map(({ workload }) => {
    if (!workload.startsWith(' ')) head = workload;
    return `${head} / ${workload.trim()}`;
  });
}

function spreadOf({ minMs, maxMs, medianMs }: Row): number {
  return (maxMs - minMs) / medianMs;
}

/** Formats rows as lines of a table, with a heading; `changes` has the change of each row since a saved run. */
export function tableOf(rows: readonly Row[], changes?: readonly (Change | undefined)[]): string[] {
  const cells = [
    ['workload', 'median', 'min .. max', 'processor', ...(changes ? ['since saved'] : []), 'ratio', 'rate'],
    ...rows.map(({ workload, medianMs, minMs, maxMs, medianCpuMs, rates, ratio }, index) => [
      workload,
      duration(medianMs),
      `${duration(minMs)} .. ${duration(maxMs)}`,
      duration(medianCpuMs),
      ...(changes ? [changeText(changes[index])] : []),
      ratio === undefined ? '' : `${digits(ratio.value)} ${ratio.to}`,
      rates.map(({ value, unit }) => `${digits(value)} ${unit}`).join(', '),
    ]),
  ];
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function changeText(change: Change | undefined): string {
  if (change === undefined) return 'new';
  const { factor, isClear } = change;
  return `x ${factor.toFixed(2)}${isClear ? (factor > 1 ? ' slower' : ' faster') : ''}`;
}

function duration(ms: number): string {
  if (ms < 1e-3) return `${digits(ms * 1e6)} ns`;
  if (ms < 1) return `${digits(ms * 1e3)} µs`;
  return ms < 1000 ? `${digits(ms)} ms` : `${digits(ms / 1000)} s`;
}

/** Formats a number with three digits, from 1,000 on as a whole number. */
function digits(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
}
