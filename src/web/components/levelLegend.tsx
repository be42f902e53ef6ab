import { RISK_LEVELS } from '../../spec.js';
import { CLEAR_COLOUR, LEVEL_COLOURS } from '../map/scale.js';

/** Colours of clear minutes and of the risk levels, with the counts from which they begin. */
export function LevelLegend() {
  const levels = RISK_LEVELS.map(({ name, from }) => [name, `from ${Math.max(1, from)}`, LEVEL_COLOURS[name]] as const);
  return (
    <dl class="legend" aria-label="Legend: other satellites in view">
      {[['clear', '0', CLEAR_COLOUR] as const, ...levels].map(([name, range, colour]) => (
        <div key={name}>
          <dt>
            <span class="swatch" style={{ backgroundColor: colour }} aria-hidden="true" />
            {name}
          </dt>
          <dd>{range}</dd>
        </div>
      ))}
    </dl>
  );
}
