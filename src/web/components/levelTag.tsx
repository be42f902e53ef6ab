import { RISK_LEVELS } from '../../spec.js';

/** Risk level as a colour and a word. */
export function LevelTag({ intensity }: { intensity: number }) {
  if (intensity === 0) return <span class="tag clear">Clear</span>;
  const level = RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? 'low';
  return <span class={`tag ${level}`}>{level}</span>;
}
