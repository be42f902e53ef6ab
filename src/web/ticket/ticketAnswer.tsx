import type { SuspectsJson } from '../../http/schemas/encounters.js';
import { likelyText, percentText, rangeText } from '../data/likely.js';
import { colocatedText, degText, hertzText, operatorOf, sourceText } from '../data/interferer.js';
import { encounterOf, NO_DOWNLINK } from '../data/loadSky.js';
import { minuteOfDay, secondsText, timeText } from '../time.js';

const clock = (ms: number): string => timeText(ms, 'clock');
/** Text of a stretch's times, with `or before` or `or after` if it reaches an end of the time that was looked at. */
function stretch({ start_time: start, end_time: end }: SuspectsJson, from: string, to: string): string {
  const at = (time: string, cut: string, beyond: string): string =>
    clock(Date.parse(time)) + (Date.parse(time) === Date.parse(cut) ? ` or ${beyond}` : '');
  return `${at(from, start, 'before')} to ${at(to, end, 'after')}`;
}

const SOURCES: Record<string, string> = { dish: ' by the dish', default: ', which is assumed' };

/** Basis of an answer in words: the time looked at, the beam, the orbits, and the date of known frequencies. */
function basisOf({ elements, frequencies_as_of: known, max_separation_deg: beamDeg, ...answer }: SuspectsJson): string {
  const beam = `${degText(beamDeg)}${SOURCES[answer.max_separation_source] ?? ''}`;
  const orbits = elements === undefined ? 'those of the current week' : 'the ones measured nearest to that day';
  const carriers = known === undefined ? '' : ` Frequencies are as known on ${timeText(Date.parse(known), 'day')}.`;
  const [start, end] = [answer.start_time, answer.end_time].map((time) => minuteOfDay(Date.parse(time)));
  return `Looked at ${start} to ${end}, in a beam of ${beam}. Orbits are ${orbits}.${carriers}`;
}

interface SuspectProps {
  suspect: SuspectsJson['suspects'][number];
  answer: SuspectsJson;
  timeMs: number;
}

function Suspect({ suspect, answer, timeMs }: SuspectProps) {
  const { stretches, elset_age_hours: hours, enters, leaves } = suspect;
  const { overlap, probability, entersMs, leavesMs, ...one } = encounterOf(suspect);
  const parts = [
    `in the beam ${stretch(answer, enters, leaves)}, ${secondsText((leavesMs - entersMs) / 1000)}`,
    entersMs <= timeMs && timeMs <= leavesMs && 'also at the time that you gave',
    stretches > 1 && `${stretches} times in all`,
    overlap ? `shares ${hertzText(overlap.hz)}, ${sourceText(overlap)}` : 'shares the band, but no known frequency',
    `orbit measured ${Math.round(Math.abs(hours))} h ${hours < 0 ? 'later' : 'before'}`,
  ];
  return (
    <li>
      <strong>{one.name}</strong> <span class="hint small">{operatorOf(one)}</span>
      <p class={probability < 0.5 ? undefined : 'likely'} title={percentText(probability)}>
        {rangeText(one.closestDeg, one.sigmaDeg)}, {likelyText(probability)}
      </p>
      <p class="hint small">{parts.filter(Boolean).join(' · ')}</p>
    </li>
  );
}

/** Reason why nobody is found; undefined if somebody is found. */
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
  const { passes, suspects, count, colocated } = answer;
  const none = noneText(answer);
  const up = passes.map((one) => `${stretch(answer, one.aos, one.los)}, up to ${one.max_elevation_deg.toFixed(0)}°`);
  const least = `${answer.minimum_elevation_deg}°${answer.ground_station?.horizon_mask ? ' and its horizon mask' : ''}`;
  return (
    <>
      {up.length > 0 && <p>{`The satellite is above ${least} from ${up.join('; ')}.`}</p>}
      {none !== undefined && <p class="note">{none}</p>}
      <ol class="suspects">
        {suspects.map((suspect) => (
          <Suspect key={suspect.norad_number} suspect={suspect} answer={answer} timeMs={timeMs} />
        ))}
      </ol>
      <p class="hint">
        {count > suspects.length && `These are the likeliest ${suspects.length} of ${count}. `}
        {colocated.length > 0 && `${colocatedText(colocated)}. `}
        {basisOf(answer)}
      </p>
    </>
  );
}
