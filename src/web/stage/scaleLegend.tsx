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
import type { FrequencyMatch } from '../data/question.js';
import { useTheme } from '../theme.js';

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

/** CSS classes of the first tick and the last (-1), which keep their texts within the legend. */
const EDGES: Record<number, string> = { 0: 'first', [-1]: 'last' };

/** Text that ranks an intensity within its week: `more than in 72 % of its week`. */
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
  const colours = SCALE_COLOURS[useTheme()];
  const median = quantileOf(magnitudes, 0.5);
  const ticks = ticksOf(scale);
  const told = value === undefined ? undefined : `${value}${rankText(magnitudes, value)}`;
  return (
    <figure class="scale">
      <figcaption>Intensity: other satellites {COUNTED[match]} in view from the centre of each cell</figcaption>
      <div class="scale-bar" aria-hidden="true">
        <div class="scale-colours" style={{ background: gradientOf(colours) }} />
        {value !== undefined && <span class="scale-pointer" style={{ left: `${100 * partOf(scale, value)}%` }} />}
        {ticks.map((tick, index) => (
          <span
            key={tick}
            class={`scale-tick ${EDGES[index - ticks.length] ?? EDGES[index] ?? ''}`}
            style={{ left: `${100 * partOf(scale, tick)}%` }}
          >
            {tick === scale.from && tick > 0 ? `≤ ${tick}` : tick}
          </span>
        ))}
      </div>
      <p class="hint">{told ?? (median === undefined ? '\u00A0' : `The median of the week is ${median}`)}</p>
    </figure>
  );
}
