/**
 * Well-known satellite that keeps its catalogue number. Its height, inclination and local time are published; its
 * position along the orbit is made up, and so is a node in degrees.
 */
export interface Single {
  noradNumber: number;
  objectId: string;
  name: string;
  altitudeKm: number;
  inclinationDeg: number;
  /**
   * Right ascension of the node in degrees; for sun-synchronous orbits the local time of its northward crossing, in
   * hours.
   */
  node: { raanDeg: number } | { localHours: number };
  argLatitudeDeg: number;
  bstar: number;
}

type Row = [noradNumber: number, objectId: string, name: string, altitudeKm: number, inclinationDeg: number];

const STATION_BSTAR = 2e-4;
const POLAR_BSTAR = 4e-5;

function station([noradNumber, objectId, name, altitudeKm, inclinationDeg]: Row): Single {
  const rest = { node: { raanDeg: 0 }, argLatitudeDeg: 0, bstar: STATION_BSTAR };
  return { noradNumber, objectId, name, altitudeKm, inclinationDeg, ...rest };
}

function polar(row: Row, localHours: number, argLatitudeDeg: number): Single {
  const [noradNumber, objectId, name, altitudeKm, inclinationDeg] = row;
  const rest = { node: { localHours }, argLatitudeDeg, bstar: POLAR_BSTAR };
  return { noradNumber, objectId, name, altitudeKm, inclinationDeg, ...rest };
}

/**
 * Well-known satellites, with orbits from the operators' mission descriptions: height, inclination and local time.
 * Satellites that keep a fixed distance from each other along one orbit have that distance here too.
 */
export const SINGLES: readonly Single[] = [
  station([25544, '1998-067A', 'ISS (ZARYA)', 420, 51.64]),
  station([48274, '2021-035A', 'CSS (TIANHE)', 389, 41.47]),
  polar([37849, '2011-061A', 'SUOMI NPP', 824, 98.7], 13.5, 90),
  polar([43013, '2017-073A', 'NOAA 20 (JPSS-1)', 824, 98.7], 13.5, 180),
  polar([54234, '2022-150A', 'NOAA 21 (JPSS-2)', 824, 98.7], 13.5, 0),
  polar([39084, '2013-008A', 'LANDSAT 8', 705, 98.2], 22.2, 0),
  polar([49260, '2021-088A', 'LANDSAT 9', 705, 98.2], 22.2, 180),
  polar([39634, '2014-016A', 'SENTINEL-1A', 693, 98.18], 18, 0),
  polar([40697, '2015-028A', 'SENTINEL-2A', 786, 98.62], 22.5, 0),
  polar([42063, '2017-013A', 'SENTINEL-2B', 786, 98.62], 22.5, 180),
  polar([41335, '2016-011A', 'SENTINEL-3A', 814.5, 98.65], 22, 0),
  polar([43437, '2018-039A', 'SENTINEL-3B', 814.5, 98.65], 22, 140),
  polar([38771, '2012-049A', 'METOP-B', 817, 98.7], 21.5, 0),
  polar([43689, '2018-087A', 'METOP-C', 817, 98.7], 21.5, 180),
  polar([57166, '2023-091A', 'METEOR-M2 3', 820, 98.6], 21, 0),
  polar([59051, '2024-039A', 'METEOR-M2 4', 820, 98.6], 9, 180),
];
