import { legend } from '../map/index.js';
import type { Theme } from '../theme.js';

interface LegendListProps {
  scale: 'risk' | 'relative';
  theme: Theme;
  peak: number;
  /** Number of other satellites that the map shows as dots. */
  others?: number | undefined;
}

export function LegendList({ scale, theme, peak, others }: LegendListProps) {
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
      {others !== undefined && (
        <div title="The other satellites that share a band, wherever they are">
          <dt>
            <span class="dot" aria-hidden="true" />
            others of the band
          </dt>
          <dd>{others.toLocaleString('en')}</dd>
        </div>
      )}
    </dl>
  );
}
