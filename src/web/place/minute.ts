import { RISK_LEVELS, type RiskLevel } from '../../spec.js';

/**
 * State of one minute at one place. `clear`: the satellite is in view and nothing interferes. `no data`: nothing is
 * known.
 */
export type Minute =
  | { kind: 'level'; intensity: number; level: RiskLevel }
  | { kind: 'clear' }
  | { kind: 'out of view' }
  | { kind: 'no data' };

export function levelOf(intensity: number): RiskLevel {
  return RISK_LEVELS.findLast(({ from }) => intensity >= from)?.name ?? 'low';
}

/**
 * Classifies a minute.
 *
 * @param elevationDeg NaN where there is no position
 * @param intensity undefined where the band has no data
 */
export function minuteOf(elevationDeg: number, minElevationDeg: number, intensity: number | undefined): Minute {
  if (intensity !== undefined && intensity > 0) return { kind: 'level', intensity, level: levelOf(intensity) };
  if (Number.isNaN(elevationDeg) || intensity === undefined) return { kind: 'no data' };
  return { kind: elevationDeg >= minElevationDeg ? 'clear' : 'out of view' };
}
