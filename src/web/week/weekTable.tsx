import { RISK_LEVELS } from '../../spec.js';
import { LevelTag } from '../components/levelTag.js';
import { Time } from '../components/time.js';
import { useFirst } from '../components/useFirst.js';
import { followInPage } from '../route.js';
import { durationText } from '../time.js';
import { writeView, type ViewState } from '../viewState.js';
import type { StationRow } from './stationRow.js';
import { Strip } from './strip.js';

function Minutes({ minutes }: { minutes: number }) {
  return minutes === 0 ? <span class="hint">–</span> : <>{durationText(60 * minutes).replace(' 00 s', '')}</>;
}

function Row({ row, view }: { row: StationRow; view: ViewState }) {
  const { station, worst, passes, levelMinutes, clearMinutes, uncountedMinutes, strip } = row;
  const hrefAt = (timeMs: number | undefined) =>
    `/map${writeView({ ...view, stationId: station.id, place: undefined, centre: undefined, timeMs })}`;
  return (
    <tr>
      <th scope="row">
        <a href={hrefAt(worst?.maxElevationMs)} onClick={followInPage}>
          {station.name}
        </a>
      </th>
      <td data-label="Worst pass">
        {worst ? (
          <>
            <strong>{worst.intensity.peak}</strong> <LevelTag intensity={worst.intensity.peak} />{' '}
            <Time ms={worst.aosMs} />
          </>
        ) : (
          <span class="hint">{passes === 0 ? 'never in view' : 'not counted'}</span>
        )}
      </td>
      <td class="number" data-label="Passes">
        {passes}
      </td>
      <td class="number" data-label="Clear">
        <Minutes minutes={clearMinutes} />
        {uncountedMinutes > 0 && (
          <div class="hint small" title="Others are counted where the satellite is in view from the centre of the cell">
            <Minutes minutes={uncountedMinutes} /> not counted
          </div>
        )}
      </td>
      {RISK_LEVELS.map(({ name }, level) => (
        <td class="number level" data-label={name}>
          <Minutes minutes={levelMinutes[level] ?? 0} />
        </td>
      ))}
      <td class="strip-cell">
        <Strip strip={strip} />
      </td>
    </tr>
  );
}

export function WeekTable({ rows, view }: { rows: readonly StationRow[]; view: ViewState }) {
  const { first, more } = useFirst(rows);
  return (
    <div class="scroll">
      <table class="stacks week-table">
        <caption class="hidden">Stations over the week, worst passes first; times in UTC</caption>
        <thead>
          <tr>
            <th scope="col">Station</th>
            <th scope="col">Worst pass, rises (UTC)</th>
            <th scope="col" class="number">
              Passes
            </th>
            <th scope="col" class="number">
              Clear
            </th>
            {RISK_LEVELS.map(({ name }) => (
              <th scope="col" class="number level">
                {name}
              </th>
            ))}
            <th scope="col">The week</th>
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <Row key={row.station.id} row={row} view={view} />
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}
