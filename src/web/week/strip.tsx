import { LEVEL_MARKS } from '../place/chartColours.js';
import { STRIP_PARTS, stripRuns, type StripRun } from './stationRow.js';

const HEIGHT = 16;
const DAYS = 7;

/** One path for all runs of a level: a row has five elements, however many passes. */
function pathOf(runs: readonly StripRun[], level: number): string {
  return runs
    .filter((run) => run.level === level)
    .map(({ from, to }) => `M${from} 0H${to}V${HEIGHT}H${from}Z`)
    .join('');
}

/** Week of a station in colours; the row says it in words too. */
export function Strip({ strip }: { strip: Int16Array }) {
  const { clear, levels } = LEVEL_MARKS;
  const runs = stripRuns(strip);
  return (
    <svg class="strip" viewBox={`0 0 ${STRIP_PARTS} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {Array.from({ length: DAYS - 1 }, (_none, day) => (
        <rect class="day" x={((day + 1) * STRIP_PARTS) / DAYS} y={0} width={1} height={HEIGHT} />
      ))}
      <path d={pathOf(runs, -1)} fill={clear} />
      {levels.map((colour, level) => (
        <path d={pathOf(runs, level)} fill={colour} />
      ))}
    </svg>
  );
}
