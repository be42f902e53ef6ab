import { levelOf } from '../place/minute.js';

/** Risk level as a colour and a word. */
export function LevelTag({ intensity }: { intensity: number | undefined }) {
  if (intensity === undefined) return <span class="tag none">No data</span>;
  if (intensity === 0) return <span class="tag clear">Clear</span>;
  const level = levelOf(intensity);
  return <span class={`tag ${level}`}>{level}</span>;
}
