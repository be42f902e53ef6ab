import type { Row } from './measure.js';

/** What one run measured, and on what. */
export interface Results {
  /** Day of the run. */
  date: string;
  catalogue: string;
  satellites: number;
  emitterGroups: number;
  node: string;
  processor: string;
  threads: number;
  /** See `referenceRate`. */
  referencePositionsPerSecond: number;
  rows: Row[];
}

/** How a row compares with the saved one of its name, on machines taken to be equally fast. */
export interface Change {
  /** How many times as long it takes. */
  factor: number;
  /** Whether that is more than its repetitions differ by. */
  isClear: boolean;
}

/** Row by row; undefined where nothing of the name was saved. A run over another catalogue compares with nothing. */
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

/** An indented row belongs to the last one that is not. */
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
