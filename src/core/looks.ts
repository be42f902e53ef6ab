import type { CoreInstance } from './instance.js';
import { type Candidate, candidatesBytes, writeCandidates } from './records/candidates.js';
import { type Place, writeSite } from './records/seriesRecord.js';

/** Where a satellite stands in the sky over a place. */
export interface Look {
  /** Index in the window. */
  satellite: number;
  /** From north over east, 0 to below 360. */
  azimuthDeg: number;
  elevationDeg: number;
  rangeKm: number;
  /** Angle to the tracked satellite. */
  separationDeg: number;
}

export interface LookQuery {
  /** Pointer to the window's record, and the tracked satellite's index in it. */
  window: number;
  tracked: number;
  /** Instant, microseconds since 1970. */
  tUs: number;
  candidates: readonly Candidate[];
}

const DEG_PER_RAD = 180 / Math.PI;

/** Bytes that `lookAround` works in. */
export function looksBytes(core: CoreInstance, candidates: number): number {
  const { layout } = core;
  return candidatesBytes(core, candidates) + layout.LOOK_QUERY_LOOKS + (candidates + 1) * layout.LOOK_BYTES;
}

/**
 * Where the tracked satellite stands, above the horizon or below, and where those of the candidates do that are up, in their
 * order. Undefined where the tracked satellite cannot be propagated.
 *
 * @param room pointer to `looksBytes`, on a multiple of 64
 */
export function lookAround(
  core: CoreInstance,
  { window, tracked, tUs, candidates }: LookQuery,
  place: Place,
  room: number,
): { tracked: Look; others: Look[] } | undefined {
  const { kernels, layout, view } = core;
  const record = room + candidatesBytes(core, candidates.length);
  writeCandidates(core, room, candidates);
  view.setFloat64(record + layout.LOOK_QUERY_T_US, tUs, true);
  const words: [offset: number, value: number][] = [
    [layout.LOOK_QUERY_WINDOW, window],
    [layout.LOOK_QUERY_TRACKED, tracked],
    [layout.LOOK_QUERY_CANDIDATES, room],
    [layout.LOOK_QUERY_COUNT, candidates.length],
  ];
  for (const [offset, value] of words) view.setUint32(record + offset, value, true);
  writeSite(core, record + layout.LOOK_QUERY_SITE, place);
  const count = kernels.lookAround(record);
  const [first, ...others] = Array.from({ length: count }, (_, i) =>
    readLook(core, record + layout.LOOK_QUERY_LOOKS + i * layout.LOOK_BYTES),
  );
  return first && { tracked: first, others };
}

function readLook({ layout, view }: CoreInstance, record: number): Look {
  const degrees = (offset: number): number => view.getFloat64(record + offset, true) * DEG_PER_RAD;
  return {
    satellite: view.getUint32(record + layout.LOOK_SATELLITE, true),
    azimuthDeg: degrees(layout.LOOK_AZIMUTH_RAD),
    elevationDeg: degrees(layout.LOOK_ELEVATION_RAD),
    rangeKm: view.getFloat64(record + layout.LOOK_RANGE_KM, true),
    separationDeg: degrees(layout.LOOK_SEPARATION_RAD),
  };
}
