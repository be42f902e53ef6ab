import type { Theme } from '../theme.js';
import { NAMED_SEPARATIONS, nearness, separationColour } from './separationScale.js';

/** Part of a degree scale: where a separation stands, from the nearest on the left. */
function leftOf(deg: number): string {
  return `${(100 * (1 - nearness(deg))).toFixed(1)}%`;
}

const STEPS = 24;

/** Legend of the plot: what its colours, circles and dots mean. */
export function SkyLegend({ theme, band, kind }: { theme: Theme; band: boolean; kind: 'sky' | 'beam' }) {
  // Even steps of the scale, whose colours the browser mixes in between.
  const colours = Array.from({ length: STEPS + 1 }, (_none, step) => 181 ** (step / STEPS) - 1).map((deg) =>
    separationColour(deg, theme),
  );
  return (
    <div class="sky-legend" aria-label="Legend: separation from the tracked satellite, seen from here" role="group">
      <div class="sky-scale" style={{ backgroundImage: `linear-gradient(to right, ${colours.join(', ')})` }} />
      <div class="sky-ticks" aria-hidden="true">
        {NAMED_SEPARATIONS.map((deg) => (
          <span style={{ left: leftOf(deg) }}>{deg}°</span>
        ))}
      </div>
      <p class="hint small">
        Separation{band && '; filled: shares frequencies, open: the band only'}.{' '}
        {kind === 'sky' ? 'North is up, east right.' : 'The zenith is up, azimuth grows to the right.'}
      </p>
    </div>
  );
}
