import type { Interferer } from '../../src/web/data/interferer.js';

/** Interferer with these fields; its other fields have arbitrary values. */
export function interferer(parts: Partial<Interferer>): Interferer {
  return {
    noradNumber: 1,
    name: 'SAT 1',
    operator: 'SES',
    azimuthDeg: 180,
    elevationDeg: 30,
    separationDeg: 10,
    overlap: undefined,
    ...parts,
  };
}
