import type { Track } from './orbits.js';

/** Inclined synchronous and Molniya constellations, with the sources of their ground tracks. */
export const TRACKS: readonly Track[] = [
  {
    constellation: 'beidou',
    names: ['BEIDOU-3 IGSO-1', 'BEIDOU-3 IGSO-2', 'BEIDOU-3 IGSO-3'],
    revolutionsPerDay: 1,
    inclinationDeg: 55,
    eccentricity: 0.002,
    argPerigeeDeg: 180,
    apogeeLongitudeDeg: 118,
    source: 'BeiDou open service performance standard 3.0 (2021): three satellites crossing the equator at 118 E',
  },
  {
    constellation: 'qzss',
    names: ['QZS-1R', 'QZS-2', 'QZS-4'],
    revolutionsPerDay: 1,
    inclinationDeg: 41,
    eccentricity: 0.075,
    argPerigeeDeg: 270,
    apogeeLongitudeDeg: 136,
    source: 'IS-QZSS-PNT, constellation: 41 degrees, eccentricity 0.075, argument of perigee 270, centred on 136 E',
  },
  {
    constellation: 'navic',
    names: ['IRNSS-1A', 'IRNSS-1B'],
    revolutionsPerDay: 1,
    inclinationDeg: 29,
    eccentricity: 0.002,
    argPerigeeDeg: 180,
    apogeeLongitudeDeg: 55,
    source: 'ISRO-IRNSS-ICD-SPS-1.1: two satellites crossing the equator at 55 E',
  },
  {
    constellation: 'navic',
    names: ['IRNSS-1D', 'IRNSS-1E'],
    revolutionsPerDay: 1,
    inclinationDeg: 29,
    eccentricity: 0.002,
    argPerigeeDeg: 180,
    apogeeLongitudeDeg: 111.75,
    source: 'ISRO-IRNSS-ICD-SPS-1.1: two satellites crossing the equator at 111.75 E',
  },
  {
    constellation: 'rodnik',
    names: ['COSMOS (EKS 1)', 'COSMOS (EKS 2)', 'COSMOS (EKS 3)', 'COSMOS (EKS 4)', 'COSMOS (EKS 5)', 'COSMOS (EKS 6)'],
    revolutionsPerDay: 2,
    inclinationDeg: 63.4,
    eccentricity: 0.7,
    argPerigeeDeg: 270,
    apogeeLongitudeDeg: 70,
    source:
      'published description of EKS: six satellites in 12-hour Molniya orbits; the longitude of the apogee is assumed',
  },
];
