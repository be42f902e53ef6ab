import { THEMES } from '../map/theme.js';
import type { Theme } from '../theme.js';
import type { OtherNames } from './useOthers.js';

/** Who runs the other satellites, by the colours of their dots. */
export function OthersLegend({ names, theme }: { names: OtherNames; theme: Theme }) {
  const colours = THEMES[theme].others;
  const rest = colours.length - 1;
  return (
    <ul class="others-legend" aria-label="Dots: the other satellites by operator">
      <li>
        <strong>Dots</strong>
      </li>
      {names.operators.map(({ name, satellites }, index) =>
        satellites === 0 ? null : (
          <li key={name ?? ''}>
            <span class="dot" style={{ background: colours[name === null ? rest : index] }} aria-hidden="true" />
            {name ?? 'others'} <span class="hint">{satellites.toLocaleString('en')}</span>
          </li>
        ),
      )}
    </ul>
  );
}
