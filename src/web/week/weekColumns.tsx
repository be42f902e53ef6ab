import type { ComponentChildren } from 'preact';
import { EPOCH_MS } from '../../spec.js';
import type { Scale } from '../colours/scale.js';
import { CountTag } from '../components/countTag.js';
import type { Column } from '../components/sortTable.js';
import { useCanvas } from '../components/useCanvas.js';
import type { WindowSpan } from '../data/track.js';
import { cellColours, paintRow } from '../paint/paintRow.js';
import type { Counts } from '../place/week.js';
import { Link } from '../components/link.js';
import { clockText, dayText, midnights, minutesText } from '../time.js';
import { type RowKey, VALUES } from './rowOrder.js';
import type { CountedPass, StationRow } from './stationRow.js';

/** Days of the heat map, above their hours. */
function HourAxis({ startMs, epochCount }: WindowSpan) {
  const lengthMs = epochCount * EPOCH_MS;
  return (
    <span class="hour-axis" aria-hidden="true">
      {midnights(startMs, startMs + lengthMs - 1).map((day) => (
        <span key={day} style={{ left: `${(100 * (day - startMs)) / lengthMs}%` }}>
          {dayText(day).slice(0, 3)}
          <span class="spare">{dayText(day).slice(3, 6)}</span>
        </span>
      ))}
    </span>
  );
}

/** Hours of a station as cells in the colours of the scale; hours out of view stay empty. */
function HourStrip({ hours, scale }: { hours: Counts; scale: Scale }) {
  const { canvas } = useCanvas(
    ({ context, width, height, density }) =>
      paintRow(context, hours, cellColours(scale), { x: 0, y: 0, width, height, density }),
    [hours, scale],
  );
  return <canvas ref={canvas} class="hours" aria-hidden="true" />;
}

export type WeekKey = RowKey | 'hours' | 'uncounted';
type WeekColumn = Column<StationRow, WeekKey>;

interface Told {
  window: WindowSpan;
  scale: Scale;
  /** Address to which an instant at a station leads. */
  hrefOf: (row: StationRow, timeMs: number | undefined) => string;
}

const NOTHING = <span class="hint">–</span>;

/** Time within the week as `Tue 24 08:05`, without the month. */
function shortText(ms: number): string {
  return clockText(ms).replace(/ [A-Z][a-z]+(?= \d\d:)/, '');
}

/** Best or worst pass of a station, with a link to it. */
function PassOf({ pass, href, children }: { pass: CountedPass; href: string; children: ComponentChildren }) {
  return (
    <>
      {children}{' '}
      <Link href={href} title={`Highest at ${pass.maxElevationDeg.toFixed(0)}°`}>
        <time dateTime={new Date(pass.aosMs).toISOString()}>{shortText(pass.aosMs)}</time>
      </Link>
    </>
  );
}

const UNCOUNTED: WeekColumn = {
  key: 'uncounted',
  head: 'Not counted',
  title: 'Minutes in view of the station, but not of the centre of its cell, where others are counted',
  class: 'number hint',
  label: 'Not counted',
  cell: ({ uncountedMinutes }) => uncountedMinutes > 0 && minutesText(uncountedMinutes),
};

/**
 * Columns of the stations' weeks.
 *
 * @param hasUncounted whether a column shows the minutes that are not counted
 */
export function weekColumns({ window, scale, hrefOf }: Told, hasUncounted: boolean): WeekColumn[] {
  return [
    {
      key: 'station',
      head: 'Station',
      isHead: true,
      by: VALUES.station,
      cell: (row) => (
        <Link class="cut" title={row.station.name} href={hrefOf(row, row.best?.maxElevationMs)}>
          {row.station.name}
        </Link>
      ),
    },
    {
      key: 'hours',
      head: (
        <>
          <span class="hidden">The week, hour by hour</span>
          <HourAxis {...window} />
        </>
      ),
      class: 'heat',
      cell: ({ hours, passes, countedMinutes }) => (
        <>
          <HourStrip hours={hours.highest} scale={scale} />
          {passes === 0 && <span class="over-heat hint">never in view</span>}
          {passes > 0 && countedMinutes === 0 && <span class="over-heat hint">not counted</span>}
        </>
      ),
    },
    {
      key: 'best',
      head: 'Best pass, on average',
      title: 'Pass with the fewest others on average, and how many that are',
      class: 'pass-cell',
      label: 'Best pass',
      by: VALUES.best,
      cell: (row) =>
        row.best && (
          <PassOf pass={row.best} href={hrefOf(row, row.best.maxElevationMs)}>
            <CountTag intensity={row.best.intensity.mean} scale={scale} digits={1} />
          </PassOf>
        ),
    },
    {
      key: 'clear',
      head: 'Clear',
      title: 'Minutes in view in which others are counted, and there is none',
      class: 'number',
      label: 'Clear',
      mostFirst: true,
      by: VALUES.clear,
      cell: ({ clearMinutes }) => (clearMinutes > 0 ? minutesText(clearMinutes) : NOTHING),
    },
    ...(hasUncounted ? [UNCOUNTED] : []),
    {
      key: 'median',
      head: 'Median',
      title: 'Half of the counted minutes have as many others, or fewer',
      class: 'number',
      label: 'Median',
      by: VALUES.median,
      cell: ({ median }) => (median === undefined ? NOTHING : <CountTag intensity={median} scale={scale} />),
    },
    {
      key: 'worst',
      head: 'Worst pass, at most',
      title: 'Pass with the most others in a minute, and how many that are',
      class: 'pass-cell',
      label: 'Worst pass',
      mostFirst: true,
      by: VALUES.worst,
      cell: (row) =>
        row.worst && (
          <PassOf pass={row.worst} href={hrefOf(row, row.worst.maxElevationMs)}>
            <CountTag intensity={row.worst.intensity.peak} scale={scale} />
          </PassOf>
        ),
    },
    {
      key: 'passes',
      head: 'Passes',
      class: 'number spare',
      label: 'Passes',
      mostFirst: true,
      by: VALUES.passes,
      cell: ({ passes }) => passes,
    },
  ];
}
