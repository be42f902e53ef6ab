import type { Knex } from 'knex';
import { RECORD, satelliteOf } from './frozenSatellites.js';

/** Origin of a window's answers about one satellite. */
export interface Provenance {
  /** When the catalogue was frozen. */
  frozenAt: Date;
  catalogueRevision: number;
  minElevationDeg: number;
  /** Whether the emitters' own minimum elevations do not count. */
  uniformElevation: boolean;
  satelliteCount: number;
  /** How many satellites are missing, or have no known downlink, by reason. */
  leftOut: Readonly<Record<string, number>>;
  /** Shares of silent satellites, 0 to 1, by orbital class; null for windows of some builds before 0.1.0. */
  silentShare: Readonly<Record<string, number>> | null;
  /** Number of satellites that fail, or are below 90 km, at some epoch; null until all have been tried. */
  failingSatellites: number | null;
  satellite: {
    /** Mask of the satellite's downlink bands, bit k for entry k of `BANDS`. */
    bands: number;
    minElevationDeg: number;
    elsetEpochUs: number;
    /** Whether the satellite's elset is of the bundled, generated catalogue. */
    bundled: boolean;
  };
}

type Row = Omit<Provenance, 'satellite'> & { record: Buffer | null };

/** Finds the origin of a window's answers about a satellite; undefined if the window is gone or lacks the satellite. */
export async function findProvenance(db: Knex, windowId: number, noradNumber: number): Promise<Provenance | undefined> {
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select w.created_at as "frozenAt", w.catalogue_revision as "catalogueRevision",
       w.min_elevation_deg as "minElevationDeg", w.uniform_elevation as "uniformElevation",
       w.satellite_count as "satelliteCount", w.left_out as "leftOut", w.silent_share as "silentShare",
       jsonb_array_length(w.propagation_failures) as "failingSatellites", ${RECORD} as record
     from windows w where w.id = :windowId`,
    { windowId, noradNumber },
  );
  const { record = null, ...window } = rows[0] ?? {};
  if (record === null) return undefined;
  const { bands, minElevationDeg, bundled, elements } = satelliteOf(record);
  const satellite = { bands, minElevationDeg, elsetEpochUs: elements.epochUs, bundled };
  return { ...(window as Omit<Row, 'record'>), satellite };
}
