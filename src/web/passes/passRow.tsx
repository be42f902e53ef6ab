import { DAY_MS } from '../../spec.js';
import { separationText } from '../data/interferer.js';
import { clockText, dayText, fromNow, minuteOfDay, otherZoneText } from '../time.js';
import { clearText, type ListedPass } from './listing.js';

/** Bar of a pass from rise to set: when it is clear, and when anybody is in the beam. */
function PassBar({ pass: { aosMs, losMs, isDownlinkKnown, met } }: { pass: ListedPass }) {
  const part = (ms: number) => (100 * (ms - aosMs)) / (losMs - aosMs);
  return (
    <svg class="pass-bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class={isDownlinkKnown ? 'clear' : 'whole'} width={100} height={8} />
      {met.map(([fromMs, toMs]) => (
        <rect
          key={fromMs}
          class="met"
          x={part(fromMs)}
          y={0}
          width={Math.max(0.8, part(toMs) - part(fromMs))}
          height={8}
        />
      ))}
    </svg>
  );
}

/** Time of a rise, with its day if not that of `nowMs`; `In view for days` if the pass is longer than a day. */
function riseText({ aosMs: ms, losMs }: ListedPass, nowMs: number): string {
  if (losMs - ms > DAY_MS) return 'In view for days';
  return dayText(ms) === dayText(nowMs) ? minuteOfDay(ms) : clockText(ms);
}

/** Sentence about a pass: how long nobody is in the beam, and who comes nearest. */
function toldOf(pass: ListedPass): string {
  if (!pass.isDownlinkKnown) return 'Nothing to tell: no downlink known';
  const clear = clearText(pass);
  const { nearest, encounterCount } = pass;
  if (!nearest) return `${clear}, nobody in your beam`;
  const more = encounterCount > 1 ? `, ${(encounterCount - 1).toLocaleString('en')} more` : '';
  return `${clear} · ${nearest.name} ${separationText(nearest.separation_deg)}${more}`;
}

interface PassRowProps {
  pass: ListedPass;
  /** Whether the row names its satellite. */
  hasName: boolean;
  nowMs: number;
  isShown: boolean;
  /** Names of the satellites whose passes one antenna cannot follow beside this one. */
  conflicts: string | undefined;
  onShow: (pass: ListedPass) => void;
}

/** Row of the list: a pass, which a press shows. */
export function PassRow({ pass, hasName, nowMs, isShown, conflicts, onShow }: PassRowProps) {
  const { aosMs, losMs, maxElevationDeg, complete } = pass;
  const isUp = aosMs <= nowMs && nowMs < losMs;
  return (
    <li>
      <button type="button" class="pass-row" aria-current={isShown ? 'true' : undefined} onClick={() => onShow(pass)}>
        <span class="when">
          <time dateTime={new Date(aosMs).toISOString()} title={otherZoneText(aosMs)}>
            {riseText(pass, nowMs)}
          </time>{' '}
          <span class="hint small">{isUp ? 'up now' : fromNow(aosMs, nowMs)}</span>
        </span>
        {hasName && <span class="name cut">{pass.tracked.satellite.name}</span>}
        <span class="high" title="Highest elevation">
          {maxElevationDeg.toFixed(0)}°
        </span>
        <PassBar pass={pass} />
        <span class="told hint small">
          {toldOf(pass)}
          {!complete && <span title="The analysis window begins or ends within this pass"> · cut</span>}
        </span>
        {conflicts !== undefined && <span class="conflict small">One antenna: also {conflicts}</span>}
      </button>
    </li>
  );
}
