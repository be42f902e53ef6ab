import { askBytes } from './client.js';
import { numbersIn } from './numbers.js';
import { matchedQuery, type MatchedSatellite } from './question.js';

/** Footprint of a satellite at one epoch, with the intensity in each of its cells. */
export interface EpochCells {
  nside: number;
  /**
   * Runs of neighbouring cells on one ring, as three numbers each: ring, first cell, number of cells. Rings count from
   * 1 at the north pole, cells eastwards from 0 on each ring. A run that reaches the end of the ring goes on at the
   * ring's beginning. Empty if the satellite has no position or no known downlink.
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
 * assembly/emit/packedFootprint.ts writes it. Throws RangeError if the bytes end early or late.
 */
export function readEpochBlock(bytes: ArrayBuffer): EpochBlock {
  const head = new DataView(bytes);
  const [nside, from, count] = [0, 1, 2].map((word) => head.getUint32(WORD * word, true)) as [number, number, number];
  const { u16, signed, offset } = numbersIn(bytes, 3 * WORD);
  const readEpoch = (): EpochCells => {
    const runs = Uint16Array.from({ length: NUMBERS_OF_RUN * u16() }, u16);
    let cells = 0;
    for (let i = 2; i < runs.length; i += NUMBERS_OF_RUN) cells += runs[i] as number;
    let value = 0;
    return { nside, runs, values: Uint16Array.from({ length: cells }, () => (value += signed())) };
  };
  const epochs = Array.from({ length: count }, readEpoch);
  if (offset() !== bytes.byteLength) {
    throw new RangeError(`a block of ${count} epochs has ${bytes.byteLength} bytes; it says ${offset()}`);
  }
  return { from, epochs };
}

/** Epochs of one request: `count` epochs from `from` on, `every` epochs apart. */
export interface EpochRange {
  from: number;
  count: number;
  every: number;
}

/** Function that requests epochs. */
export type AskEpochs = (asked: EpochRange, signal: AbortSignal) => Promise<EpochBlock>;

/** Returns a function that requests epochs of a satellite's cells. */
export function askEpochs(asked: MatchedSatellite): AskEpochs {
  return async ({ from, count, every }, signal) => {
    const query = { ...matchedQuery(asked), from, count, every: every === 1 ? undefined : every };
    return readEpochBlock(await askBytes('/page/epochs', { query, signal, window: asked.window }));
  };
}
