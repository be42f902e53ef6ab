import { DAY_MS } from '../../spec.js';
import { Time } from '../components/time.js';
import { useFirst } from '../components/useFirst.js';
import { durationText } from '../time.js';
import { clearSeconds, type EncounteredPass } from './encounters.js';

interface EncounterTableProps {
  pass: EncounteredPass;
  beamDeg: number;
  timeMs: number;
  onEncounter: (noradNumber: number, ms: number) => void;
}

/** What a pass has for somebody who books it: its longest clear stretch, and how long there is somebody in the beam. */
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
