import { EPOCH_MS } from '../../spec.js';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { SortHeader } from '../components/sortHeader.js';
import { useFirst } from '../components/useFirst.js';
import { colourOf, type Scale } from '../map/scale.js';
import { followInPage } from '../route.js';
import { minutesText } from '../time.js';
import { clockText, midnights, UTC } from '../timeBar/zone.js';
import { writeView, type ViewState } from '../viewState.js';
import { HourAxis } from './hourAxis.js';
import { HourStrip } from './hourStrip.js';
import type { RowOrder } from './rowOrder.js';
import type { CountedPass, StationRow } from './stationRow.js';
import { type HeatWindow, type PointedHour, useHeat } from './useHeat.js';

interface WeekTableProps {
  /** In their order. */
  rows: readonly StationRow[];
  window: HeatWindow;
  scale: Scale;
  view: ViewState;
  order: RowOrder;
  onOrder: (order: RowOrder) => void;
  /** Called with the hour that is pointed at. */
  onPointed: (pointed: PointedHour | undefined) => void;
}

/** Most stations whose rows are made high: the hours of few are read better so. */
const FEW = 12;

/** Address of the map with a station, at an instant. */
export function stationHref(view: ViewState, stationId: number, timeMs: number | undefined): string {
  return `/map${writeView({ ...view, stationId, place: undefined, centre: undefined, timeMs })}`;
}

/** Count with its colour. */
function Count({ value, scale, digits = 0 }: { value: number; scale: Scale; digits?: number }) {
  return (
    <span class="count">
      <span class="swatch" style={{ backgroundColor: colourOf(scale, value) }} aria-hidden="true" />
      <strong>{value === 0 ? 'clear' : value.toFixed(digits)}</strong>
    </span>
  );
}

/** Time in a week as `Tue 24 08:05`: its month goes without saying. */
function shortText(ms: number): string {
  return clockText(UTC, ms).replace(/ [A-Z][a-z]+(?= \d\d:)/, '');
}

/** Pass that stands for a station, with the way to it. */
function PassCell(props: {
  label: string;
  pass: CountedPass | undefined;
  href: (timeMs: number) => string;
  children: ComponentChildren;
}) {
  const { label, pass, href, children } = props;
  if (!pass) return <td data-label={label} class="pass-cell" />;
  return (
    <td data-label={label} class="pass-cell">
      {children}{' '}
      <a
        href={href(pass.maxElevationMs)}
        onClick={followInPage}
        title={`Highest at ${pass.maxElevationDeg.toFixed(0)}°`}
      >
        <time dateTime={new Date(pass.aosMs).toISOString()}>{shortText(pass.aosMs)}</time>
      </a>
    </td>
  );
}

interface RowProps {
  row: StationRow;
  scale: Scale;
  view: ViewState;
  hasUncounted: boolean;
}

function Row({ row, scale, view, hasUncounted }: RowProps) {
  const { station, best, worst, median, passes, clearMinutes, countedMinutes, uncountedMinutes, hours } = row;
  const href = (timeMs: number | undefined) => stationHref(view, station.id, timeMs);
  return (
    <tr data-station={station.id}>
      <th scope="row">
        <a class="cut" title={station.name} href={href(best?.maxElevationMs)} onClick={followInPage}>
          {station.name}
        </a>
      </th>
      <td class="heat">
        <HourStrip hours={hours.highest} scale={scale} />
        {passes === 0 && <span class="over-heat hint">never in view</span>}
        {passes > 0 && countedMinutes === 0 && <span class="over-heat hint">not counted</span>}
      </td>
      <PassCell label="Best pass" pass={best} href={href}>
        {best && <Count value={best.intensity.mean} scale={scale} digits={1} />}
      </PassCell>
      <td class="number" data-label="Clear">
        {clearMinutes > 0 ? minutesText(clearMinutes) : <span class="hint">–</span>}
      </td>
      {hasUncounted && (
        <td class="number hint" data-label="Not counted">
          {uncountedMinutes > 0 && minutesText(uncountedMinutes)}
        </td>
      )}
      <td class="number" data-label="Median">
        {median === undefined ? <span class="hint">–</span> : <Count value={median} scale={scale} />}
      </td>
      <PassCell label="Worst pass" pass={worst} href={href}>
        {worst && <Count value={worst.intensity.peak} scale={scale} />}
      </PassCell>
      <td class="number" data-label="Passes">
        {passes}
      </td>
    </tr>
  );
}

/** Stations and hours as a heat map, with what sums each station up. */
export function WeekTable({ rows, window, scale, view, order, onOrder, onPointed }: WeekTableProps) {
  const { first, more } = useFirst(rows);
  const open = (row: StationRow, timeMs: number) => stationHref(view, row.station.id, timeMs);
  const hasUncounted = rows.some(({ uncountedMinutes }) => uncountedMinutes > 0);
  const heat = useHeat({ rows: first, window, onPointed, hrefOf: open });
  const body = useMemo(
    () =>
      first.map((row) => <Row key={row.station.id} row={row} scale={scale} view={view} hasUncounted={hasUncounted} />),
    [rows, first.length, scale, view, hasUncounted],
  );
  const head = { order, onOrder };
  const [firstDay = window.startMs] = midnights(UTC, window.startMs, window.startMs + 86_400_000);
  /** Place of the lines between days, as a background's position counts: of the width that a day leaves. */
  const midnight = `${(100 * (firstDay - window.startMs)) / (EPOCH_MS * window.epochCount - 86_400_000)}%`;
  return (
    <>
      <div
        ref={heat.ref}
        class="heat-map"
        style={{ '--midnight': midnight }}
        tabIndex={0}
        role="group"
        aria-label="Stations by hours. Arrow keys go from hour to hour and from station to station, Enter opens."
        {...heat.listeners}
      >
        <table class={`stacks ${rows.length <= FEW ? 'roomy' : ''}`}>
          <caption class="hidden">Stations over the week; times in UTC; press a head to sort by it</caption>
          <thead>
            <tr>
              <SortHeader of="station" {...head}>
                Station
              </SortHeader>
              <th scope="col" class="heat-head">
                <span class="hidden">The week, hour by hour: the highest count of each</span>
                <HourAxis {...window} />
              </th>
              <SortHeader of="best" {...head} title="Pass with the fewest others on average, and how many that are">
                Best pass, on average
              </SortHeader>
              <SortHeader
                of="clear"
                {...head}
                mostFirst
                class="number"
                title="Minutes in view in which nobody else is in view on these frequencies"
              >
                Clear
              </SortHeader>
              {hasUncounted && (
                <th
                  scope="col"
                  class="number"
                  title="Minutes in view of the station, but not of the centre of its cell, where others are counted"
                >
                  Not counted
                </th>
              )}
              <SortHeader
                of="median"
                {...head}
                class="number"
                title="Half of the minutes in view have as many, or fewer"
              >
                Median
              </SortHeader>
              <SortHeader of="worst" {...head} mostFirst title="Pass with the most others in a minute, and how many">
                Worst pass, at most
              </SortHeader>
              <SortHeader of="passes" {...head} mostFirst class="number">
                Passes
              </SortHeader>
            </tr>
          </thead>
          <tbody>{body}</tbody>
        </table>
        {heat.box && <div class="heat-box" style={heat.box} />}
      </div>
      {more}
    </>
  );
}
