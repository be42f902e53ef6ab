import type { MeanElements } from '../elements.js';
import type { CoreInstance } from '../instance.js';
import type { Pieces } from '../pieces.js';
import { recordBytes } from './satelliteRecord.js';

/** Number of satellites that are written between two pauses: writing them takes some milliseconds at most. */
export const PIECE = 128;

/** A satellite to put into a window. */
export interface WindowSatellite {
  elements: MeanElements;
  /** Mask of downlink bands; 0 for a satellite that interferes with no other. */
  bands: number;
  minElevationDeg: number;
}

/** Satellites [from, to) of a window, by index. */
export type Range = [from: number, to: number];

/** Order of the satellites of a window, and its emitter groups with their ranges, by ascending mask of bands. */
export interface WindowOrder {
  /**
   * Index in the plan of each satellite of the window: near-earth satellites first, then deep-space ones, each sorted
   * by emitter group.
   */
  order: number[];
  nearCount: number;
  groups: { bands: number; near: Range; deep: Range }[];
}

/** Sorts satellites into near-earth and deep-space ones, and each of the two by emitter group. */
export function* orderOf(core: CoreInstance, satellites: readonly WindowSatellite[]): Pieces<WindowOrder> {
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
  const order: number[] = [];
  let nearCount = 0;
  for (const ofClass of [near, deep]) {
    for (const bands of masks) {
      for (const input of ofClass.get(bands) ?? []) order.push(input);
      yield;
    }
    if (ofClass === near) nearCount = order.length;
  }
  return {
    order,
    nearCount,
    groups: masks.map((bands, i) => ({
      bands,
      near: nearRanges[i] as Range,
      deep: deepRanges[i] as Range,
    })),
  };
}
