import type { Encounter } from '../../src/web/data/encounters.js';

/** Encounter with these fields; its other fields have arbitrary values. */
export function encounter(parts: Partial<Encounter>): Encounter {
  return {
    noradNumber: 1,
    name: 'SAT 1',
    operator: 'SES',
    entersMs: 0,
    leavesMs: 60_000,
    closestMs: 30_000,
    closestDeg: 1,
    sigmaDeg: 0.1,
    timeSigmaSeconds: 0.2,
    probability: 1,
    overlap: undefined,
    ...parts,
  };
}
