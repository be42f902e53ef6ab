import type { ComponentChildren } from 'preact';
import {
  gradientOf,
  type Magnitudes,
  partOf,
  quantileOf,
  rankOf,
  type Scale,
  SCALE_COLOURS,
  ticksOf,
} from '../colours/scale.js';
import { NAMED_SEPARATIONS, nearness, separationColour } from '../colours/separation.js';
import { THEMES } from '../colours/theme.js';
import type { FrequencyMatch } from '../data/question.js';
import { useTheme } from '../theme.js';
import type { OtherNames } from './dots.js';
import { tintOfOperator } from './useOthers.js';

interface ScaleBarProps {
  caption: string;
  colours: readonly string[];
  /** Texts below the bar, and the fraction of its width, 0 to 1, at which each stands. */
  ticks: readonly { part: number; text: string }[];
  /** Fraction of the width that is pointed at. */
  pointer?: number | undefined;
  /** Content of the line below. */
  children: ComponentChildren;
}

/** Bar of colours with its meaning. The first tick and the last keep their texts within the legend. */
function ScaleBar({ caption, colours, ticks, pointer, children }: ScaleBarProps) {
  return (
    <figure class="scale">
      <figcaption>{caption}</figcaption>
      <div class="scale-bar" aria-hidden="true">
        <div class="scale-colours" style={{ background: gradientOf(colours) }} />
        {pointer !== undefined && <span class="scale-pointer" style={{ left: `${100 * pointer}%` }} />}
        {ticks.map(({ part, text }) => (
          <span
            key={text}
            class={`scale-tick ${part === 0 ? 'first' : part === 1 ? 'last' : ''}`}
            style={{ left: `${100 * part}%` }}
          >
            {text}
          </span>
        ))}
      </div>
      <p class="hint">{children}</p>
    </figure>
  );
}

interface ScaleLegendProps {
  scale: Scale;
  match: FrequencyMatch;
  /** Number of times that each intensity occurs in the week's sample; empty while it is not known. */
  magnitudes: Magnitudes;
  /** Intensity that is pointed at. */
  value: number | undefined;
}

/** Words for the satellites that are counted, by the rule that counts them. */
const COUNTED: Record<FrequencyMatch, string> = {
  overlap: 'on shared frequencies',
  band: 'in the same band',
};

/** Text that ranks an intensity within its week: `, more than in 72 % of the week`; empty without data. */
function rankText(magnitudes: Magnitudes, intensity: number): string {
  const rank = rankOf(magnitudes, intensity);
  if (rank === undefined) return '';
  const percent = Math.round(100 * rank);
  if (percent <= 1) return ', among the fewest of the week';
  if (percent >= 99) return ', among the most of the week';
  return `, more than in ${percent} % of the week`;
}

/** Legend of the scale of intensities: its colours, round numbers, and a pointer at a value. */
export function ScaleLegend({ scale, match, magnitudes, value }: ScaleLegendProps) {
  const median = quantileOf(magnitudes, 0.5);
  const told = value === undefined ? undefined : `${value}${rankText(magnitudes, value)}`;
  const ticks = ticksOf(scale).map((tick) => ({
    part: partOf(scale, tick),
    text: tick === scale.from && tick > 0 ? `≤ ${tick}` : String(tick),
  }));
  return (
    <ScaleBar
      caption={`Intensity: other satellites ${COUNTED[match]} in view from the centre of each cell`}
      colours={SCALE_COLOURS[useTheme()]}
      ticks={ticks}
      pointer={value === undefined ? undefined : partOf(scale, value)}
    >
      {told ?? (median === undefined ? '\u00A0' : `The median of the week is ${median}`)}
    </ScaleBar>
  );
}

/** Legend of the sky: the meaning of its colours and dots. */
export function SkyLegend({ isBand, kind }: { isBand: boolean; kind: 'sky' | 'beam' }) {
  const theme = useTheme();
  return (
    <ScaleBar
      caption="Separation from the satellite, seen from here"
      colours={[0, 180].map((deg) => separationColour(deg, theme))}
      ticks={NAMED_SEPARATIONS.map((deg) => ({ part: 1 - nearness(deg), text: `${deg}°` }))}
    >
      <span class="dot alarm" aria-hidden="true" /> In your beam.
      {isBand && ' Filled: shares frequencies; open: the band only.'}{' '}
      {kind === 'sky' ? 'North is up, east right.' : 'The zenith is up, azimuth grows to the right.'}
    </ScaleBar>
  );
}

interface OthersLegendProps {
  names: OtherNames;
  hidden: ReadonlySet<string | null>;
  onHide: (hidden: ReadonlySet<string | null>) => void;
}

/** Legend of the dots: operators of the other satellites by colour, each of which can be switched off. */
export function OthersLegend({ names, hidden, onHide }: OthersLegendProps) {
  const colours = THEMES[useTheme()].others;
  const toggle = (name: string | null) => {
    const next = new Set(hidden);
    if (!next.delete(name)) next.add(name);
    onHide(next);
  };
  return (
    <fieldset class="others-legend">
      <legend>Dots: other satellites anywhere, by operator</legend>
      {names.operators.map(({ name, satellites }, index) =>
        satellites === 0 ? null : (
          <label key={name ?? ''} class="check">
            <input type="checkbox" checked={!hidden.has(name)} onChange={() => toggle(name)} />
            <span class="dot" style={{ background: colours[tintOfOperator({ name }, index)] }} aria-hidden="true" />
            {name ?? 'others'} <span class="hint">{satellites.toLocaleString('en')}</span>
          </label>
        ),
      )}
    </fieldset>
  );
}
