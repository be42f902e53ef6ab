/** Satellites of such a catalogue. */
export const OMM_SATELLITES = 50;

const HEADER =
  'OBJECT_NAME,OBJECT_ID,EPOCH,MEAN_MOTION,ECCENTRICITY,INCLINATION,RA_OF_ASC_NODE,ARG_OF_PERICENTER,MEAN_ANOMALY,EPHEMERIS_TYPE,CLASSIFICATION_TYPE,NORAD_CAT_ID,ELEMENT_SET_NO,REV_AT_EPOCH,BSTAR,MEAN_MOTION_DOT,MEAN_MOTION_DDOT';

/** A small catalogue as OMM, with epochs of its own: none of its element sets is in another one. */
export function ommCsv(number: number): string {
  const epoch = new Date(Date.UTC(2026, 6, 10, 0, number)).toISOString().slice(0, 19);
  const rows = Array.from(
    { length: OMM_SATELLITES },
    (_, i) => `SAT ${i},2020-001A,${epoch},15.1,0.001,53,${i},90,${i},0,U,${70_000 + i},999,1,0.0001,0,0`,
  );
  return `${[HEADER, ...rows].join('\n')}\n`;
}
