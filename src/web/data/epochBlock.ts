/** Cells with an intensity above 0 at one epoch. */
export interface EpochCells {
  nside: number;
  /** NESTED numbers, ascending. */
  cells: Uint32Array;
  values: Uint16Array;
}

export interface EpochBlock {
  from: number;
  epochs: EpochCells[];
}

const WORD = 4;

/**
 * Reads a block of epochs: u32 nside, first epoch and count; per epoch u32 number of cells, u32 ipix of each, u16 value
 * of each, padded to 4 bytes; all little-endian. Throws RangeError where it ends early or late.
 */
export function readEpochBlock(bytes: ArrayBuffer): EpochBlock {
  const view = new DataView(bytes);
  const nside = view.getUint32(0, true);
  const from = view.getUint32(WORD, true);
  const count = view.getUint32(2 * WORD, true);
  let at = 3 * WORD;
  const epochs: EpochCells[] = [];
  for (let index = 0; index < count; index++) {
    const size = view.getUint32(at, true);
    const cells = new Uint32Array(bytes, at + WORD, size);
    const values = new Uint16Array(bytes, at + WORD + WORD * size, size);
    epochs.push({ nside, cells, values });
    at += WORD + WORD * size + WORD * Math.ceil(size / 2);
  }
  if (at !== bytes.byteLength) {
    throw new RangeError(`a block of ${count} epochs has ${bytes.byteLength} bytes; its heads say ${at}`);
  }
  return { from, epochs };
}
