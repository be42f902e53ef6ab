import { DAY_MS } from '../../spec.js';
import { Time } from '../components/time.js';
import { useFirst } from '../components/useFirst.js';
import { durationText } from '../time.js';
import { clearSeconds, type EncounteredPass, type Encounters } from './encounters.js';

interface EncounterTableProps {
  pass: EncounteredPass;
  beamDeg: number;
  timeMs: number;
  onEncounter: (noradNumber: number, ms: number) => void;
}

/** Summary of a pass for somebody who books it: its longest clear stretch, and its time with others in the beam. */
function PassSummary({ pass, beamDeg }: { pass: EncounteredPass; beamDeg: number }) {
  const { clear, inBeamSeconds, encounterCount, colocated } = pass;
  const others = encounterCount === 1 ? 'encounter' : 'encounters';
  return (
    <p class="pass-summary">
      {clear ? (
        <>
          Clear for <strong>{durationText(clearSeconds(pass))}</strong> from{' '}
          <Time ms={clear.startMs} precision="second" /> UTC
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

/** Encounters of one pass, by time; of one that lasts days, those from the shown instant on. */
export function EncounterTable({ pass, beamDeg, timeMs, onEncounter }: EncounterTableProps) {
  const { encounters, encounterCount } = pass;
  const isLong = pass.losMs - pass.aosMs > DAY_MS;
  const coming = isLong ? encounters.filter(({ leavesMs }) => leavesMs > timeMs) : encounters;
  const { first, more } = useFirst(coming);
  return (
    <>
      <PassSummary pass={pass} beamDeg={beamDeg} />
      {coming.length < encounters.length && <p class="hint">From the shown minute on:</p>}
      {first.length > 0 && (
        <table class="dense">
          <caption class="hidden">Encounters of this pass, times in UTC</caption>
          <thead>
            <tr>
              <th scope="col">Closest (UTC)</th>
              <th scope="col">Satellite</th>
              <th
                scope="col"
                class="number"
                title="Separation, and its standard deviation by the age of both element sets"
              >
                Separation
              </th>
              <th scope="col" class="number">
                In the beam
              </th>
            </tr>
          </thead>
          <tbody>
            {first.map((one) => (
              <tr key={`${one.noradNumber} ${one.entersMs}`}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onEncounter(one.noradNumber, one.closestMs)}>
                    {/* Within a day the date is said above. */}
                    <Time ms={one.closestMs} precision={isLong ? 'second' : 'clock'} />
                  </button>
                </th>
                <td>{one.name}</td>
                <td class="number">
                  {one.closestDeg.toFixed(2)}° <span class="hint">± {one.sigmaDeg.toFixed(2)}</span>
                </td>
                <td class="number">{durationText((one.leavesMs - one.entersMs) / 1000)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {more}
      {encounters.length < encounterCount && (
        <p class="hint">{encounterCount - encounters.length} more, which the answer leaves out</p>
      )}
    </>
  );
}

const SOURCES: Record<string, string> = { dish: ' by the dish', request: '', default: ', as no dish is known' };

/** Legend of the marks under the days of a week, with their number. */
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
