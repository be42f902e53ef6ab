import type { CoreInstance } from './instance.js';
import { writeWords } from './layout.js';
import { type Room, type SkyQuery, writeStation } from './records/station.js';

/** Direction and distance of a satellite, seen from a place. */
export interface Look {
  /** Index of the satellite in the window. */
  satellite: number;
  /** Azimuth from north over east, 0 to below 360. */
  azimuthDeg: number;
  elevationDeg: number;
  rangeKm: number;
  /** Angle to the tracked satellite, in degrees. */
  separationDeg: number;
}

export interface LookQuery extends SkyQuery {
  /** Instant, microseconds since 1970. */
  tUs: number;
  /** Pointer to the indexes in the window of the other satellites, u32 each, in ascending order. */
  others: number;
  /** Number of the other satellites. */
  otherCount: number;
}

/** Directions and distances of satellites, seen from a place at an instant. */
export interface Looks {
  /** Look at the tracked satellite, whether it is up or not. */
  tracked: Look;
  isUp: boolean;
  /** Looks at the others that are up; none while the tracked satellite is down. */
  others: Look[];
}

const DEG_PER_RAD = 180 / Math.PI;

/**
 * Looks at the tracked satellite, whether it is up or down, and, while it is up, at all other satellites that are up,
 * in the order of their list. Returns undefined if the tracked satellite cannot be propagated or is below 90 km.
 *
 * @param room LOOK_QUERY_LOOKS bytes, and LOOK_BYTES for the tracked satellite and for each other one that a call of
 *   the kernel looks at: one at least
 * @throws RangeError if the room is smaller, or for a horizon mask of too many points
 */
export function lookAround(core: CoreInstance, query: LookQuery, room: Room): Looks | undefined {
  const { kernels, layout, view } = core;
  const { pointer } = room;
  const most = Math.floor((room.bytes - layout.LOOK_QUERY_LOOKS) / layout.LOOK_BYTES) - 1;
  if (most < 1) throw new RangeError(`${room.bytes} bytes are too few to look at satellites`);
  view.setFloat64(pointer + layout.LOOK_QUERY_T_US, query.tUs, true);
  writeWords(core, 'LOOK_QUERY', pointer, { WINDOW: query.window, TRACKED: query.satellite });
  writeStation(core, pointer + layout.LOOK_QUERY_STATION, query);
  const others: Look[] = [];
  for (let from = 0; ; from += most) {
    const some = { CANDIDATES: query.others + 4 * from, COUNT: Math.min(most, query.otherCount - from) };
    writeWords(core, 'LOOK_QUERY', pointer, some);
    const count = kernels.lookAround(pointer);
    if (count === 0) return undefined;
    const first = pointer + layout.LOOK_QUERY_LOOKS;
    for (let i = 1; i < count; i++) others.push(readLook(core, first + i * layout.LOOK_BYTES));
    const isUp = view.getUint32(pointer + layout.LOOK_QUERY_IS_UP, true) !== 0;
    if (!isUp || from + most >= query.otherCount) return { tracked: readLook(core, first), isUp, others };
  }
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
