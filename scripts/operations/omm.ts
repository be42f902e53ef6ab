import type { Elset } from '../../src/catalogue/elsets/elset.js';
import { DAY_MS } from '../../src/spec.js';

/** Element sets as OMM JSON, as publishers write it. */
export function ommOf(elsets: readonly Elset[]): string {
  return JSON.stringify(
    elsets.map((elset) => ({
      OBJECT_NAME: elset.name,
      OBJECT_ID: elset.objectId,
      EPOCH: new Date(elset.epochUs / 1000).toISOString().slice(0, -1),
      MEAN_MOTION: elset.meanMotionRevPerDay,
      ECCENTRICITY: elset.eccentricity,
      INCLINATION: elset.inclinationDeg,
      RA_OF_ASC_NODE: elset.raanDeg,
      ARG_OF_PERICENTER: elset.argPerigeeDeg,
      MEAN_ANOMALY: elset.meanAnomalyDeg,
      EPHEMERIS_TYPE: 0,
      CLASSIFICATION_TYPE: 'U',
      NORAD_CAT_ID: elset.noradNumber,
      ELEMENT_SET_NO: 999,
      REV_AT_EPOCH: 1,
      BSTAR: elset.bstar,
      MEAN_MOTION_DOT: 0,
      MEAN_MOTION_DDOT: 0,
    })),
  );
}

/** Element sets moved by whole days, so that the window of today takes them. */
export function asOfToday(elsets: readonly Elset[]): Elset[] {
  const epochs = elsets.map(({ epochUs }) => epochUs).sort((a, b) => a - b);
  const days = Math.round((Date.now() - (epochs[epochs.length >> 1] ?? 0) / 1000) / DAY_MS);
  return elsets.map((elset) => ({ ...elset, epochUs: elset.epochUs + days * DAY_MS * 1000 }));
}
