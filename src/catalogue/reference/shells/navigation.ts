import type { Shell } from '../walker.js';

/** Satellite navigation in medium and low orbits. */
export const navigationShells: readonly Shell[] = [
  {
    constellation: 'gps',
    name: 'NAVSTAR {letter}{digit}',
    walker: '30/6/3',
    altitudeKm: 20_182,
    inclinationDeg: 55,
    eccentricity: 0.005,
    bstar: 0,
    source:
      'GPS standard positioning service performance standard (2020): six planes; five evenly spaced slots in each here',
  },
  {
    constellation: 'galileo',
    name: 'GALILEO {letter}{slot}',
    walker: '24/3/1',
    altitudeKm: 23_222,
    inclinationDeg: 56,
    eccentricity: 0.0003,
    bstar: 0,
    source: 'Galileo open service definition document: Walker 24/3/1',
  },
  {
    constellation: 'glonass',
    name: 'GLONASS {plane}-{slot}',
    walker: '24/3/1',
    altitudeKm: 19_130,
    inclinationDeg: 64.8,
    eccentricity: 0.001,
    bstar: 0,
    source: 'GLONASS interface control document 5.1: 24 satellites in three planes, 15 degrees between them',
  },
  {
    constellation: 'beidou',
    name: 'BEIDOU-3 M{letter}{slot}',
    walker: '24/3/1',
    altitudeKm: 21_528,
    inclinationDeg: 55,
    eccentricity: 0.0005,
    bstar: 0,
    source: 'BeiDou open service performance standard 3.0 (2021): Walker 24/3/1',
  },
  {
    constellation: 'centispace',
    name: 'CENTISPACE-{plane}-{slot}',
    walker: '120/12/1',
    altitudeKm: 975,
    inclinationDeg: 55,
    bstar: 3e-5,
    every: 5,
    source: 'operator: 120 satellites in 12 planes at 975 km',
  },
];
