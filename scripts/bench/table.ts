import type { Change } from './compare.js';
import type { Row } from './measure.js';

/** The rows as lines of text, below a head; `changes` are those of the rows since a saved run. */
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

/** Three of them. */
function digits(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
}
