import { levelOf } from '../place/minute.js';

/** Tag of time in which the satellite is in view, but of which no count tells. */
export function NotCounted() {
  return (
    <span class="tag none" title="Others are counted where the satellite is in view from the centre of the cell">
      Not counted
    </span>
  );
}

/** Risk level as a colour and a word. */
export function LevelTag({ intensity }: { intensity: number | undefined }) {
  if (intensity === undefined) return <span class="tag none">No data</span>;
  if (intensity === 0) return <span class="tag clear">Clear</span>;
  const level = levelOf(intensity);
  return <span class={`tag ${level}`}>{level}</span>;
}
