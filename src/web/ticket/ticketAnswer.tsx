import type { SuspectsJson } from '../../http/schemas/suspects.js';
import { likelyText, percentText, rangeText } from '../data/likely.js';
import { secondsText } from '../pass/passWords.js';
import { degText, dockedText, hertzText, operatorOf, sourceText } from '../data/interferer.js';
import { encounterOf, NO_DOWNLINK } from '../data/loadSky.js';
import { minuteOfDay, timeText } from '../time.js';

const clock = (ms: number): string => timeText(ms, 'clock');
const range = (from: string, to: string, text = clock): string =>
  `${text(Date.parse(from))} to ${text(Date.parse(to))}`;
/** Times of a stretch; one that the time looked at cuts lasts longer. */
const stretch = (from: string, to: string, complete: boolean): string =>
  `${range(from, to)}${complete ? '' : ' and beyond'}`;

const SOURCES: Record<string, string> = { dish: ' by the dish', default: ', which is assumed' };

/** Time, beam and measurements on which an answer rests. */
function basisOf({ elements, frequencies_as_of: known, max_separation_deg: beamDeg, ...answer }: SuspectsJson): string {
  const beam = `${degText(beamDeg)}${SOURCES[answer.max_separation_source] ?? ''}`;
  const orbits = elements === undefined ? 'those of the current week' : 'the ones measured nearest to that day';
  const carriers = known === undefined ? '' : ` Frequencies are as known on ${timeText(Date.parse(known), 'day')}.`;
  const looked = range(answer.start_time, answer.end_time, minuteOfDay);
  return `Looked at ${looked}, in a beam of ${beam}. Orbits are ${orbits}.${carriers}`;
}

function Suspect({ suspect, timeMs }: { suspect: SuspectsJson['suspects'][number]; timeMs: number }) {
  const { stretches, elset_age_hours: hours, enters, leaves, complete } = suspect;
  const { overlap, probability, entersMs, leavesMs, ...one } = encounterOf(suspect);
  const parts = [
    `in the beam ${stretch(enters, leaves, complete)}, ${secondsText((leavesMs - entersMs) / 1000)}`,
    entersMs <= timeMs && timeMs <= leavesMs && 'also at the time that you gave',
    stretches > 1 && `${stretches} times in all`,
    overlap ? `shares ${hertzText(overlap.hz)}, ${sourceText(overlap)}` : 'shares the band, but no known frequency',
    `orbit measured ${Math.round(Math.abs(hours))} h ${hours < 0 ? 'later' : 'before'}`,
  ];
  return (
    <li>
      <strong>{one.name}</strong> <span class="hint">{operatorOf(one)}</span>
      <p class={probability < 0.5 ? undefined : 'likely'} title={percentText(probability)}>
        {rangeText(one.closestDeg, one.sigmaDeg)}, {likelyText(probability)}
      </p>
      <p class="hint">{parts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}

/** Reason why nobody is found; undefined where somebody is. */
function noneText({ passes, downlink, count, minimum_elevation_deg: leastDeg }: SuspectsJson): string | undefined {
  if (passes.length === 0) {
    return `The satellite is below ${leastDeg}° all that time, so nobody can be in your beam. Are place, time and time zone right?`;
  }
  if (downlink === NO_DOWNLINK) return 'No downlink of this satellite is known, so nobody is found. Enter the carrier.';
  if (count > 0) return undefined;
  return 'Nobody with a known downlink there is in your beam in that time. Try more minutes, a wider beam, or no carrier. Senders on the ground, and satellites whose downlinks nobody knows, are not found here.';
}

/** Answer to a ticket: when the satellite was up, and who was in the beam, the likeliest first. */
export function TicketAnswer({ answer, timeMs }: { answer: SuspectsJson; timeMs: number }) {
  const { passes, suspects, count, colocated: docked } = answer;
  const none = noneText(answer);
  const up = passes.map(
    (one) => `${stretch(one.aos, one.los, one.complete)}, up to ${one.max_elevation_deg.toFixed(0)}°`,
  );
  const least = `${answer.minimum_elevation_deg}°${answer.ground_station?.horizon_mask ? ' and its horizon mask' : ''}`;
  return (
    <>
      {up.length > 0 && <p>{`The satellite is above ${least} from ${up.join('; ')}.`}</p>}
      {none !== undefined && <p class="note">{none}</p>}
      <ol class="suspects">
        {suspects.map((suspect) => (
          <Suspect key={suspect.norad_number} suspect={suspect} timeMs={timeMs} />
        ))}
      </ol>
      <p class="hint">
        {count > suspects.length && `These are the likeliest ${suspects.length} of ${count}. `}
        {docked.length > 0 && `${dockedText(docked)}. `}
        {basisOf(answer)}
      </p>
    </>
  );
}
