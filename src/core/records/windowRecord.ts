import type { OwnedCore } from '../instance.js';
import { atOnce, type Pieces } from '../pieces.js';
import { writeWords } from '../layout.js';
import { initRecord } from './satelliteRecord.js';
import { orderOf, PIECE, type WindowOrder, type WindowSatellite } from './windowOrder.js';

export interface WindowPlan {
  /** Time of epoch 0, microseconds since 1970, UTC: a whole minute, except in windows for passes of `Orbits`. */
  startUs: number;
  epochCount: number;
  satellites: readonly WindowSatellite[];
}

/** A window in the core's memory. */
export interface WindowRecord {
  readonly pointer: number;
  readonly bytes: number;
  readonly groupCount: number;
  /** Index in the window of each satellite of the plan, in the plan's order. */
  readonly indexOf: Uint32Array;
  free(): void;
}

/**
 * Number of satellites for which a window has room for one table of positions, of 121 kB. A table serves one satellite;
 * of the 16,000 satellites of the public catalogue 77 need one.
 */
const SATELLITES_PER_TABLE = 160;

/**
 * Lays a window out in the core's memory: near-earth satellites first, then deep space, each sorted by emitter group.
 * Undefined when the memory has no room for it.
 */
export function writeWindow(core: OwnedCore, plan: WindowPlan): WindowRecord | undefined {
  return atOnce(writingWindow(core, plan));
}

/** `writeWindow` in pieces of some milliseconds each. */
export function* writingWindow(core: OwnedCore, plan: WindowPlan): Pieces<WindowRecord | undefined> {
  const { layout, kernels, arena } = core;
  const order = yield* orderOf(core, plan.satellites);
  const offsets = offsetsOf(core, order, plan.epochCount);
  const pointer = arena.allocate(offsets.end);
  if (pointer === undefined) return undefined;
  const scratch = arena.allocate(layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES);
  if (scratch === undefined) {
    arena.free(pointer);
    return undefined;
  }
  writeHeader(core, pointer, plan, order, offsets);
  const indexOf = yield* writeSatellites(core, plan, order, pointer + offsets.nearRecords, scratch);
  kernels.fillInstants(pointer);
  kernels.keepWindowSteps(pointer, scratch);
  const satellites = plan.satellites.length;
  for (let from = 0; from < satellites; from += PIECE) {
    kernels.boundSatellites(pointer, from, Math.min(from + PIECE, satellites), scratch);
    yield;
  }
  arena.free(scratch);
  return { pointer, bytes: offsets.end, groupCount: order.groups.length, indexOf, free: () => arena.free(pointer) };
}

/** Bytes from a window's record to each region behind it, and to the end; `tableRoom`: tables of positions that fit. */
interface WindowOffsets {
  instants: number;
  groups: number;
  nearRecords: number;
  deepRecords: number;
  nearEphemerides: number;
  deepEphemerides: number;
  tables: number;
  tableRoom: number;
  end: number;
}

function offsetsOf({ layout, kernels }: OwnedCore, order: WindowOrder, epochCount: number): WindowOffsets {
  const satellites = order.order.length;
  const deepCount = satellites - order.nearCount;
  const instants = layout.WINDOW_BYTES;
  const groups = instants + (epochCount + layout.EPOCHS_BEYOND) * layout.INSTANT_BYTES;
  const nearRecords = Math.ceil((groups + order.groups.length * layout.GROUP_BYTES) / 64) * 64;
  const deepRecords = nearRecords + order.nearCount * kernels.nearRecordBytes();
  const nearEphemerides = deepRecords + deepCount * kernels.deepRecordBytes();
  const deepEphemerides = nearEphemerides + order.nearCount * kernels.nearEphemerisBytes();
  const tables = deepEphemerides + deepCount * kernels.deepEphemerisBytes(epochCount);
  const tableRoom = Math.ceil(satellites / SATELLITES_PER_TABLE);
  const end = tables + tableRoom * kernels.tableBytes(epochCount);
  return { instants, groups, nearRecords, deepRecords, nearEphemerides, deepEphemerides, tables, tableRoom, end };
}

/** Writes a window's record and its emitter groups. */
function writeHeader(
  core: OwnedCore,
  pointer: number,
  plan: WindowPlan,
  order: WindowOrder,
  offsets: WindowOffsets,
): void {
  const { layout, view } = core;
  view.setFloat64(pointer + layout.WINDOW_START_US, plan.startUs, true);
  writeWords(core, 'WINDOW', pointer, {
    EPOCHS: plan.epochCount,
    NEAR_COUNT: order.nearCount,
    DEEP_COUNT: order.order.length - order.nearCount,
    GROUP_COUNT: order.groups.length,
    NEAR_RECORDS: pointer + offsets.nearRecords,
    DEEP_RECORDS: pointer + offsets.deepRecords,
    GROUPS: pointer + offsets.groups,
    INSTANTS: pointer + offsets.instants,
    NEAR_EPHEMERIDES: pointer + offsets.nearEphemerides,
    DEEP_EPHEMERIDES: pointer + offsets.deepEphemerides,
    TABLES: pointer + offsets.tables,
    TABLE_ROOM: offsets.tableRoom,
    TABLES_TAKEN: 0,
  });
  order.groups.forEach((group, g) => {
    const at = pointer + offsets.groups + g * layout.GROUP_BYTES;
    const { bands, near, deep } = group;
    const ranges = { NEAR_FROM: near[0], NEAR_TO: near[1], DEEP_FROM: deep[0], DEEP_TO: deep[1] };
    writeWords(core, 'GROUP', at, { BANDS: bands, ...ranges });
  });
}

/**
 * Writes the satellites' records one behind the other, from the pointer `records` on: near-earth satellites first, then
 * deep-space ones. Returns the index in the window of each satellite of the plan.
 */
function* writeSatellites(
  core: OwnedCore,
  plan: WindowPlan,
  { order, nearCount }: WindowOrder,
  records: number,
  scratch: number,
): Pieces<Uint32Array> {
  const nearBytes = core.kernels.nearRecordBytes();
  const deepBytes = core.kernels.deepRecordBytes();
  const indexOf = new Uint32Array(order.length);
  let record = records;
  for (const [index, input] of order.entries()) {
    const satellite = plan.satellites[input] as WindowSatellite;
    initRecord(core, record, satellite.elements, scratch);
    const sine = Math.sin((satellite.minElevationDeg * Math.PI) / 180);
    core.view.setFloat64(record + core.layout.SATELLITE_SIN_MIN_ELEVATION, sine, true);
    indexOf[input] = index;
    record += index < nearCount ? nearBytes : deepBytes;
    if (index % PIECE === 0) yield;
  }
  return indexOf;
}
