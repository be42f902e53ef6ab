import { colourOf, type Scale } from '../colours/scale.js';

/** Text for minutes in which the satellite is in view, but others are not counted. */
export function NotCounted() {
  return (
    <span class="hint" title="Others are counted where the satellite is in view from the centre of the cell">
      Not counted
    </span>
  );
}

interface CountTagProps {
  intensity: number;
  scale: Scale;
  /** Decimals, of a mean. */
  digits?: number;
}

/** Number of others, beside its colour on the scale. */
export function CountTag({ intensity, scale, digits = 0 }: CountTagProps) {
  return (
    <span class="count">
      <span class="swatch" style={{ backgroundColor: colourOf(scale, intensity) }} aria-hidden="true" />
      {intensity === 0 ? 'Clear' : intensity.toFixed(digits)}
    </span>
  );
}
