import type { CoreInstance } from './instance.js';
import { AS_FROZEN, type MinElevations, writeMinElevations } from './records/minElevations.js';
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
  /** Pointer to the indexes of the others, u32 each, in ascending order; and their number. */
  others: number;
  otherCount: number;
  minElevations?: MinElevations;
}

const DEG_PER_RAD = 180 / Math.PI;

/** Bytes that `lookAround` works in. */
export function looksBytes({ layout }: CoreInstance, others: number): number {
  return layout.LOOK_QUERY_LOOKS + (others + 1) * layout.LOOK_BYTES;
}

/**
 * Where the tracked satellite stands, above the horizon or below, and where those of the others do that are up, in their order:
 * none where it is not up itself. Undefined where the tracked satellite cannot be propagated.
 *
 * @param room pointer to `looksBytes`, on a multiple of 64
 */
export function lookAround(
  core: CoreInstance,
  query: LookQuery,
  place: Place,
  room: number,
): { tracked: Look; others: Look[] } | undefined {
  const { kernels, layout, view } = core;
  view.setFloat64(room + layout.LOOK_QUERY_T_US, query.tUs, true);
  const words: [offset: number, value: number][] = [
    [layout.LOOK_QUERY_WINDOW, query.window],
    [layout.LOOK_QUERY_TRACKED, query.tracked],
    [layout.LOOK_QUERY_CANDIDATES, query.others],
    [layout.LOOK_QUERY_COUNT, query.otherCount],
  ];
  for (const [offset, value] of words) view.setUint32(room + offset, value, true);
  const sines = {
    sinOfWindow: room + layout.LOOK_QUERY_SIN_OF_WINDOW,
    sinOfStation: room + layout.LOOK_QUERY_SIN_OF_STATION,
  };
  writeMinElevations(core, sines, query.minElevations ?? AS_FROZEN);
  writeSite(core, room + layout.LOOK_QUERY_SITE, place);
  const count = kernels.lookAround(room);
  const [tracked, ...others] = Array.from({ length: count }, (_, i) =>
    readLook(core, room + layout.LOOK_QUERY_LOOKS + i * layout.LOOK_BYTES),
  );
  return tracked && { tracked, others };
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
