import { colourOf, type Scale } from '../colours/scale.js';

/** Words for time in which the satellite is in view, but of which no count tells. */
export function NotCounted() {
  return (
    <span class="hint" title="Others are counted where the satellite is in view from the centre of the cell">
      Not counted
    </span>
  );
}

/** Number of others, beside its colour on the scale. */
export function CountTag({ intensity, scale }: { intensity: number; scale: Scale }) {
  return (
    <span class="count">
      <span class="swatch" style={{ backgroundColor: colourOf(scale, intensity) }} aria-hidden="true" />
      {intensity === 0 ? 'Clear' : intensity}
    </span>
  );
}
