import type { Row } from './measure.js';

/** The rows as lines of text, below a head. */
export function tableOf(rows: readonly Row[]): string[] {
  const cells = [
    ['workload', 'median', 'min .. max', 'processor', 'ratio', 'rate'],
    ...rows.map(({ workload, medianMs, minMs, maxMs, medianCpuMs, rates, ratio }) => [
      workload,
      duration(medianMs),
      `${duration(minMs)} .. ${duration(maxMs)}`,
      duration(medianCpuMs),
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

function duration(ms: number): string {
  if (ms < 1e-3) return `${digits(ms * 1e6)} ns`;
  if (ms < 1) return `${digits(ms * 1e3)} µs`;
  return ms < 1000 ? `${digits(ms)} ms` : `${digits(ms / 1000)} s`;
}

/** Three of them. */
function digits(value: number): string {
  return value >= 1000 ? Math.round(value).toLocaleString('en') : Number(value.toPrecision(3)).toString();
}
