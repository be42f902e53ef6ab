import { json2satrec, sgp4, type SatRec } from 'satellite.js';
import type { MeanElements } from '../../../src/core/elements.js';

/** Record of the elements in satellite.js, an implementation of the paper that shares no code with the core. */
export function twinOf(elements: MeanElements): SatRec {
  return json2satrec({
    OBJECT_NAME: '',
    OBJECT_ID: '',
    // satellite.js reads whole milliseconds.
    EPOCH: new Date(Math.floor(elements.epochUs / 1000)).toISOString(),
    MEAN_MOTION: elements.meanMotionRevPerDay,
    ECCENTRICITY: elements.eccentricity,
    INCLINATION: elements.inclinationDeg,
    RA_OF_ASC_NODE: elements.raanDeg,
    ARG_OF_PERICENTER: elements.argPerigeeDeg,
    MEAN_ANOMALY: elements.meanAnomalyDeg,
    BSTAR: elements.bstar,
    MEAN_MOTION_DOT: 0,
    MEAN_MOTION_DDOT: 0,
    NORAD_CAT_ID: 1,
    EPHEMERIS_TYPE: 0,
    CLASSIFICATION_TYPE: 'U',
    ELEMENT_SET_NO: 1,
    REV_AT_EPOCH: 0,
  });
}

/** Error code and, where it is 0, x, y, z (km). */
export function twinPosition(twin: SatRec, tsinceMin: number): { status: number; position: number[] } {
  const state = sgp4(twin, tsinceMin);
  if (state === null) return { status: twin.error, position: [] };
  const { x, y, z } = state.position;
  return { status: 0, position: [x, y, z] };
}
