import type { MeanElements } from './elements.js';
import type { CoreInstance, OwnedCore } from './instance.js';
import { atOnce, type Pieces } from './pieces.js';
import { initRecord, recordBytes } from './satelliteRecord.js';

/** A satellite as a window takes it. */
export interface WindowSatellite {
  elements: MeanElements;
  /** Downlink bands; 0 for a satellite that interferes with nobody. */
  bands: number;
  minElevationDeg: number;
}

export interface WindowPlan {
  /** A whole UTC minute, microseconds since 1970. */
  startUs: number;
  epochCount: number;
  satellites: readonly WindowSatellite[];
}

/** A window in shared memory. */
export interface WindowRecord {
  readonly pointer: number;
  readonly bytes: number;
  readonly groupCount: number;
  /** Place in the window of each satellite of the plan, in the plan's order. */
  readonly indexOf: Uint32Array;
  /** Status of each satellite's initialisation, in the plan's order; 0 where it is sound. */
  readonly initStatus: Uint8Array;
  free(): void;
}

/** One in so many may have its positions kept for every minute, 121 KB each; of the public catalogue 77 in 16,000 need that. */
const SATELLITES_PER_MINUTES = 160;

/** Satellites between two pauses: some milliseconds at most. */
const PIECE = 128;

/**
 * Lays a window out in shared memory: near-earth satellites first, then deep space, each sorted by emitter group.
 * Undefined when the memory has no room for it.
 */
export function placeWindow(core: OwnedCore, plan: WindowPlan): WindowRecord | undefined {
  return atOnce(placingWindow(core, plan));
}

/** `placeWindow` in pieces of some milliseconds each. */
export function* placingWindow(core: OwnedCore, plan: WindowPlan): Pieces<WindowRecord | undefined> {
  const { layout, kernels, view, arena } = core;
  const nearBytes = kernels.nearRecordBytes();
  const deepBytes = kernels.deepRecordBytes();
  const { order, nearCount, groups } = yield* orderOf(core, plan.satellites);
  const deepCount = order.length - nearCount;

  const instants = layout.WINDOW_BYTES;
  const groupTable = instants + (plan.epochCount + layout.EPOCHS_BEYOND) * layout.INSTANT_BYTES;
  const nearRecords = Math.ceil((groupTable + groups.length * layout.GROUP_BYTES) / 64) * 64;
  const deepRecords = nearRecords + nearCount * nearBytes;
  const motions = deepRecords + deepCount * deepBytes;
  const tracks = motions + nearCount * kernels.motionBytes();
  const minutes = tracks + deepCount * kernels.trackBytes(plan.epochCount);
  const minutesRoom = Math.ceil(order.length / SATELLITES_PER_MINUTES);
  const bytes = minutes + minutesRoom * kernels.minutesBytes(plan.epochCount);
  const pointer = arena.allocate(bytes);
  if (pointer === undefined) return undefined;
  const scratch = arena.allocate(layout.SCRATCH_BYTES + layout.ELEMENTS_BYTES);
  if (scratch === undefined) {
    arena.free(pointer);
    return undefined;
  }

  view.setFloat64(pointer + layout.WINDOW_START_US, plan.startUs, true);
  const words: [offset: number, value: number][] = [
    [layout.WINDOW_EPOCHS, plan.epochCount],
    [layout.WINDOW_NEAR_COUNT, nearCount],
    [layout.WINDOW_DEEP_COUNT, deepCount],
    [layout.WINDOW_GROUP_COUNT, groups.length],
    [layout.WINDOW_NEAR_RECORDS, pointer + nearRecords],
    [layout.WINDOW_DEEP_RECORDS, pointer + deepRecords],
    [layout.WINDOW_GROUPS, pointer + groupTable],
    [layout.WINDOW_INSTANTS, pointer + instants],
    [layout.WINDOW_MOTIONS, pointer + motions],
    [layout.WINDOW_TRACKS, pointer + tracks],
    [layout.WINDOW_MINUTES, pointer + minutes],
    [layout.WINDOW_MINUTES_ROOM, minutesRoom],
    [layout.WINDOW_MINUTES_TAKEN, 0],
  ];
  for (const [offset, value] of words) view.setUint32(pointer + offset, value, true);
  groups.forEach((group, g) => {
    const at = pointer + groupTable + g * layout.GROUP_BYTES;
    view.setUint32(at + layout.GROUP_BANDS, group.bands, true);
    view.setUint32(at + layout.GROUP_NEAR_FROM, group.near[0], true);
    view.setUint32(at + layout.GROUP_NEAR_TO, group.near[1], true);
    view.setUint32(at + layout.GROUP_DEEP_FROM, group.deep[0], true);
    view.setUint32(at + layout.GROUP_DEEP_TO, group.deep[1], true);
  });

  const indexOf = new Uint32Array(order.length);
  const initStatus = new Uint8Array(order.length);
  for (const [index, input] of order.entries()) {
    const satellite = plan.satellites[input] as WindowSatellite;
    const isDeep = index >= nearCount;
    const record = pointer + (isDeep ? deepRecords + (index - nearCount) * deepBytes : nearRecords + index * nearBytes);
    initStatus[input] = initRecord(core, record, satellite.elements, scratch);
    const sine = Math.sin((satellite.minElevationDeg * Math.PI) / 180);
    view.setFloat64(record + layout.SATELLITE_SIN_MIN_ELEVATION, sine, true);
    indexOf[input] = index;
    if (index % PIECE === 0) yield;
  }
  kernels.fillInstants(pointer);
  kernels.keepWindowSteps(pointer, scratch);
  for (let from = 0; from < order.length; from += PIECE) {
    kernels.boundMotion(pointer, from, Math.min(from + PIECE, order.length), scratch);
    yield;
  }
  arena.free(scratch);
  return { pointer, bytes, groupCount: groups.length, indexOf, initStatus, free: () => arena.free(pointer) };
}

type Range = [from: number, to: number];

/** An emitter group of a window: its satellites, by their place in the window, as ranges that are not empty. */
interface GroupRanges {
  group: number;
  bands: number;
  ranges: Range[];
}

/** The emitter groups in the window's order. */
export function groupRanges(core: CoreInstance, window: number): GroupRanges[] {
  const { layout, view } = core;
  const word = (at: number): number => view.getUint32(at, true);
  const near = word(window + layout.WINDOW_NEAR_COUNT);
  return Array.from({ length: word(window + layout.WINDOW_GROUP_COUNT) }, (_, group) => {
    const record = word(window + layout.WINDOW_GROUPS) + group * layout.GROUP_BYTES;
    const ranges: Range[] = [
      [word(record + layout.GROUP_NEAR_FROM), word(record + layout.GROUP_NEAR_TO)],
      [near + word(record + layout.GROUP_DEEP_FROM), near + word(record + layout.GROUP_DEEP_TO)],
    ];
    return { group, bands: word(record + layout.GROUP_BANDS), ranges: ranges.filter(([from, to]) => from < to) };
  });
}

/** The satellites that transmit in one of `bands`, as ranges. */
export function sharingRanges(core: CoreInstance, window: number, bands: number): Range[] {
  return groupRanges(core, window).flatMap((group) => ((group.bands & bands) === 0 ? [] : group.ranges));
}

/** The satellites of a window as they stand in it, and the distinct band sets in ascending order with their ranges. */
interface WindowOrder {
  /** Places in the plan: near-earth satellites, then deep space, each by emitter group. */
  order: number[];
  nearCount: number;
  groups: { bands: number; near: Range; deep: Range }[];
}

function* orderOf(core: OwnedCore, satellites: readonly WindowSatellite[]): Pieces<WindowOrder> {
  const deepBytes = core.kernels.deepRecordBytes();
  const [near, deep] = [new Map<number, number[]>(), new Map<number, number[]>()];
  for (const [input, { elements, bands }] of satellites.entries()) {
    const ofClass = recordBytes(core.kernels, elements) === deepBytes ? deep : near;
    const group = ofClass.get(bands);
    if (group === undefined) ofClass.set(bands, [input]);
    else group.push(input);
    if (input % PIECE === 0) yield;
  }
  const masks = [...new Set([...near.keys(), ...deep.keys()])].sort((a, b) => a - b);
  const rangesOf = (ofClass: ReadonlyMap<number, number[]>): Range[] => {
    let end = 0;
    return masks.map((bands): Range => {
      const from = end;
      end += ofClass.get(bands)?.length ?? 0;
      return from === end ? [0, 0] : [from, end];
    });
  };
  const [nearRanges, deepRanges] = [rangesOf(near), rangesOf(deep)];
  const inOrder = (ofClass: ReadonlyMap<number, number[]>): number[] =>
    masks.flatMap((bands) => ofClass.get(bands) ?? []);
  const nearOrder = inOrder(near);
  return {
    order: [...nearOrder, ...inOrder(deep)],
    nearCount: nearOrder.length,
    groups: masks.map((bands, i) => ({
      bands,
      near: nearRanges[i] as Range,
      deep: deepRanges[i] as Range,
    })),
  };
}

/** Lends a block for the scratch of one call. */
export function withScratch<T>(core: OwnedCore, use: (scratch: number) => T, bytes = core.layout.SCRATCH_BYTES): T {
  const scratch = core.arena.allocate(bytes);
  if (scratch === undefined) throw new RangeError(`the core's memory has no ${bytes} bytes left`);
  try {
    return use(scratch);
  } finally {
    core.arena.free(scratch);
  }
}
