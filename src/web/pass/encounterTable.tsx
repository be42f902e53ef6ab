import { DAY_MS } from '../../spec.js';
import { type Column, SortTable } from '../components/sortTable.js';
import { Time } from '../components/time.js';
import { durationText, zoneName } from '../time.js';
import { percentText } from './percent.js';
import { clearSeconds, type Encounter, type EncounteredPass, type Encounters } from './encounters.js';

interface EncounterTableProps {
  pass: EncounteredPass;
  beamDeg: number;
  timeMs: number;
  onEncounter: (noradNumber: number, ms: number) => void;
}

/** Summary of a pass for somebody who books it: its longest clear stretch, and how long others are in the beam. */
function PassSummary({ pass, beamDeg }: { pass: EncounteredPass; beamDeg: number }) {
  const { clear, inBeamSeconds, encounterCount, colocated } = pass;
  const others = encounterCount === 1 ? 'encounter' : 'encounters';
  return (
    <p class="pass-summary">
      {clear ? (
        <>
          Clear for <strong>{durationText(clearSeconds(pass))}</strong> from{' '}
          <Time ms={clear.startMs} precision="second" /> {zoneName()}, {percentText(clear.probability)} likely
        </>
      ) : (
        'Never clear'
      )}
      {encounterCount > 0 &&
        `; ${encounterCount} ${others} within ${Number(beamDeg.toFixed(2))}°, ${durationText(inBeamSeconds)} in the beam`}
      .{colocated.length > 0 && ` Goes with ${colocated.join(', ')}, not counted.`}
    </p>
  );
}

/** Encounters of one pass, by time; of a pass longer than a day, only those that are not over at the shown instant. */
export function EncounterTable({ pass, beamDeg, timeMs, onEncounter }: EncounterTableProps) {
  const { encounters, encounterCount } = pass;
  const isLong = pass.losMs - pass.aosMs > DAY_MS;
  const coming = isLong ? encounters.filter(({ leavesMs }) => leavesMs > timeMs) : encounters;
  const columns: Column<Encounter, string>[] = [
    {
      key: 'closest',
      head: `Closest (${zoneName()})`,
      isHead: true,
      // The title above gives the date, which is enough for a pass within a day.
      cell: ({ noradNumber, closestMs }) => (
        <button type="button" class="link" onClick={() => onEncounter(noradNumber, closestMs)}>
          <Time ms={closestMs} precision={isLong ? 'second' : 'clock'} />
        </button>
      ),
    },
    { key: 'name', head: 'Satellite', cell: ({ name }) => name },
    {
      key: 'separation',
      head: 'Separation',
      title: 'Separation, and how far it is off at most in 68 of 100 cases, by the age of both element sets',
      class: 'number',
      cell: ({ closestDeg, sigmaDeg }) => (
        <>
          {closestDeg.toFixed(2)}° <span class="hint">± {sigmaDeg.toFixed(2)}</span>
        </>
      ),
    },
    {
      key: 'likely',
      head: 'Likely',
      title: 'How likely it is in the beam at all',
      class: 'number',
      cell: ({ probability }) => percentText(probability),
    },
    {
      key: 'lasts',
      head: 'In the beam',
      class: 'number',
      cell: ({ entersMs, leavesMs }) => durationText((leavesMs - entersMs) / 1000),
    },
  ];
  return (
    <>
      <PassSummary pass={pass} beamDeg={beamDeg} />
      {coming.length < encounters.length && <p class="hint">From the shown minute on:</p>}
      {coming.length > 0 && (
        <SortTable
          class="dense"
          caption="Encounters of this pass"
          columns={columns}
          rows={coming}
          keyOf={({ noradNumber, entersMs }) => `${noradNumber} ${entersMs}`}
        />
      )}
      {encounters.length < encounterCount && (
        <p class="hint">{encounterCount - encounters.length} more, which the answer leaves out</p>
      )}
    </>
  );
}

const SOURCES: Record<string, string> = { dish: ' by the dish', request: '', default: ', as no dish is known' };

/** Legend of the marks of encounters under the days of a week, with their number. */
export function EncountersTold({ encounters: { passes, beamDeg, beamSource } }: { encounters: Encounters }) {
  const isWhole = passes.every(({ encounters, encounterCount }) => encounters.length === encounterCount);
  const count = passes.reduce((sum, { encounterCount }) => sum + encounterCount, 0);
  const seconds = passes.reduce((sum, { inBeamSeconds }) => sum + inBeamSeconds, 0);
  return (
    <p class="strip-legend hint small">
      Under each day: <span class="swatch met" aria-hidden="true" /> {count.toLocaleString('en')}{' '}
      {count === 1 ? 'encounter' : 'encounters'} within {Number(beamDeg.toFixed(2))}°{SOURCES[beamSource]},{' '}
      {durationText(seconds)} in the beam · <span class="swatch free" aria-hidden="true" /> longest clear stretch of
      each pass{!isWhole && ' · not all are marked: there are more than one answer tells'}
    </p>
  );
}
