import { WINDOW_EPOCHS, WINDOW_NSIDES } from '../spec.js';

/** Largest number of cells that a window has: those of nside 256. */
const MOST_CELLS = 12 * Math.max(...WINDOW_NSIDES) ** 2;
/** Number of entries that are joined as one string. */
const CHUNK = 4096;

const [OPEN_BRACKET, COMMA, CLOSE_BRACKET] = ['[', ',', ']'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** Cells (NESTED) whose intensity is above 0, in ascending order, and their intensities. */
export interface EpochCells {
  ipix: Uint32Array;
  value: Uint16Array;
}

/**
 * Names a cell at an epoch of a run, whatever the band: (run * 10080 + epoch) * 786432 + ipix, where 786,432 are the
 * cells of nside 256. Unique across runs, and the same whenever it is asked for; an exact integer up to run 1,136,000.
 */
export function cellId(runId: number, epoch: number, ipix: number): number {
  return (runId * WINDOW_EPOCHS + epoch) * MOST_CELLS + ipix;
}

/** Writes the cells as entries of a JSON array, without its brackets: pieces of text with commas between all entries. */
export function cellsJson(runId: number, nside: number, epoch: number, { ipix, value }: EpochCells): Buffer[] {
  const base = cellId(runId, epoch, 0);
  const pieces: Buffer[] = [];
  for (let from = 0; from < ipix.length; from += CHUNK) {
    const to = Math.min(from + CHUNK, ipix.length);
    let text = '';
    for (let i = from; i < to; i++) {
      const cell = ipix[i] as number;
      text += `${i === 0 ? '' : ','}{"id":${base + cell},"epoch_index":${epoch},"nside":${nside},"ipix":${cell},"ordering":"NESTED","value":${value[i] as number}}`;
    }
    pieces.push(Buffer.from(text, 'latin1'));
  }
  return pieces;
}

/** Joins texts of entries, none of them empty, into a JSON array. */
export function joinArray(texts: readonly Uint8Array[]): Uint8Array {
  const separated = texts.flatMap((text, i) => (i === 0 ? [text] : [COMMA, text]));
  return Buffer.concat([OPEN_BRACKET, ...separated, CLOSE_BRACKET]);
}
