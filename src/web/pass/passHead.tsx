import type { ComponentChildren } from 'preact';
import { DAY_MS } from '../../spec.js';
import { Time } from '../components/time.js';
import { likelyText, percentText } from '../data/likely.js';
import { useNow } from '../loading/useNow.js';
import { type Beam, clearSecondsOf, encountersText, type ListedPass } from '../passes/listing.js';
import { colocatedText, degText, separationText } from '../data/interferer.js';
import { passBeside } from '../passes/passOrder.js';
import { dayText, durationText, passFromNow, secondsText, zoneName } from '../time.js';

/** Beam with the source of its width. */
function BeamTold({ deg, source }: Beam) {
  const width = degText(deg);
  if (source === 'default') return <span class="assumed">{width} assumed, as no dish is known</span>;
  return <>{source === 'dish' ? `${width} by the dish` : width}</>;
}

/** Sentences on who else is in the beam in a pass. */
function Met({ pass, clearProbability: likely }: Pick<PassHeadProps, 'pass' | 'clearProbability'>) {
  const { aosMs, losMs, clear, encounterCount, inBeamSeconds, nearest, beam, isDownlinkKnown, colocated } = pass;
  if (!isDownlinkKnown) return <p>No downlink of it is known here, so nothing can be said of interference.</p>;
  const help = 'An encounter: another satellite that counts comes into your beam';
  return (
    <>
      <p>
        {clear ? (
          <>
            <span class="clear" title="Clear: nobody in your beam">
              Clear
            </span>{' '}
            for <strong>{durationText(clearSecondsOf(pass))}</strong> from{' '}
            <Time ms={clear.startMs} precision={losMs - aosMs < DAY_MS ? 'clock' : 'second'} />
            {likely !== undefined && <span title={percentText(likely)}>, {likelyText(likely)}</span>}
          </>
        ) : (
          'Never clear: always somebody in your beam'
        )}
      </p>
      <p>
        {encounterCount === 0 ? (
          'Nobody comes into your beam'
        ) : (
          <span title={help}>
            <span class="alarm">{encountersText(pass)} in your beam</span>, {secondsText(inBeamSeconds)}
            {nearest && `; nearest ${nearest.name}, ${separationText(nearest.separation_deg)}`}
          </span>
        )}{' '}
        <span class="hint">
          (<BeamTold {...beam} />)
        </span>
      </p>
      {colocated.length > 0 && (
        <p class="hint" title={colocated.join(', ')}>
          {colocatedText(colocated)}
        </p>
      )}
    </>
  );
}

interface PassHeadProps {
  /** Name of the satellite. */
  name: string;
  pass: ListedPass;
  /** All passes of the satellite over the receiver, by time. */
  passes: readonly ListedPass[];
  /** Probability that the clear stretch stays clear; undefined while it is not known. */
  clearProbability: number | undefined;
  show: (pass: ListedPass) => void;
}

/** Title of a pass, its times, and buttons to the next and the previous one over the same receiver. */
export function PassHead({ name, pass, passes, clearProbability, show }: PassHeadProps) {
  const { aosMs, losMs, maxElevationDeg, complete, receiver } = pass;
  const when = passFromNow(pass, useNow());
  const step = (label: string, sign: ComponentChildren, to: ListedPass | undefined) => (
    <button type="button" aria-label={label} title={label} disabled={!to} onClick={() => to && show(to)}>
      {sign}
    </button>
  );
  return (
    <header class="pass-head">
      <div class="split">
        <h2 id="pass-name">
          {name} over {receiver.name}
        </h2>
        <span class="steps">
          {step('Previous pass', '‹', passBeside(passes, aosMs, -1))}
          {step('Next pass', '›', passBeside(passes, aosMs, 1))}
        </span>
      </div>
      <p>
        {dayText(aosMs)} <Time ms={aosMs} precision="clock" /> to {dayText(losMs) !== dayText(aosMs) && dayText(losMs)}{' '}
        <Time ms={losMs} precision="clock" /> {zoneName(aosMs, losMs)}
        {when && (
          <>
            {' · '}
            <strong>{when}</strong>
          </>
        )}
      </p>
      <p>
        up to {maxElevationDeg.toFixed(0)}° · {durationText((losMs - aosMs) / 1000)}
        {!complete && <span class="hint"> · cut: the analysis window holds only a part of it</span>}
      </p>
      <Met pass={pass} clearProbability={clearProbability} />
    </header>
  );
}
