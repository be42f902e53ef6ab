import { Time } from '../components/time.js';
import { useFirst } from '../components/useFirst.js';
import { followInPage } from '../route.js';
import { durationText } from '../time.js';
import { type ViewState, writeView } from '../viewState.js';
import type { ClearRow, RankedRow } from './clearRow.js';

/** Bar of a pass, and where in it nobody else is in the beam. */
function PassBar({ row, longestMs }: { row: ClearRow; longestMs: number }) {
  const { aosMs, losMs, clearStartMs, clearEndMs } = row;
  const part = (ms: number) => (100 * ms) / longestMs;
  return (
    <svg class="pass-bar" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="whole" x={0} y={4} width={part(losMs - aosMs)} height={2} />
      <rect class="clear" x={part(clearStartMs - aosMs)} y={0} width={part(clearEndMs - clearStartMs)} height={10} />
    </svg>
  );
}

interface RowProps {
  row: RankedRow;
  longestMs: number;
  view: ViewState;
}

function Row({ row, longestMs, view }: RowProps) {
  const { rank, stationId, stationName, aosMs, losMs, maxElevationMs, maxElevationDeg, encounterCount } = row;
  const href = `/map${writeView({ ...view, list: 'stations', stationId, place: undefined, centre: undefined, timeMs: maxElevationMs, shows: 'sky' })}`;
  return (
    <tr>
      <td class="number spare">{rank}</td>
      <th scope="row">
        <a href={href} onClick={followInPage}>
          {stationName}
        </a>
      </th>
      <td data-label="Rises (UTC)">
        <Time ms={aosMs} precision="second" />
      </td>
      <td class="number" data-label="Clear for">
        <strong>{durationText((row.clearEndMs - row.clearStartMs) / 1000)}</strong>
      </td>
      <td class="number spare" data-label="Lasts">
        {durationText((losMs - aosMs) / 1000)}
      </td>
      <td class="number" data-label="Max el.">
        {maxElevationDeg.toFixed(0)}°
      </td>
      <td class="number" data-label="Encounters">
        {encounterCount === 0 ? <span class="hint">none</span> : encounterCount}
      </td>
      <td class="strip-cell">
        <PassBar row={row} longestMs={longestMs} />
      </td>
    </tr>
  );
}

/** Passes with their ranks by how long nobody else is in the beam, in the order given. */
export function ClearTable({ rows, view }: { rows: readonly RankedRow[]; view: ViewState }) {
  const { first, more } = useFirst(rows);
  const longestMs = first.reduce((longest, { aosMs, losMs }) => Math.max(longest, losMs - aosMs), 1);
  return (
    <div class="scroll">
      <table class="stacks week-table ranking">
        <caption class="hidden">Passes ranked by their longest clear stretch; times in UTC</caption>
        <thead>
          <tr>
            <th scope="col" class="number spare">
              Rank
            </th>
            <th scope="col">Station</th>
            <th scope="col">Rises (UTC)</th>
            <th scope="col" class="number" title="Longest stretch with nobody else in the beam">
              Clear for
            </th>
            <th scope="col" class="number spare">
              Lasts
            </th>
            <th scope="col" class="number" title="Highest elevation">
              Max el.
            </th>
            <th scope="col" class="number" title="Others that come into the beam">
              Encounters
            </th>
            <th scope="col">The pass, and when it is clear</th>
          </tr>
        </thead>
        <tbody>
          {first.map((row) => (
            <Row key={`${row.stationId} ${row.aosMs}`} row={row} longestMs={longestMs} view={view} />
          ))}
        </tbody>
      </table>
      {more}
    </div>
  );
}
