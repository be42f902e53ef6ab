import { legend } from '../map/index.js';
import type { Theme } from '../theme.js';

export function LegendList({ scale, theme, peak }: { scale: 'risk' | 'relative'; theme: Theme; peak: number }) {
  const title =
    scale === 'risk'
      ? 'Interfering satellites'
      : `Interfering satellites; 100 % is ${peak}, the highest of the week by a sample, rounded up`;
  return (
    <dl class="legend" aria-label={`Legend: ${title}`} title={title}>
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
