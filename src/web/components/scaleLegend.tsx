import {
  CLEAR_COLOUR,
  type Magnitudes,
  partOf,
  quantileOf,
  rankOf,
  type Scale,
  SCALE_GRADIENT,
  ticksOf,
} from '../colours/scale.js';
import type { FrequencyMatch } from '../data/question.js';

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
export function rankText(magnitudes: Magnitudes, intensity: number): string {
  const rank = rankOf(magnitudes, intensity);
  if (rank === undefined) return '';
  const percent = Math.round(100 * rank);
  if (percent <= 1) return 'among the fewest of its week';
  if (percent >= 99) return 'among the most of its week';
  return `more than in ${percent} % of its week`;
}

/** Legend of the scale of intensities: its colours, round numbers, and a pointer at a value. */
export function ScaleLegend({ scale, match, magnitudes, value }: ScaleLegendProps) {
  const median = quantileOf(magnitudes, 0.5);
  const at = (intensity: number) => ({ left: `${100 * partOf(scale, intensity)}%` });
  const ticks = ticksOf(scale);
  const lowest = scale.from === 0 ? 1 : `≤ ${scale.from}`;
  const told = value === undefined ? '' : `${value === 0 ? 'clear' : value} · ${rankText(magnitudes, value)}`;
  return (
    <figure class="scale">
      <figcaption>Other satellites in view {COUNTED[match]}</figcaption>
      <div class="scale-body" aria-hidden="true">
        <span class={`scale-clear ${value === 0 ? 'pointed' : ''}`}>
          <span class="scale-swatch" style={{ background: CLEAR_COLOUR }} />
          <span>clear</span>
        </span>
        <div class="scale-bar">
          <div class="scale-colours" style={{ background: SCALE_GRADIENT }} />
          {median !== undefined && median > 0 && (
            <span class="scale-median" style={at(median)} title={`Half of its week has ${median} or fewer`} />
          )}
          {value !== undefined && value > 0 && <span class="scale-pointer" style={at(value)} />}
          {ticks.map((tick, index) => (
            <span key={tick} class={`scale-tick ${EDGES[index - ticks.length] ?? EDGES[index] ?? ''}`} style={at(tick)}>
              {tick === scale.from ? lowest : tick}
            </span>
          ))}
        </div>
      </div>
      <p class="scale-told">{told || (median === undefined ? '\u00A0' : `Its week: half of it below ${median}`)}</p>
    </figure>
  );
}
