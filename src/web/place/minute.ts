import { RISK_LEVELS, type RiskLevel } from '../../spec.js';
import { NOT_COUNTED, OUT_OF_VIEW } from './counts.js';

/**
 * State of one minute at one place. `clear`: others are counted, and there is none. `not counted`: the satellite is in
 * view, but not from the centre of the place's cell. `no data`: nothing is known.
 */
export type Minute =
  | { kind: 'level'; intensity: number; level: RiskLevel }
  | { kind: 'clear' }
  | { kind: 'not counted' }
  | { kind: 'out of view' }
  | { kind: 'no data' };

export function levelOf(intensity: number): RiskLevel {
  return RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? 'low';
}

/** State that a count, as `countsOf` has it, stands for. */
export function minuteOf(count: number): Minute {
  if (count > 0) return { kind: 'level', intensity: count, level: levelOf(count) };
  if (count === 0) return { kind: 'clear' };
  if (count === OUT_OF_VIEW) return { kind: 'out of view' };
  return { kind: count === NOT_COUNTED ? 'not counted' : 'no data' };
}
