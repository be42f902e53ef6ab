import type { DownlinkRange } from '../catalogue/frequencies/ranges.js';

/** Frequencies of a window's satellites, by index in the window. Satellites with the same ones share a list. */
export interface WindowDownlinks {
  readonly lists: readonly (readonly DownlinkRange[])[];
  /** Number of each satellite's list. */
  readonly listOf: Uint32Array;
  /** Mask of each satellite's bands. */
  readonly bandsOf: Uint16Array;
}

/** Orders the frequencies of satellites by their index in a window. */
export function orderDownlinks(
  satellites: readonly { bands: number; downlinks?: readonly DownlinkRange[] }[],
  indexOf: Uint32Array,
): WindowDownlinks {
  const none: readonly DownlinkRange[] = [];
  const numbers = new Map<readonly DownlinkRange[], number>();
  const listOf = new Uint32Array(indexOf.length);
  const bandsOf = new Uint16Array(indexOf.length);
  for (const [i, { bands, downlinks = none }] of satellites.entries()) {
    const number = numbers.get(downlinks) ?? numbers.size;
    numbers.set(downlinks, number);
    const index = indexOf[i] as number;
    listOf[index] = number;
    bandsOf[index] = bands;
  }
  return { lists: [...numbers.keys()], listOf, bandsOf };
}
