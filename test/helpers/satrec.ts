import { json2satrec, type SatRec } from 'satellite.js';
import type { MeanElements } from '../../src/core/elements.js';

/** Elements initialised for satellite.js: WGS72, improved mode. The epoch is kept to the millisecond. */
export function satrecOf(elements: MeanElements): SatRec {
  const omm = {
    OBJECT_NAME: '',
    OBJECT_ID: '',
    NORAD_CAT_ID: 1,
    EPOCH: new Date(elements.epochUs / 1000).toISOString().slice(0, -1),
    MEAN_MOTION: elements.meanMotionRevPerDay,
    ECCENTRICITY: elements.eccentricity,
    INCLINATION: elements.inclinationDeg,
    RA_OF_ASC_NODE: elements.raanDeg,
    ARG_OF_PERICENTER: elements.argPerigeeDeg,
    MEAN_ANOMALY: elements.meanAnomalyDeg,
    BSTAR: elements.bstar,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
    EPHEMERIS_TYPE: 0 as const,
    CLASSIFICATION_TYPE: 'U' as const,
    ELEMENT_SET_NO: 0,
    REV_AT_EPOCH: 0,
  };
  return json2satrec(omm, 'i');
}
