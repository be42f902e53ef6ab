import type { Interferer } from '../../src/web/data/interferer.js';

/** Interferer with these fields; its other fields have arbitrary values. */
export function interferer(parts: Partial<Interferer>): Interferer {
  return {
    noradNumber: 1,
    name: 'SAT 1',
    operator: 'SES',
    orbitalClass: 'GEO',
    azimuthDeg: 180,
    elevationDeg: 30,
    rangeKm: 38_000,
    separationDeg: 10,
    overlap: undefined,
    ...parts,
  };
}
