import { number, readTable, text } from '../tables/table.js';
import { type GeneratedSatellite, gmstDeg, repeatingMeanMotion, wrapDeg } from './orbits.js';

/**
 * Orbital slot of a geostationary satellite, from the operators' fleet pages and the ITU and FCC registrations behind
 * them, as of 2025. The table's `fleet` is for people alone.
 */
interface Slot {
  name: string;
  /** Degrees east. */
  longitudeDeg: number;
}

export const SLOTS: readonly Slot[] = readTable<Slot>('slots.csv', {
  name: text,
  longitudeDeg: number(-180, 180),
});

const SLOT_INCLINATION_DEG = 0.05;
const SLOT_ECCENTRICITY = 0.0002;
/**
 * Right ascension of the node, degrees, of a geostationary orbit that Sun and Moon have tilted (Soop, Handbook of
 * Geostationary Orbits, 1994).
 */
const SLOT_RAAN_DEG = 90;

/** Generates a geostationary satellite whose mean longitude at the epoch is its slot, degrees east. */
export function generateSlot(name: string, longitudeDeg: number, epochUs: number): GeneratedSatellite {
  return {
    name,
    orbit: {
      meanMotionRevPerDay: repeatingMeanMotion(1, SLOT_ECCENTRICITY, SLOT_INCLINATION_DEG),
      eccentricity: SLOT_ECCENTRICITY,
      inclinationDeg: SLOT_INCLINATION_DEG,
      raanDeg: SLOT_RAAN_DEG,
      argPerigeeDeg: 0,
      meanAnomalyDeg: wrapDeg(longitudeDeg + gmstDeg(epochUs) - SLOT_RAAN_DEG),
      bstar: 0,
    },
  };
}
