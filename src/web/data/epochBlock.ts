import { askBytes, pathWith } from './client.js';
import { matchedQuery, type MatchedSatellite } from './question.js';

/** Footprint of a satellite at one epoch, with the intensity in each of its cells. */
export interface EpochCells {
  nside: number;
  /**
   * Cells in runs of neighbours: of each the ring, from 1 at the north pole, its first cell, eastwards, and how many;
   * past the ring's end a run goes on at its beginning. Empty where nothing can be known.
   */
  runs: Uint16Array;
  /** Intensities, run by run. */
  values: Uint16Array;
}

export interface EpochBlock {
  from: number;
  epochs: EpochCells[];
}

const WORD = 4;
const NUMBERS_OF_RUN = 3;

/**
 * Reads a block of epochs: u32 nside, first epoch and count, little-endian; then each epoch as
 * assembly/emit/packedFootprint.ts writes it. Throws RangeError where it ends early or late.
 */
export function readEpochBlock(bytes: ArrayBuffer): EpochBlock {
  const view = new DataView(bytes);
  const [nside, from, count] = [0, 1, 2].map((word) => view.getUint32(WORD * word, true)) as [number, number, number];
  let at = 3 * WORD;
  const readEpoch = (): EpochCells => {
    const runs = new Uint16Array(NUMBERS_OF_RUN * view.getUint16(at, true));
    at += 2;
    let cells = 0;
    for (let i = 0; i < runs.length; i++, at += 2) {
      runs[i] = view.getUint16(at, true);
      if (i % NUMBERS_OF_RUN === 2) cells += runs[i] as number;
    }
    const values = new Uint16Array(cells);
    let value = 0;
    for (let i = 0; i < cells; i++) {
      let code = 0;
      let byte = 0x80;
      for (let shift = 0; byte >= 0x80; shift += 7) {
        byte = view.getUint8(at++);
        code |= (byte & 0x7f) << shift;
      }
      value += (code >>> 1) ^ -(code & 1);
      values[i] = value;
    }
    return { nside, runs, values };
  };
  const epochs = Array.from({ length: count }, readEpoch);
  if (at !== bytes.byteLength) {
    throw new RangeError(`a block of ${count} epochs has ${bytes.byteLength} bytes; it says ${at}`);
  }
  return { from, epochs };
}

/** Epochs of one request: `count` from `from` on, of which one follows `every` epochs after the other. */
export interface EpochRange {
  from: number;
  count: number;
  every: number;
}

/** Request for epochs. */
export type AskEpochs = (asked: EpochRange, signal: AbortSignal) => Promise<EpochBlock>;

/** Returns the request for epochs of a satellite's cells in a window. */
export function askEpochs(asked: MatchedSatellite): AskEpochs {
  return async ({ from, count, every }, signal) => {
    const query = { ...matchedQuery(asked), from, count, every: every === 1 ? undefined : every };
    return readEpochBlock(await askBytes(pathWith('/page/epochs', query), { signal, window: asked.window }));
  };
}
