import { list, number, readTable, text, whole } from '../tables/table.js';
import { type GeneratedSatellite, gmstDeg, repeatingMeanMotion, wrapDeg } from './orbits.js';

/** Satellites of one ground track that repeats each sidereal day, inclined synchronous or Molniya. */
export interface Track {
  /** Key of the built-in constellation table, whose pattern the names match. */
  constellation: string;
  names: readonly string[];
  revolutionsPerDay: number;
  inclinationDeg: number;
  eccentricity: number;
  /** Argument of perigee, degrees: 270 puts the apogee over the north, 180 over the northward equator crossing. */
  argPerigeeDeg: number;
  /** Longitude of the point under the apogee, degrees east. */
  apogeeLongitudeDeg: number;
  /** Publication of the ground track. */
  source: string;
}

export const TRACKS: readonly Track[] = readTable<Track>('tracks.csv', {
  constellation: text,
  names: list(text),
  revolutionsPerDay: whole(1, 2),
  inclinationDeg: number(0, 180),
  eccentricity: number(0, 0.8),
  argPerigeeDeg: number(0, 360),
  apogeeLongitudeDeg: number(-180, 180),
  source: text,
});

/** Generates the satellites of a track, their nodes evenly spread, so that they follow each other along it. */
export function generateTrack(track: Track, epochUs: number): GeneratedSatellite[] {
  const { names, revolutionsPerDay, eccentricity, inclinationDeg, argPerigeeDeg } = track;
  const meanMotionRevPerDay = repeatingMeanMotion(revolutionsPerDay, eccentricity, inclinationDeg);
  return names.map((name, k) => {
    const raanDeg = (360 * k) / names.length;
    // The mean anomaly is 180 at the apogee, and grows `revolutionsPerDay` times as fast as the Earth turns against the
    // node.
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
