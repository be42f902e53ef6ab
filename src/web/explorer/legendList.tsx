import { legend } from '../map/index.js';
import type { Theme } from '../theme.js';

export function LegendList({ scale, theme, peak }: { scale: 'risk' | 'relative'; theme: Theme; peak: number }) {
  const title = scale === 'risk' ? 'Interfering satellites' : `Relative to ${peak}, the highest of this minute`;
  return (
    <dl class="legend" aria-label={`Legend: ${title}`}>
      {legend(scale, theme, peak).map(({ label, range, colour }) => (
        <div key={label}>
          <dt>
            <span class="swatch" style={{ backgroundColor: colour }} aria-hidden="true" />
            {label}
          </dt>
          <dd>{range}</dd>
        </div>
      ))}
    </dl>
  );
}
