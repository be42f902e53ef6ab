import { DAY_MS } from '../../spec.js';
import { Time } from '../components/time.js';
import { durationText } from '../time.js';
import { clearSeconds, type EncounteredPass } from './encounters.js';

interface EncounterTableProps {
  pass: EncounteredPass;
  beamDeg: number;
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

/** Encounters of one pass, by time. */
export function EncounterTable({ pass, beamDeg, onEncounter }: EncounterTableProps) {
  const { encounters, encounterCount } = pass;
  // Within a day the date is said above.
  const precision = pass.losMs - pass.aosMs > DAY_MS ? 'second' : 'clock';
  return (
    <>
      <PassSummary pass={pass} beamDeg={beamDeg} />
      {encounters.length > 0 && (
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
            {encounters.map((one) => (
              <tr key={`${one.noradNumber} ${one.entersMs}`}>
                <th scope="row">
                  <button type="button" class="link" onClick={() => onEncounter(one.noradNumber, one.closestMs)}>
                    <Time ms={one.closestMs} precision={precision} />
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
      {encounters.length < encounterCount && (
        <p class="hint">{encounterCount - encounters.length} more, which the answer leaves out</p>
      )}
    </>
  );
}
