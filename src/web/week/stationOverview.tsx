import { useMemo, useState } from 'preact/hooks';
import { Field } from '../components/form.js';
import { Problem, Waiting } from '../components/problem.js';
import { ScaleLegend } from '../components/scaleLegend.js';
import { Select } from '../components/select.js';
import type { Order } from '../components/sorted.js';
import { matchedKey } from '../data/question.js';
import type { Counting } from '../data/satellites.js';
import { hasText } from '../data/stations.js';
import type { Track } from '../data/track.js';
import { useWeekScale } from '../explorer/useWeekScale.js';
import { useRows } from '../loading/useRows.js';
import { Link } from '../components/link.js';
import type { ViewState } from '../viewState.js';
import { ORDERS } from './rowOrder.js';
import { loadWeeks, type StationRow } from './stationRow.js';
import type { PointedHour } from './useHeat.js';
import type { WeekKey } from './weekColumns.js';
import { WeekTable } from './weekTable.js';

/** Message that there is nothing to list, with a link to the stations. */
export function NoStations({ what }: { what: string }) {
  return (
    <p class="empty">
      {what} <Link href="/stations">Add or activate a station</Link>.
    </p>
  );
}

interface StationOverviewProps {
  view: ViewState;
  satelliteId: number;
  counting: Counting;
  track: Track;
}

/** Number of stations from which the overview has a search. */
const MANY = 8;

/** Summary of a list of stations. */
function Told({ rows, done }: { rows: readonly StationRow[]; done: boolean }) {
  const never = rows.filter(({ passes }) => passes === 0).length;
  const clear = rows.filter(({ clearMinutes }) => clearMinutes > 0).length;
  return (
    <p class="week-told" role="status">
      <strong>
        {rows.length.toLocaleString('en')} {rows.length === 1 ? 'station' : 'stations'}
        {!done && ' so far'}
      </strong>
      : {clear === 0 ? 'none' : clear.toLocaleString('en')} with clear minutes
      {never > 0 && `, ${never.toLocaleString('en')} never in view`}
    </p>
  );
}

/** All active stations over the week of one satellite, hour by hour. */
export function StationOverview({ view, satelliteId, counting, track }: StationOverviewProps) {
  const { band, match } = view;
  const { isKnown } = counting;
  const satellite = { satelliteId, band, match, window: track.window };
  const load = (onRow: (row: StationRow) => void, signal: AbortSignal) => loadWeeks(satellite, track, onRow, signal);
  const key = isKnown ? `weeks ${matchedKey(satellite)}` : undefined;
  const { rows, done, error, reload } = useRows(key, load);
  const [order, setOrder] = useState<Order<WeekKey>>({ key: 'worst', descending: true });
  const [text, setText] = useState('');
  const [pointed, setPointed] = useState<PointedHour>();
  const listed = useMemo(() => rows.filter(({ station }) => hasText(station, text)), [rows, text]);
  const highest = useMemo(() => Math.max(0, ...rows.map(({ worst }) => worst?.intensity.peak ?? 0)), [rows]);
  const { scale, magnitudes } = useWeekScale(satellite, rows.length > 0 ? highest : undefined);
  if (!isKnown) {
    return (
      <p class="note">No downlink of this satellite is known in the band, so nothing is counted over a station.</p>
    );
  }
  const isMany = rows.length >= MANY || text !== '';
  const isEmpty = done && !error && rows.length === 0;
  return (
    <>
      {error && <Problem error={error} retry={reload} />}
      {rows.length > 0 && (
        <div class="row week-tools">
          <Told rows={rows} done={done} />
          {isMany && <Field label="Find a station" type="search" autocomplete="off" value={text} onValue={setText} />}
          {/* Narrow screens show no table heads to sort by. */}
          <Select
            label="Sort by"
            class="inline narrow-only"
            options={ORDERS}
            value={ORDERS.find(([one]) => one.key === order.key && one.descending === order.descending)?.[0]}
            onChoose={(chosen) => chosen && setOrder(chosen)}
          />
        </div>
      )}
      {rows.length > 0 && (
        <div class="week-legend">
          <div>
            <p class="heat-told" aria-live="polite">
              {pointed?.text ?? (
                <span class="hint">
                  Each hour has the colour of its highest count. Point at one to read it, click to open it.
                </span>
              )}
            </p>
          </div>
          <ScaleLegend scale={scale} match={match} magnitudes={magnitudes} value={pointed?.count} />
        </div>
      )}
      {listed.length > 0 && (
        <WeekTable
          rows={listed}
          window={track}
          scale={scale}
          view={view}
          order={order}
          onOrder={setOrder}
          onPointed={setPointed}
        />
      )}
      {rows.length > 0 && listed.length === 0 && <p class="empty">No station matches.</p>}
      {!done && <Waiting for="the stations' weeks" />}
      {isEmpty && <NoStations what="No active station." />}
    </>
  );
}
