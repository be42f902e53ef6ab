import { NOT_COUNTED, OUT_OF_VIEW } from './counts.js';

/**
 * State of one minute at one place. `clear`: others are counted, and there is none. `not counted`: the satellite is in
 * view, but not from the centre of the place's cell. `no data`: nothing is known.
 */
export type Minute =
  | { kind: 'counted'; intensity: number }
  | { kind: 'clear' }
  | { kind: 'not counted' }
  | { kind: 'out of view' }
  | { kind: 'no data' };

/** State that a count, as `countsOf` has it, stands for. */
export function minuteOf(count: number): Minute {
  if (count > 0) return { kind: 'counted', intensity: count };
  if (count === 0) return { kind: 'clear' };
  if (count === OUT_OF_VIEW) return { kind: 'out of view' };
  return { kind: count === NOT_COUNTED ? 'not counted' : 'no data' };
}

/** Text of such a count: `24 others`, `clear`, `out of view`. */
export function minuteText(count: number): string {
  const minute = minuteOf(count);
  if (minute.kind !== 'counted') return minute.kind;
  return `${minute.intensity} ${minute.intensity === 1 ? 'other' : 'others'}`;
}
