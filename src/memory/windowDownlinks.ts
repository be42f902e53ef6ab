import type { Knex } from 'knex';
import { constellationOf } from '../catalogue/constellations.js';
import {
  decodeRanges,
  type DownlinkRange,
  downlinksByNumber,
  encodeRanges,
  satelliteRanges,
} from '../catalogue/frequencies/ranges.js';
import { inTurns } from '../core/inTurns.js';
import type { Pieces } from '../core/pieces.js';
import { loadWindowDownlinks, namesWithoutDownlinks } from '../db/analysis/windowDownlinks.js';
import { listTransmitters } from '../db/catalogue/transmitters.js';

/** Frequencies of a window's satellites, by index in the window. Satellites with the same ones share a list. */
export interface WindowDownlinks {
  readonly lists: readonly (readonly DownlinkRange[])[];
  /** Number of each satellite's list. */
  readonly listOf: Uint32Array;
  /** Mask of each satellite's bands. */
  readonly bandsOf: Uint16Array;
}

/** Satellites between two pauses: some milliseconds at most. */
const PIECE = 128;

/**
 * Loads the frequencies that a window is frozen with, by catalogue number. A window that was opened by a version which
 * froze none has those that the catalogue tells of today, inside the bands that it froze.
 */
export async function loadDownlinks(
  knex: Knex,
  windowId: number,
  satellites: readonly { noradNumber: number; bands: number }[],
): Promise<Map<number, readonly DownlinkRange[]>> {
  const byNumber = new Map<number, readonly DownlinkRange[]>();
  let allFrozen = true;
  for (const { noradNumbers, ranges } of await loadWindowDownlinks(knex, windowId)) {
    if (ranges === null) {
      allFrozen = false;
      continue;
    }
    const list = decodeRanges(ranges);
    for (const norad of noradNumbers) byNumber.set(norad, list);
  }
  if (allFrozen) return byNumber;
  const names = await namesWithoutDownlinks(knex, windowId);
  const imported = downlinksByNumber(await listTransmitters(knex));
  function* today(): Pieces<void> {
    const lists = new Map<string, readonly DownlinkRange[]>();
    for (const [i, { noradNumber, bands }] of satellites.entries()) {
      const name = names.get(noradNumber);
      if (name === undefined) continue;
      const { ranges } = satelliteRanges(imported.get(noradNumber) ?? [], constellationOf(name), bands);
      const text = encodeRanges(ranges);
      const list = lists.get(text) ?? ranges;
      lists.set(text, list);
      byNumber.set(noradNumber, list);
      if (i % PIECE === 0) yield;
    }
  }
  await inTurns(today());
  return byNumber;
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
