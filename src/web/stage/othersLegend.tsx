import { THEMES } from '../colours/theme.js';
import { useTheme } from '../theme.js';
import type { OtherNames } from './dots.js';
import { tintOfOperator } from './useOthers.js';

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
