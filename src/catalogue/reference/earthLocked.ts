import { gmstDeg, type GeneratedSatellite, repeatingMeanMotion, wrapDeg } from './orbits.js';

/** Satellites of one ground track that repeats each sidereal day. */
export interface Track {
  /** Key of the built-in constellation table, whose pattern the names match. */
  constellation: string;
  names: readonly string[];
  revolutionsPerDay: 1 | 2;
  inclinationDeg: number;
  eccentricity: number;
  /** Argument of perigee, degrees: 270 puts the apogee over the north, 180 over the northward equator crossing. */
  argPerigeeDeg: 180 | 270;
  /** Longitude of the point under the apogee, degrees east. */
  apogeeLongitudeDeg: number;
  /** Publication of the ground track. */
  source: string;
}

/** Generates the satellites of a track, their nodes evenly spread, so that they follow each other along it. */
export function generateTrack(track: Track, epochUs: number): GeneratedSatellite[] {
  const { names, revolutionsPerDay, eccentricity, inclinationDeg, argPerigeeDeg } = track;
  const meanMotionRevPerDay = repeatingMeanMotion(revolutionsPerDay, eccentricity, inclinationDeg);
  return names.map((name, k) => {
    const raanDeg = (360 * k) / names.length;
    // The anomaly runs `revolutions` times as fast as the Earth turns against the node, and is 180 over the apogee.
    const turnDeg = gmstDeg(epochUs) + track.apogeeLongitudeDeg - raanDeg - (argPerigeeDeg + 180);
    return {
      name,
      orbit: {
        meanMotionRevPerDay,
        eccentricity,
        inclinationDeg,
        raanDeg,
        argPerigeeDeg,
        meanAnomalyDeg: wrapDeg(180 + revolutionsPerDay * turnDeg),
        bstar: 0,
      },
    };
  });
}

const SLOT_INCLINATION_DEG = 0.05;
const SLOT_ECCENTRICITY = 0.0002;
/**
 * Right ascension of the node towards which Sun and Moon tilt orbits, degrees (Soop, Handbook of Geostationary Orbits,
 * 1994).
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
